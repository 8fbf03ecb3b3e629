"""Feeds the library, and keeps it from a cluster that it cannot take to the next line.

A cluster in the last column that becomes wide (`❤` U+200D `🔥`, a Devanagari conjunct) is moved to
the next line by the library, which looks for its marks one line above the cursor. Where no line
follows, they are not there: below a scrolling region, beside its margins, on a screen of one row
with margins. The library then reads through a null pointer. There, and nowhere else, the character
that would widen the cluster is printed as one of its own.

Cost: nothing for ASCII; else two searches that are never true for most programs. Where there are
margins, 35 µs a chunk, and 2 µs a mark.
"""

import ctypes
import re
from collections.abc import Iterator
from typing import Any, Final

from idea.infrastructure.screen.ghostty.abi import POINTER, Abi, Point
from idea.infrastructure.screen.ghostty.facts import TerminalFacts
from idea.infrastructure.screen.ghostty.guards import Guards
from idea.infrastructure.screen.ghostty.snapshots import margins

_MARK: Final = (
    rb"(?:[\xcc\xcd\xd2\xd6-\xdf\xe0\xe1\xea\xf3]"
    rb"|\xe2(?:\x80[\x8b-\x8f\xa8-\xae]|\x81[\xa0-\xaf]|[\x83\xb3-\xb7])"
    rb"|\xe3(?:\x80[\xaa-\xaf]|\x82[\x99\x9a]|\x85\xa4)"
    rb"|\xed[\x9e\x9f]|\xef[\xac\xb8\xbb\xbe\xbf]|\xf0(?:[\x90-\x9e]|\x9f[\x87\x8f]))"
)
"""How the code points begin that join a cluster and leave it narrow; many others do as well."""
_CHARACTER: Final = (
    rb"(?:[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}"
    rb"|[\x80-\xff][\x80-\xbf]*[\x00-\x7f\xc0-\xff]?)"
)
"""A code point beyond ASCII; of a damaged one as much as it takes until its sign is printed."""
_JOINING: Final = re.compile(
    rb"(?:\A|\x1b|%b[\x80-\xbf]*+)[\x00-\x7f]*+(?=(%b))" % (_MARK, _CHARACTER)
)
"""What may join a cluster: the first after a mark, or after a sequence: it may move the cursor."""
_UNFINISHED: Final = re.compile(
    rb"(?:[\xc2-\xdf]|[\xe0-\xef][\x80-\xbf]?|[\xf0-\xf4][\x80-\xbf]{0,2})\Z"
)
_LONGEST_UNFINISHED: Final = 3
_MARGINS: Final = re.compile(rb"\x1b\[\d+;\d+[rs]")
_ROWS: Final = re.compile(rb"\x1b\[(\d+);(\d+)r")
_COLUMNS: Final = re.compile(rb"\x1b\[(\d+);(\d+)s")


def joining(data: bytes) -> Iterator[tuple[int, int]]:
    """Yield where characters begin and end that may join a cluster which has a mark already."""
    return (found.span(1) for found in _JOINING.finditer(data))


class ClusterGuard:
    """Writes to one terminal, on the thread that feeds it."""

    def __init__(
        self,
        abi: Abi,
        terminal: Any,
        facts: TerminalFacts,
        guards: Guards,
        begun: bytes,
        *,
        is_new: bool,
    ) -> None:
        """Write to a terminal in the middle of `begun`, which was fed before unless it is new."""
        self._abi = abi
        self._terminal = terminal
        self._facts = facts
        self._guards = guards
        self._may_have_margins = not is_new
        self._part = _unfinished(begun)
        """The beginning of a code point, which was written already."""
        self._active = int(abi.lib.GHOSTTY_POINT_TAG_ACTIVE)
        self._refer = abi.short("ghostty_terminal_grid_ref", POINTER, Point, POINTER)
        self._points = abi.short(
            "ghostty_grid_ref_graphemes", POINTER, POINTER, ctypes.c_size_t, POINTER
        )
        self._grid = abi.sized("GhosttyGridRef")
        self._length = abi.ffi.new("size_t *")
        self._grid_at, self._length_at = map(abi.address, (self._grid, self._length))

    def write(self, data: bytes) -> None:
        """Write bytes to the terminal."""
        self._may_have_margins |= self._guards.sets_margins
        if data.isascii() and not self._part:
            self._write(data)
            return
        if self._may_have_margins:
            self._may_have_margins = self._guards.sets_margins or bool(
                _MARGINS.search(self._margins())
            )
        if self._may_have_margins:
            self._write_with_care(data)
        else:
            self._write(data)
        self._part = _unfinished(self._part + data)

    def _write_with_care(self, data: bytes) -> None:
        fed = len(self._part)
        whole, at = self._part + data, fed
        for start, end in joining(whole):
            if end <= at:
                continue
            self._write(whole[at:start])
            at = max(start, fed)
            if self._would_be_lost():
                self._facts.switch_clusters(on=False)
                self._write(whole[at:end])
                self._facts.switch_clusters(on=True)
                at = end
        self._write(whole[at:])

    def _would_be_lost(self) -> bool:
        """Whether a cluster that becomes wide now finds no line to go on in."""
        facts = self._facts
        if not (facts.waits() and facts.has_clusters()):
            return False
        row, column = facts.cursor()
        point = Point(tag=self._active, x=column, y=row)
        if self._refer(self._abi.address(self._terminal), point, self._grid_at):
            return False
        self._length[0] = 0
        self._points(self._grid_at, None, 0, self._length_at)
        if self._length[0] < 2:  # A letter and a mark.
            return False
        return _ends_here(self._margins(), row, column, facts.rows)

    def _margins(self) -> bytes:
        return margins(self._abi, self._terminal)

    def _write(self, data: bytes) -> None:
        if data:
            self._abi.lib.ghostty_terminal_vt_write(self._terminal, data, len(data))


def _unfinished(data: bytes) -> bytes:
    """Return the code point that is cut at the end of bytes."""
    found = _UNFINISHED.search(data[-_LONGEST_UNFINISHED:])
    return found[0] if found else b""


def _ends_here(margins: bytes, row: int, column: int, rows: int) -> bool:
    """Whether the library has no line after this one, nor moves it up to have one."""
    region, columns = _ROWS.search(margins), _COLUMNS.search(margins)
    top, bottom = (int(region[1]) - 1, int(region[2]) - 1) if region else (0, rows - 1)
    if row != bottom:
        return row == rows - 1
    if columns is None:
        return False
    return top == bottom or not int(columns[1]) - 1 <= column < int(columns[2])
