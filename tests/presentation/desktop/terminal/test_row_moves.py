import pytest
from hypothesis import given
from hypothesis import strategies as st

from idea.domain.ports.terminal_core import Row
from idea.presentation.desktop.terminal.row_moves import RowMove, find_moves
from support.terminal import a_row


def _rows(text: str) -> list[Row]:
    return [a_row(letter.strip()) for letter in text]


def _changed(before: list[Row], after: list[Row]) -> dict[int, Row]:
    return {number: row for number, row in enumerate(after) if row != before[number]}


def test_a_page_that_scrolled_by_one_line_is_one_move() -> None:
    before, after = _rows("abcdef"), _rows("bcdefg")
    moves = find_moves(before, _changed(before, after))
    assert moves == (RowMove(source=1, target=0, length=5),)


def test_text_that_went_down_is_moved_from_the_bottom_up() -> None:
    before, after = _rows("abcdef"), _rows("xyabcd")
    moves = find_moves(before, _changed(before, after))
    assert moves == (RowMove(source=0, target=2, length=4),)


def test_a_region_that_scrolls_leaves_the_rest_alone() -> None:
    before, after = _rows("Tabcdefs"), _rows("Tbcdefgs")
    moves = find_moves(before, _changed(before, after))
    assert moves == (RowMove(source=2, target=1, length=5),)


def test_the_likely_distance_finds_moves_among_equal_rows() -> None:
    before, after = _rows("aaaabbbb"), _rows("aabbbbcc")
    moves = find_moves(before, _changed(before, after), likely=2)
    assert RowMove(source=4, target=2, length=2) in moves


def test_few_changed_rows_are_simply_painted() -> None:
    before, after = _rows("abcdef"), _rows("abcdxe")
    assert find_moves(before, _changed(before, after)) == ()


@pytest.mark.slow
@given(
    st.lists(st.sampled_from("abc "), min_size=1, max_size=12),
    st.lists(st.sampled_from("abc "), min_size=12, max_size=12),
    st.integers(-12, 12),
)
def test_carrying_out_moves_never_shows_a_wrong_row(
    start: list[str], tail: list[str], likely: int
) -> None:
    before = _rows("".join(start))
    after = _rows("".join(tail[: len(before)]))
    changed = _changed(before, after)
    shown = list(before)
    moved: set[int] = set()
    for source, target, length in find_moves(before, changed, likely):
        shown[target : target + length] = shown[source : source + length]
        moved.update(range(target, target + length))
    assert all(shown[row] == after[row] for row in moved)
    assert moved <= changed.keys()
