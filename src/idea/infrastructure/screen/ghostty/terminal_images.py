"""The images of one terminal: how much it keeps of them, where they stand, what outlives it."""

import base64
import contextlib
import struct
from collections.abc import Mapping

from idea.domain.ports.terminal_core import Row, Scrollback
from idea.domain.ports.terminal_images import ImagePlacement
from idea.domain.terminal import Size
from idea.infrastructure.screen.ghostty.abi import Abi
from idea.infrastructure.screen.ghostty.facts import TerminalFacts
from idea.infrastructure.screen.ghostty.image_guard import ImageGuard
from idea.infrastructure.screen.ghostty.images import MOST_PLACED, ImageReader

_USUAL_BYTES = 64 << 20
_TAKE_AWAY = b"\x1b_Ga=d,d=r,x=1,y=4294967295,q=2\x1b\\"
_OUTLINE = struct.Struct(">HHHHi")
_MOST_SAVED = 64
_CALM_PIXEL = base64.b64encode(bytes((128, 128, 128, 36)))
"""Grey that lets nearly everything through."""


class TerminalImages:
    """Guards and reads the images of the terminal at an address."""

    def __init__(self, abi: Abi, terminal: int, facts: TerminalFacts, *, are_shown: bool) -> None:
        """With `are_shown` somebody looks at them, so their pixels are read."""
        self._facts = facts
        self._are_shown = are_shown
        self._guard = ImageGuard(_USUAL_BYTES)
        self._reader = ImageReader(abi, terminal)
        self._placed: tuple[ImagePlacement, ...] = ()
        self.limit(_USUAL_BYTES)

    def limit(self, most_bytes: int) -> None:
        """Keep so much of images at most."""
        self._facts.limit_images(most_bytes)
        self._guard.most_bytes = most_bytes

    def filter(self, data: bytes) -> bytes:
        """Return the bytes to feed instead of `data`."""
        return self._guard.filter(data)

    def surplus(self) -> bytes:
        """Return what takes all images away when a program placed far too many, else nothing.

        The time the library takes for one grows with their number: 100,000 take a minute.
        """
        if self._guard.placing < MOST_PLACED:
            return b""
        self._guard.placing = 0
        return _TAKE_AWAY if self._reader.count(MOST_PLACED) >= MOST_PLACED else b""

    def shown(
        self, rows: Mapping[int, Row], cell: tuple[int, int], *, is_current: bool
    ) -> tuple[ImagePlacement, ...]:
        """Return the images in the viewport, or while output is held those from before."""
        if is_current and self._are_shown:
            self._placed = tuple(self._reader.placements(rows, cell))
        return self._placed

    def saved(self, scrollback: Scrollback, size: Size) -> bytes:
        """Return for a snapshot where images stand on the page; their pixels are not kept."""
        above = scrollback.total - size.rows - scrollback.top
        parts: list[bytes] = []
        for row, column, columns, rows, layer in self._reader.outlines():
            first, end = max(row - above, 0), min(row - above + rows, size.rows)
            across = min(columns, size.columns - column)
            if first < end and across > 0:
                parts.append(_OUTLINE.pack(first, column, across, end - first, layer))
        return b"".join(parts[:_MOST_SAVED])

    def frames(self, saved: bytes) -> bytes:
        """Return what puts a frame where each image of a snapshot stood; nothing else changes."""
        if not saved or not self._facts.may_move_cursor():
            return b""
        row, column = self._facts.cursor()
        sequences: list[bytes] = []
        with contextlib.suppress(struct.error):
            for top, left, columns, rows, layer in _OUTLINE.iter_unpack(saved):
                sequences.append(
                    b"\x1b[%d;%dH\x1b_Ga=T,q=2,C=1,f=32,s=1,v=1,c=%d,r=%d,z=%d;%s\x1b\\"
                    % (top + 1, left + 1, columns, rows, layer, _CALM_PIXEL)
                )
        return b"".join((*sequences, b"\x1b[%d;%dH" % (row + 1, column + 1)))

    def close(self) -> None:
        """Free what reading needs."""
        self._reader.close()
