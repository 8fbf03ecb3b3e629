"""Places in a terminal that stay with their text while it scrolls, is wrapped anew or trimmed."""

import ctypes
from typing import Any

from idea.infrastructure.screen.ghostty.abi import POINTER, Abi, Point

type Cell = tuple[int, int]
"""Absolute line and column."""


class Pin:
    """One place, until it is freed."""

    def __init__(self, abi: Abi, box: Any) -> None:
        self.box = box
        self.at = abi.address(box[0])


class Pins:
    """Sets and asks pins of one terminal, with short calls."""

    def __init__(self, abi: Abi, terminal: int) -> None:
        """Pin places of the terminal at an address."""
        self._abi = abi
        self._terminal = terminal
        lib, ffi, short = abi.lib, abi.ffi, abi.short
        self._active = int(lib.GHOSTTY_POINT_TAG_ACTIVE)
        self._whole = int(lib.GHOSTTY_POINT_TAG_SCREEN)
        self._is_prompt = int(lib.GHOSTTY_ROW_SEMANTIC_PROMPT)
        self._semantic = int(lib.GHOSTTY_ROW_DATA_SEMANTIC_PROMPT)
        self._track = short("ghostty_terminal_grid_ref_track", POINTER, Point, POINTER)
        self._ask = short("ghostty_tracked_grid_ref_point", POINTER, ctypes.c_int, POINTER)
        self._lives = short("ghostty_tracked_grid_ref_has_value", POINTER, result=ctypes.c_bool)
        self._refer = short("ghostty_tracked_grid_ref_snapshot", POINTER, POINTER)
        self._row_of = short("ghostty_grid_ref_row", POINTER, POINTER)
        self._row_get = short("ghostty_row_get", ctypes.c_uint64, ctypes.c_int, POINTER)
        self._point = ffi.new("GhosttyPointCoordinate *")
        self._grid = abi.sized("GhosttyGridRef")
        self._row = ffi.new("uint64_t *")
        self._number = ffi.new("uint64_t *")
        places = (self._point, self._grid, self._row, self._number)
        self._point_at, self._grid_at, self._row_at, self._number_at = map(abi.address, places)

    def at_cursor(self, cursor: Cell) -> Pin | None:
        """Pin a cell of the page that programs write to, counted from its top."""
        return self._set(self._active, cursor)

    def at(self, cell: Cell) -> Pin | None:
        """Pin a cell of all there is."""
        return self._set(self._whole, cell)

    def is_gone(self, pin: Pin | None) -> bool:
        """Whether a pin's text is gone; asked quicker than where it is."""
        return pin is None or not self._lives(pin.at)

    def place(self, pin: Pin | None) -> Cell | None:
        """Return where a pin is now; None when its text is gone."""
        if pin is None or self._ask(pin.at, self._whole, self._point_at):
            return None
        return self._point.y, self._point.x

    def begins_prompt(self, pin: Pin) -> bool:
        """Whether the pin's row still is one that a prompt begins in."""
        if self._refer(pin.at, self._grid_at):
            return False
        self._row_of(self._grid_at, self._row_at)
        self._number[0] = 0
        self._row_get(self._row[0], self._semantic, self._number_at)
        return int(self._number[0]) & 0xFF == self._is_prompt

    def free(self, *pins: Pin | None) -> None:
        """Let go of pins."""
        for pin in pins:
            if pin is not None:
                self._abi.lib.ghostty_tracked_grid_ref_free(pin.box[0])

    def _set(self, tag: int, cell: Cell) -> Pin | None:
        box = self._abi.ffi.new("GhosttyTrackedGridRef *")
        point = Point(tag=tag, x=cell[1], y=cell[0])
        failed = self._track(self._terminal, point, self._abi.address(box))
        return None if failed else Pin(self._abi, box)
