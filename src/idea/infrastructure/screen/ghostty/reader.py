"""Reads what is on screen: one render state, its changed rows, cursor and selection.

Everything here is a short call and keeps the GIL; a full screen of 200 × 60 takes 1 to 3 ms.
"""

import ctypes
import functools
from collections.abc import Sequence
from typing import NamedTuple

from idea.domain.ports.terminal_core import Cursor, CursorShape, Row
from idea.infrastructure.screen.ghostty.abi import POINTER, Abi, Point, ShortCall
from idea.infrastructure.screen.ghostty.cells import Fields, RowSource, assemble, decode_row, fields
from idea.infrastructure.screen.ghostty.styles import StyleReader
from idea.infrastructure.screen.outside_text import LONGEST_LINK, lawful_link

_CLUSTER_BYTES = 4096
_LONGEST_CLUSTER = 16
"""Code points of one cell that are shown."""


class _Calls(NamedTuple):
    update: ShortCall
    clean: ShortCall
    get: ShortCall
    next_row: ShortCall
    next_dirty: ShortCall
    row_get: ShortCall
    select: ShortCall
    cell_get: ShortCall
    row_fact: ShortCall
    raw_fact: ShortCall
    grid_ref: ShortCall
    link: ShortCall


@functools.cache
def _calls(abi: Abi) -> _Calls:
    short, boolean = abi.short, ctypes.c_bool
    prefix = "ghostty_render_state"
    return _Calls(
        update=short(f"{prefix}_update", POINTER, POINTER),
        clean=short(f"{prefix}_clean", POINTER),
        get=short(f"{prefix}_get", POINTER, ctypes.c_int, POINTER),
        next_row=short(f"{prefix}_row_iterator_next", POINTER, result=boolean),
        next_dirty=short(f"{prefix}_row_iterator_next_dirty", POINTER, POINTER, result=boolean),
        row_get=short(f"{prefix}_row_get", POINTER, ctypes.c_int, POINTER),
        select=short(f"{prefix}_row_cells_select", POINTER, ctypes.c_uint16),
        cell_get=short(f"{prefix}_row_cells_get", POINTER, ctypes.c_int, POINTER),
        row_fact=short("ghostty_row_get", ctypes.c_uint64, ctypes.c_int, POINTER),
        raw_fact=short("ghostty_cell_get", ctypes.c_uint64, ctypes.c_int, POINTER),
        grid_ref=short("ghostty_terminal_grid_ref", POINTER, Point, POINTER),
        link=short("ghostty_grid_ref_hyperlink_uri", POINTER, POINTER, ctypes.c_size_t, POINTER),
    )


class ScreenReader:
    """One render state over one terminal."""

    def __init__(self, abi: Abi, terminal: int, *, trust_layout: bool) -> None:
        """Read the terminal at an address; without trust, cells are taken apart by getters."""
        ffi, lib = abi.ffi, abi.lib
        self._abi = abi
        self._lib = lib
        self._terminal = terminal
        self._trust_layout = trust_layout
        self._calls = _calls(abi)
        self._state_box = ffi.new("GhosttyRenderState *")
        self._rows_box = ffi.new("GhosttyRenderStateRowIterator *")
        self._cells_box = ffi.new("GhosttyRenderStateRowCells *")
        abi.check(lib.ghostty_render_state_new(ffi.NULL, self._state_box), "watch its screen")
        abi.check(
            lib.ghostty_render_state_row_iterator_new(ffi.NULL, self._rows_box), "walk its rows"
        )
        abi.check(
            lib.ghostty_render_state_row_cells_new(ffi.NULL, self._cells_box), "walk its cells"
        )
        self._state = abi.address(self._state_box[0])
        self._rows = abi.address(self._rows_box[0])
        self._cells = abi.address(self._cells_box[0])
        self._rows_place = abi.address(self._rows_box)
        self._cells_place = abi.address(self._cells_box)
        self._memory = _Memory(abi)
        self._styles = StyleReader(abi, terminal, self._cells)
        self._cells_ready = False
        self._is_current = True
        self._source = RowSource(self._styles_at, self._cluster_at, self._link_at)

    def close(self) -> None:
        """Free the render state."""
        lib = self._lib
        lib.ghostty_render_state_row_cells_free(self._cells_box[0])
        lib.ghostty_render_state_row_iterator_free(self._rows_box[0])
        lib.ghostty_render_state_free(self._state_box[0])

    def update(self) -> None:
        """Take over what the terminal shows now; changes add up until `changed_rows`."""
        self._abi.check(self._calls.update(self._state, self._terminal), "update its screen")

    def changed_rows(self, *, is_current: bool) -> dict[int, Row]:
        """Return the rows that changed since the last call, and forget that they did.

        `is_current` tells that the terminal was fed nothing since the last `update`.
        """
        self._is_current = is_current
        rows: dict[int, Row] = {}
        memory, next_dirty = self._memory, self._calls.next_dirty
        self._start_rows()
        while next_dirty(self._rows, memory.row_at):
            rows[memory.row[0]] = self._read_row()
        self._calls.clean(self._state)
        return rows

    def all_rows(self, *, is_current: bool) -> dict[int, Row]:
        """Return every row shown, and forget what changed; `is_current` as for `changed_rows`."""
        self._is_current = is_current
        rows: dict[int, Row] = {}
        self._start_rows()
        while self._calls.next_row(self._rows):
            self._memory.row[0] = len(rows)
            rows[len(rows)] = self._read_row()
        self._calls.clean(self._state)
        return rows

    def selection(self) -> dict[int, tuple[int, int]]:
        """Return the selected columns by row: first and one past the last."""
        selected: dict[int, tuple[int, int]] = {}
        memory, what = self._memory, self._lib.GHOSTTY_RENDER_STATE_ROW_DATA_SELECTION
        self._start_rows()
        row = 0
        while self._calls.next_row(self._rows):
            if not self._calls.row_get(self._rows, what, memory.selection_at):
                selected[row] = (memory.selection.start_x, memory.selection.end_x + 1)
            row += 1
        return selected

    def cursor(self) -> Cursor:
        """Return the cursor in viewport cells."""
        memory, lib = self._memory, self._lib
        what = lib.GHOSTTY_RENDER_STATE_DATA_CURSOR
        self._calls.get(self._state, what, memory.cursor_at)
        state = memory.cursor
        if not state.viewport_has_value:
            return Cursor(row=0, column=0, visible=False)
        return Cursor(
            row=state.viewport_y,
            column=state.viewport_x,
            visible=state.visible,
            shape=memory.shapes.get(state.visual_style, CursorShape.BLOCK),
            blinking=state.blinking,
        )

    def _start_rows(self) -> None:
        what = self._lib.GHOSTTY_RENDER_STATE_DATA_ROW_ITERATOR
        self._calls.get(self._state, what, self._rows_place)

    def _read_row(self) -> Row:
        memory, calls = self._memory, self._calls
        self._cells_ready = False
        calls.row_get(self._rows, memory.raw_cells, memory.view_at)
        view = memory.view
        raw = memory.copy(view.ptr, view.len * 8)[:]
        if not self._trust_layout:
            raw = self._relaid(raw)
        calls.row_get(self._rows, memory.raw_row, memory.number64_at)
        calls.row_fact(memory.number64[0], memory.wrap, memory.flag_at)
        return decode_row(raw, self._source, wrapped=memory.flag[0])

    def _prepare_cells(self) -> None:
        what = self._lib.GHOSTTY_RENDER_STATE_ROW_DATA_CELLS
        self._calls.row_get(self._rows, what, self._cells_place)
        self._cells_ready = True

    def _styles_at(self, columns: Sequence[int]) -> bytes:
        row = self._memory.row[0]
        styles = self._styles.of_terminal(row, columns) if self._is_current else None
        if styles is None:
            if not self._cells_ready:
                self._prepare_cells()
            styles = self._styles.of_cells(columns)
        return styles

    def _cluster_at(self, column: int) -> str:
        memory = self._memory
        if not self._cells_ready:
            self._prepare_cells()
        self._calls.select(self._cells, column)
        what = self._lib.GHOSTTY_RENDER_STATE_ROW_CELLS_DATA_GRAPHEMES_UTF8
        memory.cluster.len = 0
        if self._calls.cell_get(self._cells, what, memory.cluster_at):
            return "\ufffd"
        length = memory.cluster.len
        text = bytes(memory.cluster_bytes[:length]).decode("utf-8", "replace")
        return text[:_LONGEST_CLUSTER] or " "

    def _link_at(self, column: int) -> str:
        return self.link(column, self._memory.row[0], self._lib.GHOSTTY_POINT_TAG_VIEWPORT)

    def link(self, column: int, row: int, tag: int) -> str:
        """Return the link of one cell of the terminal as it is now; empty for none."""
        memory, calls = self._memory, self._calls
        point = Point(tag=tag, x=column, y=row)
        if calls.grid_ref(self._terminal, point, memory.grid_at):
            return ""
        if calls.link(memory.grid_at, memory.link_at, LONGEST_LINK, memory.size_at):
            return ""
        target = bytes(memory.link_bytes[: memory.size[0]]).decode("utf-8", "replace")
        return lawful_link(target)

    def _relaid(self, raw: bytes) -> bytes:
        """Return cells in the layout `cells` knows, read through the library's getters."""
        cells = memoryview(raw).cast("Q")
        return b"".join(assemble(self.slow_fields(cell)).to_bytes(8, "little") for cell in cells)

    def slow_fields(self, cell: int) -> Fields:
        """Take a raw cell apart through the library's getters."""
        lib = self._lib
        content = self._fact(cell, lib.GHOSTTY_CELL_DATA_CONTENT_TAG)
        if content == lib.GHOSTTY_CELL_CONTENT_BG_COLOR_PALETTE:
            value = self._fact(cell, lib.GHOSTTY_CELL_DATA_COLOR_PALETTE)
        elif content == lib.GHOSTTY_CELL_CONTENT_BG_COLOR_RGB:
            value = self._fact(cell, lib.GHOSTTY_CELL_DATA_COLOR_RGB)
        else:
            value = self._fact(cell, lib.GHOSTTY_CELL_DATA_CODEPOINT)
        return Fields(
            content=content,
            value=value,
            style=self._fact(cell, lib.GHOSTTY_CELL_DATA_STYLE_ID),
            width=self._fact(cell, lib.GHOSTTY_CELL_DATA_WIDE),
            link=bool(self._fact(cell, lib.GHOSTTY_CELL_DATA_HAS_HYPERLINK)),
        )

    def _fact(self, cell: int, what: int) -> int:
        memory = self._memory
        memory.number64[0] = 0
        self._calls.raw_fact(cell, what, memory.number64_at)
        return int(memory.number64[0])

    def layout_holds(self) -> bool:
        """Whether the cells shown are laid out as `cells` believes."""
        self._start_rows()
        while self._calls.next_row(self._rows):
            self._calls.row_get(self._rows, self._memory.raw_cells, self._memory.view_at)
            raw = self._memory.copy(self._memory.view.ptr, self._memory.view.len * 8)[:]
            if any(fields(cell) != self.slow_fields(cell) for cell in memoryview(raw).cast("Q")):
                return False
        return True


class _Memory:
    """Places in C memory that results are written to, with their addresses."""

    def __init__(self, abi: Abi) -> None:
        ffi, lib, address = abi.ffi, abi.lib, abi.address
        self.copy = ffi.buffer
        self.number = ffi.new("int *")
        self.number_at = address(self.number)
        self.number64 = ffi.new("uint64_t *")
        self.number64_at = address(self.number64)
        self.flag = ffi.new("bool *")
        self.flag_at = address(self.flag)
        self.row = ffi.new("uint16_t *")
        self.row_at = address(self.row)
        self.size = ffi.new("size_t *")
        self.size_at = address(self.size)
        self.view = ffi.new("GhosttyCellsView *")
        self.view_at = address(self.view)
        self.cursor = abi.sized("GhosttyRenderStateCursor")
        self.cursor_at = address(self.cursor)
        self.selection = abi.sized("GhosttyRenderStateRowSelection")
        self.selection_at = address(self.selection)
        self.grid = abi.sized("GhosttyGridRef")
        self.grid_at = address(self.grid)
        self._cluster_memory = ffi.new("uint8_t[]", _CLUSTER_BYTES)
        self.cluster_bytes = ffi.buffer(self._cluster_memory)
        self.cluster = ffi.new("GhosttyBuffer *")
        self.cluster.ptr = self._cluster_memory
        self.cluster.cap = _CLUSTER_BYTES
        self.cluster_at = address(self.cluster)
        self._link_memory = ffi.new("uint8_t[]", LONGEST_LINK)
        self.link_bytes = ffi.buffer(self._link_memory)
        self.link_at = address(self._link_memory)
        self.raw_cells = int(lib.GHOSTTY_RENDER_STATE_ROW_DATA_CELLS_RAW)
        self.raw_row = int(lib.GHOSTTY_RENDER_STATE_ROW_DATA_RAW)
        self.wrap = int(lib.GHOSTTY_ROW_DATA_WRAP)
        self.shapes = {
            int(lib.GHOSTTY_RENDER_STATE_CURSOR_VISUAL_STYLE_BAR): CursorShape.BAR,
            int(lib.GHOSTTY_RENDER_STATE_CURSOR_VISUAL_STYLE_UNDERLINE): CursorShape.UNDERLINE,
        }
