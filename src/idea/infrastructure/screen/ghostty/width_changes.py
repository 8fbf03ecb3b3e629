"""Finds where a program may change the width of its screen (DECCOLM), which it must not."""

import itertools
import re

_ALLOW_WIDTH = b"40"
"""The mode that allows DECCOLM, as its digits."""
_CHANGE_WIDTH = re.compile(rb"\x1b\[\?(?:[0-9]*;)*0*3(?:;[0-9]*)*[hl]")


class WidthChanges:
    """Watches one stream."""

    def __init__(self) -> None:
        self._last_bytes = b""

    def parts(self, data: bytes, *, is_allowed: bool) -> list[bytes]:
        """Return the data, cut after each sequence that may change the width.

        `is_allowed` tells whether the program may change it already, before this data.
        """
        before, self._last_bytes = self._last_bytes, (self._last_bytes + data[-16:])[-16:]
        # One rare byte is searched for twenty times as fast as two common digits.
        may_allow = _ALLOW_WIDTH in before + data[:16] or (b"?" in data and _ALLOW_WIDTH in data)
        if not (may_allow or is_allowed):
            return [data]
        ends = [found.end() - len(before) for found in _CHANGE_WIDTH.finditer(before + data)]
        cuts = [0, *(end for end in ends if end > 0), len(data)]
        return [data[start:end] for start, end in itertools.pairwise(cuts)]
