"""Keeps the wanted number of scrollback lines, at the speed of the byte limit.

The library prunes old pages in two ways. At its byte limit it reuses the oldest page for the new
one (490 MB/s fed); at its line limit it gives the page back to the system and faults a fresh one
in (54 MB/s). So the line limit is only the backstop here, and the byte limit is steered: left wide
until the wanted lines are there, then stepped down page by page until the first page goes, and
moved by a page whenever the lines kept leave their band.

Lines kept: at least what is wanted (as far as 64 MiB allow), at most a few pages more.
"""

import ctypes

from idea.infrastructure.screen.ghostty.abi import POINTER, Abi

MOST_BYTES = 64 << 20
"""Left at its default, the library's byte limit keeps about 390 lines of 120 columns."""
_PAGE_BYTES = 401_408
_PAGE_CELL_BYTES = 371_712


class LineLimit:
    """The limits of one terminal."""

    def __init__(self, abi: Abi, terminal: int, lines: int, columns: int) -> None:
        """Keep at least `lines` lines above the page of the terminal at an address."""
        lib = abi.lib
        self._terminal = terminal
        self._wanted = lines
        self._set = abi.short("ghostty_terminal_set", POINTER, ctypes.c_int, POINTER)
        self._get = abi.short("ghostty_terminal_get", POINTER, ctypes.c_int, POINTER)
        self._number = abi.ffi.new("size_t *")
        self._number_at = abi.address(self._number)
        self._bytes_option = int(lib.GHOSTTY_TERMINAL_OPT_SCROLLBACK_MAX_BYTES)
        self._lines_option = int(lib.GHOSTTY_TERMINAL_OPT_SCROLLBACK_MAX_LINES)
        self._kept_key = int(lib.GHOSTTY_TERMINAL_DATA_SCROLLBACK_ROWS)
        self._bytes = MOST_BYTES
        self._is_tight = False
        self._most = lines
        self.loosen(columns)

    def loosen(self, columns: int) -> None:
        """Start anew for a width in cells; before a resize, which needs room to reflow."""
        page_lines = max(_PAGE_CELL_BYTES // (8 * columns + 8), 1)
        self._most = self._wanted + 2 * page_lines
        self._is_tight = False
        self._set_option(self._lines_option, self._wanted + 4 * page_lines)
        self._set_bytes(MOST_BYTES)

    def settle(self) -> None:
        """Move the byte limit, if the lines kept say so; after each slice that was fed."""
        kept = self._kept()
        if kept > self._most:
            self._tighten(kept)
        elif self._is_tight and 0 < kept < self._wanted and self._bytes < MOST_BYTES:
            # No line at all means the alternate screen, or a cleared history: nothing to learn.
            self._set_bytes(min(self._bytes + _PAGE_BYTES, MOST_BYTES))

    def _tighten(self, kept: int) -> None:
        self._is_tight = True
        while self._bytes > _PAGE_BYTES:
            self._set_bytes(self._bytes - _PAGE_BYTES)
            now = self._kept()
            if now < kept and now <= self._most:
                return

    def _kept(self) -> int:
        self._number[0] = 0
        self._get(self._terminal, self._kept_key, self._number_at)
        return int(self._number[0])

    def _set_bytes(self, count: int) -> None:
        self._bytes = count
        self._set_option(self._bytes_option, count)

    def _set_option(self, option: int, value: int) -> None:
        self._number[0] = value
        self._set(self._terminal, option, self._number_at)
