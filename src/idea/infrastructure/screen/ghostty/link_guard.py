"""Leaves out links (OSC 8) where more of them stand close together than the library can move.

It keeps lines in pages, and the links of a page in a table that holds 1,664 of them. Text beyond
that loses its links. But lines that move into a page whose table is full, because a region scrolls
across the border of two pages, abort the library. So of the lines that may share a page, no more
have links of their own than the table holds; what is left out is the link, never its text.

Cost: next to nothing without `]`, else one search for the start of a link, about 2 GB/s, and as
long as links are about a count of line ends.
"""

import re
from collections import deque
from typing import Final

MOST_LINKS: Final = 1_500
"""In the lines that may share a page; the library's table holds 1,664."""
_PAGE_CELL_BYTES: Final = 371_712
"""Of a page of the library; a row takes 8 bytes a cell, and 8 more."""
_LINK: Final = b"]8;"
_OPENING = re.compile(rb"\x1b\]8;[^;\x07\x18\x1a\x1b]*;(?=[^\x07\x18\x1a\x1b])")
_UNFINISHED = re.compile(rb"\x1b(?:\](?:8(?:;[^;\x07\x18\x1a\x1b]*;?)?)?)?\Z")
_TARGET = re.compile(rb"[^\x07\x18\x1a\x1b]*")
_LONGEST_START: Final = 4096


class LinkGuard:
    """Guards one stream; belongs to the thread that feeds its core."""

    def __init__(self, columns: int, *, most: int = MOST_LINKS, opened: int = 0) -> None:
        """Guard for lines of so many cells; `opened` links may be there already."""
        self._lines = 0
        self._opened: deque[int] = deque([0] * opened, maxlen=most)
        """The lines of the last links, by how many line ends came before them."""
        self._start = b""
        """The beginning of what may be a link, which went through already."""
        self._drops = False
        """Whether the target of a link is left out, up to its end."""
        self._page_lines = 1
        self.resize(columns)

    def resize(self, columns: int) -> None:
        """Guard for lines of so many cells from now on."""
        self._page_lines = max(_PAGE_CELL_BYTES // (8 * columns + 8), 1)

    def filter(self, data: bytes) -> bytes:
        """Return the bytes to feed instead of `data`; the same object when nothing is left out."""
        # One byte is searched for many times faster than three, and this one is rare.
        has_link = b"]" in data and _LINK in data
        if not (self._start or self._drops or has_link or self._may_begin(data)):
            if self._opened:
                self._lines += data.count(b"\n")
            return data
        parts: list[bytes] = []
        fed = len(self._start)
        whole, position = self._start + data, fed
        if self._drops:
            found = _TARGET.match(whole, position)
            assert found is not None  # noqa: S101 # It matches nothing as well.
            position = found.end()
            self._drops = position == len(whole)
        for opening in _OPENING.finditer(whole):
            self._lines += whole.count(b"\n", max(position, fed), opening.end())
            parts.append(whole[position : max(opening.end(), position)])
            position = max(opening.end(), position)
            if self._has_room():
                self._opened.append(self._lines)
                continue
            # Without a target the sequence ends the link before it.
            target = _TARGET.match(whole, position)
            assert target is not None  # noqa: S101 # It matches nothing as well.
            position = target.end()
            self._drops = position == len(whole)
        self._lines += whole.count(b"\n", position)
        parts.append(whole[position:])
        unfinished = (
            None if self._drops else _UNFINISHED.search(whole, max(len(whole) - _LONGEST_START, 0))
        )
        self._start = unfinished[0] if unfinished is not None else b""
        kept = b"".join(parts)
        return data if len(kept) == len(data) else kept

    def _may_begin(self, data: bytes) -> bool:
        return data.endswith((b"\x1b", b"\x1b]", b"\x1b]8"))

    def _has_room(self) -> bool:
        return (
            len(self._opened) != self._opened.maxlen
            or self._lines - self._opened[0] >= self._page_lines
        )
