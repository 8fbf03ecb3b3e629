from idea.domain.image_placeholders import (
    NUMBER_OF_MARK,
    PLACEHOLDER,
    PlaceholderRun,
    placeholders_in,
)
from idea.domain.ports.terminal_core import PLAIN, Row, Run, Style, true_color

MARKS = list(NUMBER_OF_MARK)
RED = Style(foreground=1)


def cell(column: int, *numbers: int, style: Style = RED) -> Run:
    return Run(column, 1, PLACEHOLDER + "".join(MARKS[n] for n in numbers), style)


def test_there_are_as_many_marks_as_the_protocol_lists() -> None:
    assert len(MARKS) == 297
    assert [MARKS[n] for n in (0, 1, 2, 12, 60, 296)] == list(
        "\u0305\u030d\u030e\u0350\u0616\U0001d244"
    )


def test_neighbouring_pieces_are_one_run() -> None:
    row = Row((cell(2, 3, 0), cell(3, 3, 1), cell(4, 3, 2)))
    assert placeholders_in(row) == (PlaceholderRun(2, 3, 1, 0, 3, 0),)


def test_what_is_left_out_goes_on_from_the_left() -> None:
    row = Row((cell(0, 2, 5, 7), cell(1, 2), cell(2), Run(3, 2, PLACEHOLDER * 2, RED)))
    assert placeholders_in(row) == (PlaceholderRun(0, 5, 1 | 7 << 24, 0, 2, 5),)


def test_the_first_of_a_line_begins_at_the_images_corner() -> None:
    assert placeholders_in(Row((Run(0, 2, PLACEHOLDER * 2, RED),))) == (
        PlaceholderRun(0, 2, 1, 0, 0, 0),
    )


def test_another_row_begins_at_its_first_column() -> None:
    row = Row((cell(0, 0, 4), cell(1, 1)))
    assert [run[4:] for run in placeholders_in(row)] == [(0, 4), (1, 0)]


def test_other_colours_and_holes_begin_anew() -> None:
    blue = Style(foreground=true_color(1, 2, 3), underline_color=9)
    row = Row((cell(0, 0, 0), cell(1, style=blue), Run(2, 1, "x", PLAIN), cell(3, style=blue)))
    assert placeholders_in(row) == (
        PlaceholderRun(0, 1, 1, 0, 0, 0),
        PlaceholderRun(1, 1, 0x010203, 9, 0, 0),
        PlaceholderRun(3, 1, 0x010203, 9, 0, 0),
    )


def test_a_jump_inside_the_image_is_another_run() -> None:
    row = Row((cell(0, 0, 0, 1), cell(1, 0, 5), cell(2, 0, 6, 2)))
    assert [(run.column, run.image >> 24, run.image_column) for run in placeholders_in(row)] == [
        (0, 1, 0), (1, 0, 5), (2, 2, 6),
    ]  # fmt: skip


def test_placeholders_among_other_text_are_found() -> None:
    row = Row((Run(0, 3, f"a{PLACEHOLDER}b", RED),))
    assert placeholders_in(row) == (PlaceholderRun(1, 1, 1, 0, 0, 0),)


def test_text_without_an_image_has_none() -> None:
    plain = Row((Run(0, 1, PLACEHOLDER + "\u0301", PLAIN), Run(1, 1, "x", PLAIN)))
    assert placeholders_in(plain) == (PlaceholderRun(0, 1, 0, 0, 0, 0),)
    assert placeholders_in(Row((Run(0, 5, "hello", PLAIN),))) == ()
