"""Selects text in absolute lines, for a core that has no selection of its own."""

from collections.abc import Callable

from idea.domain.ports.terminal_core import Row, SelectionUnit
from idea.infrastructure.screen.rows import cut_row

type Place = tuple[int, int]
"""Absolute line and column."""


class LineSelection:
    """A selection over rows that are asked for by absolute line; columns count cells."""

    def __init__(self, row_at: Callable[[int], Row], columns: Callable[[], int]) -> None:
        """Select in these rows, each so many columns wide."""
        self._row_at = row_at
        self._columns = columns
        self._ends: tuple[Place, Place] | None = None
        self._is_block = False

    def select(self, start: Place, end: Place, unit: SelectionUnit, *, block: bool) -> None:
        """Select between two places, widened to whole units."""
        self._is_block = block
        if block:
            self._ends = (start, end)
            return
        spans = [self._span(place, unit) for place in (start, end)]
        self._ends = (min(span[0] for span in spans), max(span[1] for span in spans))

    def select_lines(self, first: int, last: int) -> None:
        """Select whole lines."""
        self._is_block = False
        self._ends = ((first, 0), (last, self._columns() - 1))

    def clear(self) -> None:
        """Select nothing."""
        self._ends = None

    def drop(self, lines: int) -> None:
        """Move with the text after `lines` lines fell off the oldest end."""
        if self._ends is None:
            return
        (first, left), (last, right) = self._ends
        if max(first, last) < lines:
            self._ends = None
        else:
            self._ends = ((max(first - lines, 0), left), (max(last - lines, 0), right))

    def columns_of(self, line: int) -> tuple[int, int] | None:
        """Return the selected columns of a line: first and one past the last."""
        if self._ends is None:
            return None
        (first, left), (last, right) = self._ends
        if not min(first, last) <= line <= max(first, last):
            return None
        # It was selected at another width, perhaps.
        width = self._columns()
        if self._is_block:
            return min(left, right, width), min(max(left, right) + 1, width)
        start = min(left, width) if line == first else 0
        return start, min(right + 1, width) if line == last else width

    def rows(self) -> tuple[Row, ...]:
        """Return the selected cells of each row."""
        if self._ends is None:
            return ()
        first, last = sorted(place[0] for place in self._ends)
        spans = [(line, self.columns_of(line)) for line in range(first, last + 1)]
        return tuple(cut_row(self._row_at(line), *span) for line, span in spans if span)

    def text(self) -> str:
        """Return the selected text, wrapped lines joined."""
        if self._ends is None:
            return ""
        text = ""
        first, last = sorted(place[0] for place in self._ends)
        for line in range(first, last + 1):
            columns = self.columns_of(line)
            row = self._row_at(line)
            part = _cut(row, *columns) if columns else ""
            joined = row.wrapped and not self._is_block and line < last
            text += part if joined else part.rstrip(" ") + ("\n" if line < last else "")
        return text.rstrip("\n")

    def _span(self, place: Place, unit: SelectionUnit) -> tuple[Place, Place]:
        line, column = place
        if unit is SelectionUnit.LINE:
            return (line, 0), (line, max(len(_cells(self._row_at(line))) - 1, 0))
        if unit is SelectionUnit.CELL:
            return place, place
        cells = _cells(self._row_at(line))
        if column >= len(cells) or cells[column] == " ":
            return place, place
        left = right = column
        while left > 0 and cells[left - 1] != " ":
            left -= 1
        while right + 1 < len(cells) and cells[right + 1] != " ":
            right += 1
        return (line, left), (line, right)


def _cells(row: Row) -> list[str]:
    """Return one text per cell; the second half of a wide character has none."""
    cells: list[str] = []
    for run in row.runs:
        cells += [" "] * (run.column - len(cells))
        if len(run.text) == run.cells:
            cells += run.text
        else:
            cells += [run.text, *[""] * (run.cells - 1)]
    return cells


def _cut(row: Row, start: int, end: int) -> str:
    if start == 0 and end >= len(_cells(row)):
        return row.text
    return "".join(_cells(row)[start:end])
