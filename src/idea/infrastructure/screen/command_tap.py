"""Finds in a program's output the commands that a core swallows without telling of them.

Bytes are neither changed nor held back. The output is cut behind each command, so that what it
causes comes after the replies before it and before those behind it: programs ask several things at
once and take the order of the answers for granted.

Cost: 3 % of what the core takes, because bytes are looked for that are rare. A reset (RIS) is
not looked for, since ESC is not; the adapter of a core learns of it from the core.
"""

import re
from collections.abc import Iterator
from typing import Final

TAPPED: Final = frozenset({"99", "133", "7501"})
"""The operating system commands that are found, by their numbers."""
RESET: Final = b"c"
"""The command that puts the terminal back (RIS)."""
_OSC = re.compile(rf"\](?<=\x1b\])(?:{'|'.join(sorted(TAPPED))});".encode())
_KEYS = re.compile(rb">(?<=\x1b\[>)4(?:;[0-9]{0,3})?[mf]")
_MOST_HOPS: Final = 64
"""From one rare byte to the next in Python; where there are more, they are searched for."""
_UNBEGUN = re.compile(rb"\x1b(?:\](?:[0-9]{1,4})?|\[(?:>(?:4(?:;[0-9]{0,3})?)?)?)?\Z")
_LONGEST_UNBEGUN: Final = 8
_END = re.compile(rb"[\x07\x18\x1a\x1b]")
_CANCELS = b"\x18\x1a"
_LONGEST: Final = 8 << 10


class CommandTap:
    """Watches one stream, however it is cut."""

    def __init__(self, begun: bytes = b"") -> None:
        """`begun` is what was seen of a sequence that goes on in what comes."""
        self._tail = b""
        """The beginning of a command at the end of what was seen."""
        for _ in self.cut(begun):
            pass

    def cut(self, data: bytes) -> Iterator[tuple[bytes, bytes]]:
        """Yield the data in parts, each with the command it ends with; empty for none.

        A command is what stands between ESC and its end: `]99;…`, `]7501;…`, `]133;…`, or `[>4;…m`
        and `[>4;…f`, which switch how modified keys are told.
        """
        if not self._tail and b"\x1b" not in data:
            yield data, b""
            return
        seen = len(self._tail)
        whole = self._tail + data if self._tail else data
        unended = -1
        for start, body in _begun(whole):
            if whole.startswith(b"[", start + 1):
                yield whole[seen:body], whole[start + 1 : body]
                seen = body
                continue
            end = _END.search(whole, body)
            if end is None:
                unended = start
            elif end[0] not in _CANCELS:
                # ESC ends a command, too, and may begin the next one.
                yield whole[seen : end.end()], whole[start + 1 : end.start()]
                seen = end.end()
        self._tail = self._unfinished(whole, unended)
        if seen < len(whole):
            yield whole[seen:], b""

    @staticmethod
    def _unfinished(whole: bytes, unended: int) -> bytes:
        if unended < 0:
            found = _UNBEGUN.search(whole, max(len(whole) - _LONGEST_UNBEGUN, 0))
            return b"" if found is None else found[0]
        # What is too long to be heeded needs no end: no ESC can stand in it.
        tail = whole[unended:]
        return tail if len(tail) <= _LONGEST else b""


def _begun(whole: bytes) -> list[tuple[int, int]]:
    """Return where commands begin, and where their opening ends; in order."""
    osc = [(found.start() - 1, found.end()) for found in _found(_OSC, b"]", whole)]
    keys = [(found.start() - 2, found.end()) for found in _found(_KEYS, b">", whole)]
    return sorted(osc + keys)


def _found(pattern: re.Pattern[bytes], rare: bytes, whole: bytes) -> Iterator[re.Match[bytes]]:
    """Yield what a pattern finds that begins with a rare byte, where that byte is rare."""
    position = -1
    for _ in range(_MOST_HOPS):
        position = whole.find(rare, position + 1)
        if position < 0:
            return
        found = pattern.match(whole, position)
        if found is not None:
            yield found
    yield from pattern.finditer(whole, position + 1)
