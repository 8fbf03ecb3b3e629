"""Reads the styles of cells, those of one row together, and decodes them once for all terminals.

There is no call that returns the styles of a row, so this is what a dense screen costs: one call a
style. Cells of the terminal itself are asked by a reference, of which only the column changes
along a row; a render state that is older than its terminal must be asked in two calls a cell.
"""

import ctypes
import functools
import struct
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from idea.domain.ports.terminal_core import DEFAULT_COLOR, PLAIN, Color, Style, Underline
from idea.infrastructure.screen.ghostty.abi import POINTER, Abi, Point, ShortCall

_MOST_STYLES = 100_000
_STYLE = struct.Struct("<8xi4xQi4xQi4xQ8?i4x")
"""A `GhosttyStyle`: size, three tagged colours, eight switches, underline."""
_WHOLE = struct.Struct(f"{_STYLE.size}s")
_UNDERLINES = tuple(Underline)
_USUAL_COLUMNS = 256


_RGB = 2
"""The tag of a colour of red, green and blue; 1 is an entry of the palette, 0 none."""
_PLAIN_SWITCHES = PLAIN[3:]
_new_style: Callable[[Iterable[object]], Style] = functools.partial(tuple.__new__, Style)
"""Makes a style of its fields, in half the time."""


class _Styles(dict[bytes, Style]):
    """Styles by the library's own bytes; they mean the same in every terminal, on every thread."""

    def __missing__(self, raw: bytes) -> Style:
        if len(self) >= _MOST_STYLES:
            self.clear()
        style = self[raw] = _decoded(raw)
        return style


_STYLES = _Styles()


class _Calls(NamedTuple):
    select: ShortCall
    cell_get: ShortCall
    grid_ref: ShortCall
    style: ShortCall


@functools.cache
def _calls(abi: Abi) -> _Calls:
    short, cells = abi.short, "ghostty_render_state_row_cells"
    return _Calls(
        select=short(f"{cells}_select", POINTER, ctypes.c_uint16),
        cell_get=short(f"{cells}_get", POINTER, ctypes.c_int, POINTER),
        grid_ref=short("ghostty_terminal_grid_ref", POINTER, Point, POINTER),
        # Without types, pointers made before are passed as they are, in half the time.
        style=short("ghostty_grid_ref_style"),
    )


class StyleReader:
    """Asks one terminal, or the cells of one render state, for styles."""

    def __init__(self, abi: Abi, terminal: int, cells: int) -> None:
        """Read the terminal at an address, or cells of its render state at another."""
        self._abi = abi
        self._terminal = terminal
        self._cells = cells
        self._calls = _calls(abi)
        self._viewport = int(abi.lib.GHOSTTY_POINT_TAG_VIEWPORT)
        self._style_key = int(abi.lib.GHOSTTY_RENDER_STATE_ROW_CELLS_DATA_STYLE)
        self._ref = abi.sized("GhosttyGridRef")
        self._ref_at = abi.address(self._ref)
        self._ref_bytes = abi.ffi.buffer(self._ref)
        self._make_room(_USUAL_COLUMNS)

    def _make_room(self, columns: int) -> None:
        """Allocate a style and a reference for each of so many columns."""
        ffi = self._abi.ffi
        self._refs = ffi.new("GhosttyGridRef[]", columns)
        self._refs_bytes = memoryview(ffi.buffer(self._refs))
        size, place = len(self._ref_bytes), ffi.offsetof("GhosttyGridRef", "x")
        begin = self._abi.address(self._refs)
        self._refs_at = list(map(POINTER, range(begin, begin + columns * size, size)))
        numbers = b"".join(column.to_bytes(2, sys.byteorder) for column in range(columns))
        self._column_bytes = [
            (slice(place + byte, None, size), numbers[byte::2]) for byte in range(2)
        ]
        self._styles = ffi.new("GhosttyStyle[]", columns)
        self._styles_bytes = ffi.buffer(self._styles)
        begin = self._abi.address(self._styles)
        places = range(begin, begin + columns * _STYLE.size, _STYLE.size)
        self._styles_at = list(map(POINTER, places))
        for style in self._styles:
            style.size = _STYLE.size

    def _make_room_for(self, columns: Sequence[int]) -> None:
        last = max(columns, default=0)  # They come in the order of their styles, not from the left.
        if last >= len(self._styles_at):
            self._make_room(2 * last)

    def of_terminal(self, row: int, columns: Sequence[int]) -> bytes | None:
        """Return the packed styles of columns of a viewport row, as the terminal is now.

        None when there is no such row.
        """
        self._make_room_for(columns)
        point = Point(tag=self._viewport, x=0, y=row)
        if self._calls.grid_ref(self._terminal, point, self._ref_at):
            return None
        # The same reference for every column, but for the column.
        self._refs_bytes[:] = self._ref_bytes[:] * len(self._refs_at)
        for places, numbers in self._column_bytes:
            self._refs_bytes[places] = numbers
        refs = map(self._refs_at.__getitem__, columns)
        if any(map(self._calls.style, refs, self._styles_at)):
            return None
        return self._taken(len(columns))

    def of_cells(self, columns: Sequence[int]) -> bytes:
        """Return the packed styles of columns of the row the render state's cells stand in."""
        self._make_room_for(columns)
        cells, key = self._cells, self._style_key
        select, get = self._calls.select, self._calls.cell_get
        for column, place in zip(columns, self._styles_at, strict=False):
            select(cells, column)
            get(cells, key, place)
        return self._taken(len(columns))

    def _taken(self, count: int) -> bytes:
        return bytes(self._styles_bytes[: count * _STYLE.size])


def unpacked_styles(packed: bytes) -> list[Style]:
    """Return the styles that a `StyleReader` returned packed."""
    known = _STYLES
    return [known[one] for (one,) in _WHOLE.iter_unpack(packed)]


def _decoded(raw: bytes) -> Style:
    fg_tag, foreground, bg_tag, background, line_tag, line, *switches, underline = _STYLE.unpack(
        raw
    )
    colors = (
        _color(fg_tag, foreground),
        _color(bg_tag, background),
        _color(line_tag, line) if line_tag else DEFAULT_COLOR,
    )
    if not (underline or True in switches):
        return _new_style(colors + _PLAIN_SWITCHES)
    bold, italic, faint, blink, inverse, invisible, strikethrough, overline = switches
    return Style(
        *colors,
        _UNDERLINES[underline],
        bold,
        faint,
        italic,
        blink,
        inverse,
        invisible,
        strikethrough,
        overline,
    )


def _color(tag: int, value: int) -> Color:
    """Return the colour of a `GhosttyStyleColor`: none, palette entry or red, green and blue."""
    if tag == _RGB:
        return 0x1000000 | (value & 0xFF) << 16 | value & 0xFF00 | value >> 16 & 0xFF
    return value & 0xFF if tag else DEFAULT_COLOR
