"""Clamps the count of REP (`CSI n b`, repeat the last character) before bytes reach a core.

A huge count inside a hyperlink or beside emoji clusters aborted libghostty-vt, and a core that
survives still spends seconds on it. Repeating more cells than the screen has shows nothing new.

Bytes are never held back, so a snapshot of the core in the middle of a sequence stays complete.
When the final byte of a count that began in an earlier chunk arrives, a fresh, clamped sequence
is sent in its place; its ESC makes the core forget the old one.

Cost: nothing for chunks without ESC; else one `bytes.translate`, about 1 GB/s.
"""

import re

from idea.domain.terminal import Size

_FLAT_DIGITS = bytes.maketrans(b"0123456789", b"0" * 10)
_IGNORED = bytes(
    code for code in range(256) if code < 0x20 or code in b";:" or code >= 0x7F if code != 0x1B
)
"""What may stand inside a CSI sequence without changing its digits, as seen by a fast scan."""

_PARAMETERS = rb"[^@-~\x18\x1a\x1b\x9b]*"
_REP = re.compile(rb"(\x1b[\[\x9b]|\xc2?\x9b)(" + _PARAMETERS + rb")b")
_UNFINISHED = re.compile(rb"(?:\x1b[\[\x9b]|\xc2?\x9b)(" + _PARAMETERS + rb")\Z")
_OPEN = re.compile(
    rb"\x1b(?:\[[^@-~\x18\x1a\x1b]*|[\x00-\x1a\x1c-/\x7f-\xff]*(?:\x9b[^@-~\x18\x1a\x1b]*)?"
    rb"|[X^_][^\x18\x1a\x9c]*)\Z"
)
"""ESC and what follows while the core is not back at plain text, so that a raw 0x9B is a CSI."""

_CONTROLS = re.compile(rb"[\x00-\x1f]")
_NOISE = re.compile(rb"[\x00-\x1f\x7f-\xff]")
_NUMBER = re.compile(rb"[0-9]+")
_LONGEST_TAIL = 64


class RepGuard:
    """Guards one stream; belongs to the thread that feeds its core."""

    def __init__(self, size: Size, *, utf8_c1: bool = False) -> None:
        """Guard for a screen of this size; `utf8_c1` when the core takes C2 9B for a CSI."""
        self._utf8_c1 = utf8_c1
        self._limit = 0
        self._trigger = b""
        self._tail = b""
        """An unfinished CSI at the end of what went through, as `ESC [` and parameters."""
        self._open = False
        """Whether the last chunk ended outside plain text."""
        self.resize(size)

    def resize(self, size: Size) -> None:
        """Clamp to this many cells from now on."""
        self._limit = size.columns * size.rows
        self._trigger = b"0" * len(str(self._limit)) + b"b"

    def filter(self, data: bytes) -> bytes:
        """Return the bytes to feed instead of `data`; the same object when nothing is clamped."""
        if not self._tail and b"\x1b" not in data and b"\x9b" not in data:
            return data
        tail = self._tail
        whole = tail + data if tail else data
        flat = whole.translate(_FLAT_DIGITS, _IGNORED)
        if self._trigger in flat:
            data = self._clamped(whole, len(tail))
        self._remember(whole)
        return data

    def _clamped(self, whole: bytes, fed: int) -> bytes:
        """Return `whole` without the first `fed` bytes, which went through before."""
        parts: list[bytes] = []
        position = fed
        for found in _REP.finditer(whole):
            parameters = found[2]
            if not self._exceeds(parameters) or not self._is_sequence(whole, found):
                continue
            if found.start() > position:
                parts.append(whole[position : found.start()])
            # Controls inside a sequence act at once; those already fed must not act twice.
            parts.extend(_CONTROLS.findall(whole, max(found.start(2), fed), found.end(2)))
            parts.append(b"\x1b[" + self._clamp(_NOISE.sub(b"", parameters)) + b"b")
            position = found.end()
        parts.append(whole[position:])
        return b"".join(parts)

    def _exceeds(self, parameters: bytes) -> bool:
        numbers = _NUMBER.findall(_NOISE.sub(b"", parameters))
        return any(self._value(number) > self._limit for number in numbers)

    def _value(self, digits: bytes) -> int:
        # A count may have a million digits; nobody needs its exact value.
        significant = digits.lstrip(b"0")
        return int(significant or b"0") if len(significant) < 10 else self._limit + 1

    def _clamp(self, parameters: bytes) -> bytes:
        return _NUMBER.sub(
            lambda number: str(min(self._value(number[0]), self._limit)).encode(), parameters
        )

    def _is_sequence(self, whole: bytes, found: re.Match[bytes]) -> bool:
        """Whether the introducer is one to the core, and not the end of a character."""
        introducer = found[1]
        if introducer[0] == 0x1B:
            return True
        if introducer[0] == 0xC2 and self._utf8_c1:
            return True
        before = whole[found.start() - 1] if found.start() else 0
        return (before < 0x80 and introducer[0] == 0x9B) or self._is_open(whole, found.end(1) - 1)

    def _is_open(self, whole: bytes, end: int) -> bool:
        escape = whole.rfind(b"\x1b", 0, end)
        if escape < 0:
            return self._open
        return _OPEN.match(whole, escape, end) is not None

    def _remember(self, whole: bytes) -> None:
        start = max(whole.rfind(b"\x1b"), whole.rfind(b"\x9b"))
        found = _UNFINISHED.search(whole, max(start - 1, 0)) if start >= 0 else None
        if found is not None:
            tail = b"\x1b[" + _NOISE.sub(b"", found[1])
            if len(tail) > _LONGEST_TAIL:
                # Only its being too large matters from here on.
                tail = tail[:2] + b"9" * (_LONGEST_TAIL - 2)
            self._tail = tail
        elif whole.endswith(b"\x1b"):
            self._tail = b"\x1b"
        else:
            self._tail = b""
        self._open = self._is_open(whole, len(whole))
