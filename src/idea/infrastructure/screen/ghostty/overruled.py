"""Finds where a program asks for what the library must not do, does not, or does not well.

That is DECCOLM, DECSTR and the way to the alternate screen: the library clears that screen with the
background that was in use when it was left, so after a program with its own background the next
one began on a coloured page.
"""

import re
from collections.abc import Iterator
from enum import Enum, auto

from idea.infrastructure.screen.ghostty.facts import TerminalFacts

_ALLOW_WIDTH = b"40"
"""The mode that allows DECCOLM, as its digits."""
# Set, reset or restored (XTRESTORE).
_CHANGE_WIDTH = re.compile(rb"\x1b\[\?(?:[0-9]*;)*0*3(?:;[0-9]*)*[hlr]")
_ALTERNATE = b"1049"
_TO_ALTERNATE = re.compile(rb"\x1b\[\?(?:[0-9]*;)*0*1049(?:;[0-9]*)*h")
_SOFT_RESET = re.compile(rb"\x1b\[!p")
_RESET = (
    b"\x1b[4l\x1b[?6l\x1b[?69l\x1b[r\x1b[?7h\x1b[?25h\x1b[?1l\x1b>\x0f\x1b(B\x1b)B\x1b*B\x1b+B"
    b'\x1b[0"q\x1b[m\x1b[H\x1b7\x1b[%d;%dH'
)
"""What DECSTR resets: modes, margins, character sets, protection, looks and the saved cursor."""
_ERASE = b"\x1b[2J"
"""Clears the page with the background that is in use now, as terminals do on that way."""


class Then(Enum):
    """What has to follow a part of the stream."""

    NOTHING = auto()
    SOFT_RESET = auto()
    ERASE = auto()


class Overruled:
    """Watches one stream."""

    def __init__(self, facts: TerminalFacts) -> None:
        """Watch the stream of a terminal."""
        self._facts = facts
        self._last_bytes = b""

    def parts(self, data: bytes) -> Iterator[tuple[bytes, Then]]:
        """Yield the data, cut after each such sequence, and what has to follow each part."""
        before, self._last_bytes = self._last_bytes, (self._last_bytes + data[-16:])[-16:]
        ends = {len(data): Then.NOTHING}
        # One rare byte is searched for twenty times as fast as two common digits.
        may_allow = _ALLOW_WIDTH in before + data[:16] or (b"?" in data and _ALLOW_WIDTH in data)
        if may_allow or self._facts.allows_width():
            found = _CHANGE_WIDTH.finditer(before + data)
            ends |= dict.fromkeys((one.end() - len(before) for one in found), Then.NOTHING)
        if b"p" in data and (b"!" in data or b"!" in before):
            found = _SOFT_RESET.finditer(before + data)
            ends |= dict.fromkeys((one.end() - len(before) for one in found), Then.SOFT_RESET)
        if (b"h" in data[:16] and b"?" in before) or (b"?" in data and _ALTERNATE in data):
            found = _TO_ALTERNATE.finditer(before + data)
            ends |= dict.fromkeys((one.end() - len(before) for one in found), Then.ERASE)
        start = 0
        for end in sorted(end for end in ends if end > 0):
            yield data[start:end], ends[end]
            start = end

    def after(self, then: Then) -> bytes:
        """Return what to feed after a part; a DECSTR leaves the cursor in its place."""
        match then:
            case Then.SOFT_RESET:
                row, column = self._facts.cursor()
                return _RESET % (row + 1, column + 1)
            case Then.ERASE:
                return _ERASE
            case Then.NOTHING:
                return b""
