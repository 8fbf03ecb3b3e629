"""Rows that were one line are one again, and its parts lead back to their cells."""

import pytest

from idea.domain.ports.terminal_core import PLAIN, Row, Run
from idea.domain.whole_lines import CellSpan, WholeLine, beginning_of, cells_of, whole_lines


class Rows:
    """Rows of text; one that ends in `>` goes on in the next."""

    def __init__(self, *rows: str, cells: dict[int, Row] | None = None) -> None:
        self.texts = [row.removesuffix(">") for row in rows]
        self.on = [row.endswith(">") for row in rows]
        self.cells = cells or {}

    def lines(self, first: int, count: int) -> tuple[str, ...]:
        return tuple(self.texts[first : first + count])

    def wrapped(self, first: int, count: int) -> tuple[bool, ...]:
        return tuple(self.on[first : first + count])

    def rows(self, first: int, count: int) -> tuple[Row, ...]:
        return tuple(self.cells[row] for row in range(first, first + count) if row in self.cells)


SOURCE = Rows("one", "two>", "three>", "four", "five")


def test_lines_that_begin_in_the_rows_come_whole() -> None:
    assert whole_lines(SOURCE, 0, 2) == [
        WholeLine(0, "one", (0,)),
        WholeLine(1, "twothreefour", (0, 3, 8)),
    ]
    assert whole_lines(SOURCE, 2, 3) == [WholeLine(4, "five", (0,))]
    assert whole_lines(SOURCE, 9, 3) == []


def test_a_line_that_never_ends_is_cut() -> None:
    endless = Rows(*["x>"] * 6_000)
    (line,) = whole_lines(endless, 0, 1)
    assert 5_000 <= len(line.starts) < 6_000
    assert beginning_of(endless, 5_999) == 999
    assert len(whole_lines(Rows("a>", "b>"), 0, 1)[0].text) == 2, "the screen ends first"


@pytest.mark.parametrize(("row", "first"), [(0, 0), (1, 1), (3, 1), (4, 4)])
def test_a_row_knows_where_its_line_begins(row: int, first: int) -> None:
    assert beginning_of(SOURCE, row) == first


def test_a_character_leads_back_to_its_row_and_cells() -> None:
    line = whole_lines(SOURCE, 1, 1)[0]
    assert [line.row_at(offset) for offset in (0, 3, 8, 11)] == [1, 2, 3, 3]
    assert cells_of(SOURCE, line, 2, 9) == [
        CellSpan(1, 2, 3),
        CellSpan(2, 0, 5),
        CellSpan(3, 0, 1),
    ]
    assert cells_of(SOURCE, line, 0, 1) == [CellSpan(1, 0, 1)]


def test_wide_and_combined_characters_have_the_cells_they_stand_in() -> None:
    row = Row(
        (
            Run(0, 2, "日", PLAIN),
            Run(2, 1, "e\u0301", PLAIN),
            Run(3, 2, "ab", PLAIN),
            Run(7, 2, "本", PLAIN),
        )
    )
    source = Rows("日e\u0301ab  本", cells={0: row})
    (line,) = whole_lines(source, 0, 1)
    assert cells_of(source, line, 0, 1) == [CellSpan(0, 0, 2)]
    assert cells_of(source, line, 1, 3) == [CellSpan(0, 2, 3)]
    assert cells_of(source, line, 3, 8) == [CellSpan(0, 3, 9)]


def test_a_row_that_is_gone_keeps_its_characters_as_cells() -> None:
    source = Rows("日本")
    (line,) = whole_lines(source, 0, 1)
    assert cells_of(source, line, 1, 2) == [CellSpan(0, 1, 2)]
