"""A screen as one text: offsets, caret, selection, and what changed."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from idea.domain.ports.terminal_core import Row, Run, Style
from idea.presentation.desktop.terminal.screen_text import (
    Change,
    ScreenText,
    changes,
    screen_text,
    units,
)
from support.terminal import a_row

FAMILY = "\N{MAN}\N{ZERO WIDTH JOINER}\N{WOMAN}"


def cut(text: str, start: int, end: int) -> str:
    return text.encode("utf-16-le")[2 * start : 2 * end].decode("utf-16-le")


def applied(before: Sequence[str], made: Sequence[Change]) -> str:
    text = "\n".join(before)
    for offset, removed, inserted in made:
        assert cut(text, offset, offset + units(removed)) == removed
        text = cut(text, 0, offset) + inserted + cut(text, offset + units(removed), units(text))
    return text


def test_rows_are_lines_and_the_caret_counts_line_ends() -> None:
    found = screen_text([a_row("one"), a_row(""), a_row("$ ls")], (2, 4), {})

    assert found == ScreenText(("one", "", "$ ls"), len("one\n\n$ ls"), None)


def test_the_line_of_the_cursor_reaches_the_cursor() -> None:
    found = screen_text([a_row("$"), a_row("")], (0, 5), {})

    assert (found.text, found.caret) == ("$    \n", 5)


def test_wide_and_joined_characters_count_in_units_and_stand_in_their_cells() -> None:
    style = Style()
    row = Row((
        Run(0, 2, "你", style),
        Run(2, 2, FAMILY, style),
        Run(5, 2, "ab", style),
    ))  # fmt: skip

    found = screen_text([row, a_row("x")], (0, 6), {0: (2, 4)})

    before = f"你{FAMILY} a"
    assert (found.lines[0], found.caret) == (f"{before}b", units(before))
    assert found.selection == (1, 1 + units(FAMILY))


def test_a_selection_goes_over_lines_and_ends_with_their_text() -> None:
    found = screen_text([a_row("first"), a_row("second")], (1, 0), {0: (2, 80), 1: (0, 3)})

    assert found.selection == (2, len("first\nsec"))
    assert cut(found.text, *found.selection) == "rst\nsec"


def test_hidden_text_is_not_told_and_structure_is_not_believed() -> None:
    hidden = a_row("secret", Style(invisible=True))
    odd = a_row("a\N{PARAGRAPH SEPARATOR}b\ufdd0c")

    found = screen_text([hidden, odd], (1, 0), {})

    assert found.lines == ("", "a\ufffdb\ufffdc")


def test_nothing_says_nothing_and_a_cursor_out_of_sight_stays_inside() -> None:
    assert screen_text([], (0, 0), {}) == ScreenText()
    assert screen_text([a_row("a")], (7, 0), {4: (0, 1)}) == ScreenText(("a",), 0, None)


def test_a_typed_letter_is_one_insertion() -> None:
    made = changes(["$ l", "", "bar"], ["$ ls", "", "bar"], scrolled=0)

    assert made == (Change(3, "", "s"),)


def test_lines_that_scroll_in_are_told_and_those_that_stay_are_not() -> None:
    before, after = ["a", "b", "c", "$ ls"], ["c", "$ ls", "x", "$ "]

    assert changes(before, after, scrolled=2) == (
        Change(0, "a\nb\n", ""),
        Change(len("c\n$ ls"), "", "\nx\n$ "),
    )


def test_a_clock_below_does_not_drag_along_what_is_between() -> None:
    made = changes(["$ ", "text", "10:00"], ["$ a", "text", "10:01"], scrolled=0)

    assert made == (Change(2, "", "a"), Change(len("$ a\ntext\n10:0"), "0", "1"))


LINES = st.lists(st.text(alphabet="ab 你😀", max_size=4), max_size=6)


@given(LINES, LINES, st.integers(-2, 7))
def test_changes_make_one_text_of_the_other(
    before: list[str], after: list[str], scrolled: int
) -> None:
    assert applied(before, changes(before, after, scrolled=scrolled)) == "\n".join(after)


@pytest.mark.parametrize("scrolled", range(1, 4))
def test_changes_after_scrolling_make_one_text_of_the_other(scrolled: int) -> None:
    before = ["a", "b", "c", "d"]
    after = [*before[scrolled:], *["new"] * scrolled]

    made = changes(before, after, scrolled=scrolled)

    assert applied(before, made) == "\n".join(after)
    assert sum(change.inserted.count("new") for change in made) == scrolled
