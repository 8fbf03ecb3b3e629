"""The link under the mouse: which cells it has, and where it truly leads."""

import platform
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QPointF

from idea.domain.links import Target, links_in, shown_target, target_of
from idea.domain.ports.terminal_core import Row
from idea.domain.visible import visible
from idea.domain.whole_lines import beginning_of, cells_of, whole_lines
from idea.presentation.desktop.terminal.geometry import GridPlace
from idea.presentation.desktop.terminal.painter import GridPainter

_HERE = frozenset({platform.node()})


@dataclass(frozen=True, slots=True)
class HoveredLink:
    """A link as it stands on the screen."""

    target: Target | None
    """None for one that is shown but never opened."""
    sentence: str
    """Where it leads, every character visible."""
    spans: tuple[tuple[int, int, int], ...]
    """Row, first column and one past the last of its cells."""


class GridLines:
    """The shown rows as a source of whole lines."""

    def __init__(self, grid: GridPainter) -> None:
        self._grid = grid

    def rows(self, first: int, count: int) -> tuple[Row, ...]:
        """Return shown rows."""
        last = min(first + count, self._grid.size.rows)
        return tuple(self._grid.row_at(row) for row in range(max(first, 0), last))

    def lines(self, first: int, count: int) -> tuple[str, ...]:
        """Return shown rows as text."""
        return tuple(row.text for row in self.rows(first, count))

    def wrapped(self, first: int, count: int) -> tuple[bool, ...]:
        """Return of each whether it goes on in the next."""
        return tuple(row.wrapped for row in self.rows(first, count))


class LinkHover:
    """Follows the mouse over one grid."""

    def __init__(
        self,
        grid: Callable[[], GridPainter],
        place: Callable[[], GridPlace],
        changed: Callable[[], None],
    ) -> None:
        """`changed` is called when another link is under the mouse, or none."""
        self._grid = grid
        self._place = place
        self._changed = changed
        self._point: QPointF | None = None
        self.link: HoveredLink | None = None
        """The link under the mouse."""

    @property
    def opens(self) -> bool:
        """Whether a click with Control would open something."""
        return self.link is not None and self.link.target is not None

    def move(self, point: QPointF) -> None:
        """Take the mouse's place."""
        self._point = point
        self.look()

    def leave(self) -> None:
        """Take note that the mouse is elsewhere, or does something else."""
        self._point = None
        self.look()

    def look(self) -> None:
        """Find what is under the mouse now; the text may have moved."""
        link = None
        if self._point is not None:
            place = self._place()
            x, _ = place.pixel_at(self._point)
            link = link_at(self._grid(), place.row_at(self._point), int(x // place.metrics.width))
        if link != self.link:
            self.link = link
            self._changed()


def link_at(grid: GridPainter, row: int, column: int) -> HoveredLink | None:
    """Return the link at a cell of the screen: one the program made, else one that text names."""
    if not (0 <= row < grid.size.rows and 0 <= column < grid.size.columns):
        return None
    made = next(
        (
            run.link
            for run in grid.row_at(row).runs
            if run.column <= column < run.column + run.cells
        ),
        "",
    )
    return _made_link(grid, row, column, made) if made else _named_link(grid, row, column)


def _made_link(grid: GridPainter, row: int, column: int, uri: str) -> HoveredLink:
    """Return an OSC 8 link with all its cells around one, over row ends too."""
    spans = [_made_span(grid, row, column, uri)]
    while spans[0][1] == 0 and spans[0][0] > 0:
        above = _made_span(grid, spans[0][0] - 1, grid.size.columns - 1, uri)
        if above[1] == above[2]:
            break
        spans.insert(0, above)
    while spans[-1][2] == grid.size.columns and spans[-1][0] + 1 < grid.size.rows:
        below = _made_span(grid, spans[-1][0] + 1, 0, uri)
        if below[1] == below[2]:
            break
        spans.append(below)
    target = target_of(uri, _HERE)
    shown = visible(uri) if target is None else shown_target(target)
    sentence = f"{shown} is not opened from here" if target is None else shown
    return HoveredLink(target, sentence, tuple(spans))


def _made_span(grid: GridPainter, row: int, column: int, uri: str) -> tuple[int, int, int]:
    """Return the neighbouring cells of a row, around a column, that lead to `uri`."""
    start = end = column
    runs = [run for run in grid.row_at(row).runs if run.link == uri]
    for run in runs:
        if run.column <= column < run.column + run.cells:
            start, end = run.column, run.column + run.cells
    if start == end:
        return row, column, column
    for run in runs:
        if run.column == end:
            end += run.cells
    for run in reversed(runs):
        if run.column + run.cells == start:
            start = run.column
    return row, start, end


def _named_link(grid: GridPainter, row: int, column: int) -> HoveredLink | None:
    source = GridLines(grid)
    for line in whole_lines(source, beginning_of(source, row), 1):
        for link in links_in(line.text):
            spans = tuple(
                (cell.line, cell.start, cell.end)
                for cell in cells_of(source, line, link.start, link.end)
            )
            if any(at == row and start <= column < end for at, start, end in spans):
                return HoveredLink(link.target, shown_target(link.target), spans)
    return None
