"""Selects text of one terminal."""

from collections.abc import Callable, Sequence
from typing import Any

from idea.domain.ports.terminal_core import Row, SelectionUnit
from idea.infrastructure.screen.ghostty.abi import POINTER, Abi, Point
from idea.infrastructure.screen.ghostty.facts import TerminalFacts

type Cell = tuple[int, int]
"""Row and column."""
type ReadRows = Callable[[int, int], Sequence[Row]]
"""Returns lines by the first's absolute number and their count."""


class Selector:
    """Selects in one terminal; the terminal itself keeps track of the text as it moves."""

    def __init__(self, abi: Abi, terminal: Any) -> None:
        """Select in the terminal of a handle."""
        self._abi = abi
        self._ffi = abi.ffi
        self._lib = abi.lib
        self._terminal = terminal
        self._address = abi.address(terminal)
        self._grid_ref = abi.short("ghostty_terminal_grid_ref", POINTER, Point, POINTER)
        self.is_active = False
        """Whether something may be selected."""

    def select(self, start: Cell, end: Cell, unit: SelectionUnit, *, block: bool) -> None:
        """Select from one viewport cell to another, both inside, widened to whole units."""
        spans = (self._span(start, unit), self._span(end, unit))
        if block:
            first, last = spans[0][0], spans[1][0]
        else:
            first = min(span[0] for span in spans)
            last = max(span[1] for span in spans)
        self.select_span(first, last, block=block)

    def select_span(self, first: Cell, last: Cell, *, block: bool = False) -> None:
        """Select from one cell of all there is to another."""
        selection = self._selection()
        selection.rectangle = block
        if self._fill(selection, first, last):
            self._install(selection)

    def text_of(self, first: Cell, last: Cell) -> str:
        """Return the text from one cell of all there is to another, wrapped lines joined."""
        selection = self._selection()
        return self._format(selection) if self._fill(selection, first, last) else ""

    def select_all(self) -> None:
        """Select everything kept."""
        selection = self._selection()
        if self._lib.ghostty_terminal_select_all(self._terminal, selection):
            self.clear()
        else:
            self._install(selection)

    def clear(self) -> None:
        """Select nothing."""
        self._install(self._ffi.NULL)

    def keep_to_text(self, rows: ReadRows, facts: TerminalFacts) -> None:
        """Leave out blanks at the ends, and all behind text and cursor; before another size.

        The library keeps blanks that are selected where it would drop them, and then moves the
        cursor away from its text.
        """
        span = self.span()
        if span is None:
            return
        first, last, is_block = span
        page = facts.scrollback().total - facts.rows
        used = (at for at, row in enumerate(rows(page, facts.rows)) if row.text)
        last_line = page + max(facts.cursor()[0], *used, 0)
        if first[0] > last_line:
            self.clear()
            return
        ends = [_inside_text(end, last_line, rows) for end in (first, last)]
        if ends != [first, last]:
            self.select_span(ends[0], ends[1], block=is_block)

    def span(self) -> tuple[Cell, Cell, bool] | None:
        """Return first and last cell in absolute lines, and whether they are a block's corners."""
        found = self._selection()
        what = self._lib.GHOSTTY_TERMINAL_DATA_SELECTION
        if not self.is_active or self._lib.ghostty_terminal_get(self._terminal, what, found):
            return None
        places = [self._place(grid) for grid in self._ends(found)]
        return min(places), max(places), bool(found.rectangle)

    def text(self) -> str:
        """Return the selected text, wrapped lines joined."""
        return self._format(self._ffi.NULL) if self.is_active else ""

    def _format(self, selection: Any) -> str:
        options = self._abi.sized("GhosttyTerminalSelectionFormatOptions")
        options.emit = self._lib.GHOSTTY_FORMATTER_FORMAT_PLAIN
        options.unwrap = options.trim = True
        options.selection = selection
        pointer, length = self._ffi.new("uint8_t **"), self._ffi.new("size_t *")
        if self._lib.ghostty_terminal_selection_format_alloc(
            self._terminal, self._ffi.NULL, options[0], pointer, length
        ):
            return ""
        try:
            return bytes(self._ffi.buffer(pointer[0], length[0])).decode("utf-8", "replace")
        finally:
            self._lib.ghostty_free(self._ffi.NULL, pointer[0], length[0])

    def _fill(self, selection: Any, first: Cell, last: Cell) -> bool:
        tag = self._lib.GHOSTTY_POINT_TAG_SCREEN
        ends = self._ends(selection)
        return all(self._refer(*end) for end in zip(ends, (tag, tag), (first, last), strict=True))

    def _install(self, selection: Any) -> None:
        option = self._lib.GHOSTTY_TERMINAL_OPT_SELECTION
        failed = self._lib.ghostty_terminal_set(self._terminal, option, selection)
        self.is_active = selection != self._ffi.NULL and not failed

    def _selection(self) -> Any:
        selection = self._abi.sized("GhosttySelection")
        selection.start.size = selection.end.size = self._ffi.sizeof("GhosttyGridRef")
        return selection

    def _span(self, cell: Cell, unit: SelectionUnit) -> tuple[Cell, Cell]:
        """Return first and last cell, in absolute lines, of the unit around a viewport cell."""
        grid = self._abi.sized("GhosttyGridRef")
        self._refer(grid, self._lib.GHOSTTY_POINT_TAG_VIEWPORT, cell)
        here = self._place(grid)
        found = self._selection()
        if unit is SelectionUnit.WORD:
            asked = self._abi.sized("GhosttyTerminalSelectWordOptions")
            asked.ref = grid[0]
            failed = self._lib.ghostty_terminal_select_word(self._terminal, asked, found)
        elif unit is SelectionUnit.LINE:
            asked = self._abi.sized("GhosttyTerminalSelectLineOptions")
            asked.ref = grid[0]
            failed = self._lib.ghostty_terminal_select_line(self._terminal, asked, found)
        else:
            failed = 1
        if failed:
            return here, here
        places = [self._place(grid) for grid in self._ends(found)]
        return min(places), max(places)

    def _refer(self, grid: Any, tag: int, cell: Cell) -> bool:
        row, column = cell
        point = Point(tag=tag, x=column, y=row)
        return not self._grid_ref(self._address, point, self._abi.address(grid))

    def _ends(self, selection: Any) -> tuple[Any, Any]:
        address_of = self._ffi.addressof
        return address_of(selection[0], "start"), address_of(selection[0], "end")

    def _place(self, grid: Any) -> Cell:
        point = self._ffi.new("GhosttyPointCoordinate *")
        tag = self._lib.GHOSTTY_POINT_TAG_SCREEN
        if self._lib.ghostty_terminal_point_from_grid_ref(self._terminal, grid, tag, point):
            return 0, 0
        return point.y, point.x


def _inside_text(cell: Cell, last_line: int, rows: ReadRows) -> Cell:
    """Return the cell, or where the text before it ends when it is blank."""
    line, column = cell
    (row,) = rows(min(line, last_line), 1)
    end = max(len(row.runs) and row.runs[-1].column + row.runs[-1].cells - 1, 0)
    return (line, min(column, end)) if line <= last_line else (last_line, end)
