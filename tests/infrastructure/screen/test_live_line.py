import pytest

from idea.domain.errors import IdeaError
from idea.domain.ports.terminal_core import PLAIN, Row, Run, Screen
from idea.domain.terminal import Size
from idea.infrastructure.screen.ghostty.factory import GhosttyScreenFactory
from idea.infrastructure.screen.live_line import cut_live_line

EDITING = b"\x1b[?2004h"
TYPED = b"ready$ echo one two three four"


def a_row(text: str, *, wrapped: bool = False) -> Row:
    runs = (Run(column=0, cells=len(text), text=text, style=PLAIN),) if text else ()
    return Row(runs=runs, wrapped=wrapped)


def test_a_line_that_fits_is_left_alone() -> None:
    page = [a_row("a long line above it"), a_row("ready$"), a_row("")]
    assert cut_live_line(page, (1, 7), columns=20, width=12) == b""


def test_the_rows_of_the_line_are_cut_and_the_cursor_stays_inside() -> None:
    page = [a_row("output"), a_row("ready$ echo one two ", wrapped=True), a_row("three")]
    assert cut_live_line(page, (2, 5), columns=20, width=12) == b"\x1b[2;13H\x1b[K\x1b[3;6H"
    assert cut_live_line(page, (1, 19), columns=20, width=12) == b"\x1b[2;13H\x1b[K\x1b[2;12H"


def test_a_wrapped_line_is_parted_also_when_there_is_more_room() -> None:
    page = [a_row("ready$ echo one two ", wrapped=True), a_row("three")]
    assert cut_live_line(page, (1, 5), columns=20, width=40) == b"\x1b[1;20H\x1b[K\x1b[2;6H"


def test_a_cursor_behind_the_text_comes_along() -> None:
    assert cut_live_line([a_row("ready$")], (0, 15), columns=20, width=12) == b"\x1b[1;12H"


@pytest.fixture
def screen() -> Screen:
    try:
        return GhosttyScreenFactory().create(Size(columns=20, rows=6), 100)
    except IdeaError:
        pytest.skip("no wheel of the native core here")


def resized(screen: Screen, *widths: int) -> tuple[tuple[str, ...], int]:
    for width in widths:
        screen.resize(Size(columns=width, rows=6))
    return screen.lines(0, 20), screen.take_frame().cursor.row


def test_what_an_editor_works_on_keeps_its_rows_and_output_is_wrapped_anew(
    screen: Screen,
) -> None:
    screen.feed(b"a long line of output\r\n" + EDITING + TYPED)
    lines, cursor = resized(screen, 12)
    assert lines[:4] == ("a long line", "of output", "ready$ echo", "three four")
    assert cursor == 3
    lines, cursor = resized(screen, 40)
    assert lines[:3] == ("a long line of output", "ready$ echo", "three four")
    assert cursor == 2


@pytest.mark.parametrize("before", [b"", EDITING + b"\x1b[?2004l"])
def test_what_no_editor_works_on_loses_nothing(screen: Screen, before: bytes) -> None:
    screen.feed(before + TYPED)
    lines, _ = resized(screen, 12, 40)
    assert lines[0] == TYPED.decode()


def test_a_sequence_that_is_not_complete_is_completed_after_the_resize(screen: Screen) -> None:
    screen.feed(EDITING + TYPED + b"\x1b[3")
    resized(screen, 12, 20)
    screen.feed(b"1mred")
    assert any("red" in line for line in screen.lines(0, 20))
    assert not any("1mred" in line for line in screen.lines(0, 20))


def test_a_size_of_the_same_width_changes_no_line(screen: Screen) -> None:
    screen.feed(EDITING + TYPED)
    screen.resize(Size(columns=20, rows=4))
    assert screen.lines(0, 2) == ("ready$ echo one two", "three four")
