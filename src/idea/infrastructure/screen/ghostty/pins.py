"""Places in a terminal that stay with their text while it scrolls, is wrapped anew or trimmed."""

import ctypes
from typing import Any

from idea.infrastructure.screen.ghostty.abi import POINTER, Abi, Point

type Cell = tuple[int, int]
"""Absolute line and column."""


class Pin:
    """One place, until it is freed."""

    def __init__(self, box: Any) -> None:
        self.box = box


class Pins:
    """Sets and asks pins of one terminal, with short calls."""

    def __init__(self, abi: Abi, terminal: int) -> None:
        """Pin places of the terminal at an address."""
        self._abi = abi
        self._terminal = terminal
        lib = abi.lib
        self._active = int(lib.GHOSTTY_POINT_TAG_ACTIVE)
        self._whole = int(lib.GHOSTTY_POINT_TAG_SCREEN)
        self._is_prompt = int(lib.GHOSTTY_ROW_SEMANTIC_PROMPT)
        self._semantic = int(lib.GHOSTTY_ROW_DATA_SEMANTIC_PROMPT)
        short = abi.short
        self._track = short("ghostty_terminal_grid_ref_track", POINTER, Point, POINTER)
        self._ask = short("ghostty_tracked_grid_ref_point", POINTER, ctypes.c_int, POINTER)
        self._refer = short("ghostty_tracked_grid_ref_snapshot", POINTER, POINTER)
        self._row_of = short("ghostty_grid_ref_row", POINTER, POINTER)
        self._row_get = short("ghostty_row_get", ctypes.c_uint64, ctypes.c_int, POINTER)
        self._point = abi.ffi.new("GhosttyPointCoordinate *")
        self._grid = abi.sized("GhosttyGridRef")
        self._row = abi.ffi.new("uint64_t *")
        self._number = abi.ffi.new("uint64_t *")

    def at_cursor(self, cursor: Cell) -> Pin | None:
        """Pin a cell of the page that programs write to, counted from its top."""
        return self._set(self._active, cursor)

    def at(self, cell: Cell) -> Pin | None:
        """Pin a cell of all there is."""
        return self._set(self._whole, cell)

    def place(self, pin: Pin | None) -> Cell | None:
        """Return where a pin is now; None when its text is gone."""
        address = self._abi.address
        if pin is None or self._ask(address(pin.box[0]), self._whole, address(self._point)):
            return None
        return self._point.y, self._point.x

    def begins_prompt(self, pin: Pin) -> bool:
        """Whether the pin's row still is one that a prompt begins in."""
        address = self._abi.address
        if self._refer(address(pin.box[0]), address(self._grid)):
            return False
        self._row_of(address(self._grid), address(self._row))
        self._number[0] = 0
        self._row_get(self._row[0], self._semantic, address(self._number))
        return int(self._number[0]) & 0xFF == self._is_prompt

    def free(self, *pins: Pin | None) -> None:
        """Let go of pins."""
        for pin in pins:
            if pin is not None:
                self._abi.lib.ghostty_tracked_grid_ref_free(pin.box[0])

    def _set(self, tag: int, cell: Cell) -> Pin | None:
        box = self._abi.ffi.new("GhosttyTrackedGridRef *")
        point = Point(tag=tag, x=cell[1], y=cell[0])
        return None if self._track(self._terminal, point, self._abi.address(box)) else Pin(box)
