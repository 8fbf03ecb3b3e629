"""Finds where a program asks for what the library must not do, or does not: DECCOLM and DECSTR."""

import re
from collections.abc import Iterator

from idea.infrastructure.screen.ghostty.facts import TerminalFacts

_ALLOW_WIDTH = b"40"
"""The mode that allows DECCOLM, as its digits."""
_CHANGE_WIDTH = re.compile(rb"\x1b\[\?(?:[0-9]*;)*0*3(?:;[0-9]*)*[hl]")
_SOFT_RESET = re.compile(rb"\x1b\[!p")
_RESET = (
    b"\x1b[4l\x1b[?6l\x1b[?69l\x1b[r\x1b[?7h\x1b[?25h\x1b[?1l\x1b>\x0f\x1b(B\x1b)B\x1b*B\x1b+B"
    b'\x1b[0"q\x1b[m\x1b[H\x1b7\x1b[%d;%dH'
)
"""What DECSTR resets: modes, margins, character sets, protection, looks and the saved cursor."""


class Overruled:
    """Watches one stream."""

    def __init__(self, facts: TerminalFacts) -> None:
        """Watch the stream of a terminal."""
        self._facts = facts
        self._last_bytes = b""

    def parts(self, data: bytes) -> Iterator[tuple[bytes, bool]]:
        """Yield the data, cut after each such sequence, and whether a part ends with DECSTR."""
        before, self._last_bytes = self._last_bytes, (self._last_bytes + data[-16:])[-16:]
        ends = {len(data): False}
        # One rare byte is searched for twenty times as fast as two common digits.
        may_allow = _ALLOW_WIDTH in before + data[:16] or (b"?" in data and _ALLOW_WIDTH in data)
        if may_allow or self._facts.allows_width():
            found = _CHANGE_WIDTH.finditer(before + data)
            ends |= dict.fromkeys((one.end() - len(before) for one in found), False)
        if b"p" in data and (b"!" in data or b"!" in before):
            found = _SOFT_RESET.finditer(before + data)
            ends |= dict.fromkeys((one.end() - len(before) for one in found), True)
        start = 0
        for end in sorted(end for end in ends if end > 0):
            yield data[start:end], ends[end]
            start = end


def soft_reset(row: int, column: int) -> bytes:
    """Return what to feed for a DECSTR with the cursor there, which it leaves in its place."""
    return _RESET % (row + 1, column + 1)
