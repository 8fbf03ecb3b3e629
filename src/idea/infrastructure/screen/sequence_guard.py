"""Makes sequences mean the same to every core before they reach one, and none of them too much.

- A count of 0 is 1 where terminals take it so, and a second number is left out: libghostty-vt
  takes 0 for nothing and ignores a sequence with a number too many; xterm does neither.
- REP (`CSI n b`, repeat the last character) repeats what was printed just before it, or nothing,
  and never more than a screen: a huge count inside a hyperlink or beside emoji clusters aborted
  libghostty-vt, and a core that survives still spends seconds on it.

Bytes are never held back, so a snapshot of the core in the middle of a sequence stays complete.
When the final byte of a sequence that began in an earlier chunk arrives, a fresh one is sent in its
place; its ESC makes the core forget the old one.

Cost: nothing for chunks without ESC; else one `bytes.translate`, about 1 GB/s, and a few searches.
"""

import re
from typing import Final

from idea.domain.terminal import Size

_ZERO_IS_ONE: Final = frozenset(b"ILMPSZae")
_REPEAT, _CLEAR_TAB = b"b", b"g"

_SEEN: Final = bytes.maketrans(b"IMPSZaegb@ABCDEFGJKX`d:", b"L" * 9 + b"A" * 13 + b";")
_UNSEEN: Final = bytes(
    code
    for code in range(256)
    if code < 0x20 or code in b"0123456789" or code >= 0x7F
    if code not in (0x1B, 0x9B)
)
"""What a fast look leaves out: numbers, and what may stand in a sequence and changes nothing."""
_SUSPECTS: Final = (b"\x1b[L", b"\x1b[;L", b"\x1b[;A")
_SUSPECTS_OF_8_BITS: Final = (b"\x9bL", b"\x9b;L", b"\x9b;A")

_MARGINS: Final = (b"[r", b";r", b"[s", b";s")
"""DECSTBM and DECSLRM in a fast look."""

_NO_FINAL = rb"@-~\x18\x1a\x1b\x80-\x9f"
_PARAMETERS = rb"[^" + _NO_FINAL + rb"]*+"
_ODD = (rb"(%(one)s(?:[;:]%(one)s(?=[@A-GIJKLMPSXZ`abdeg])|(?=[ILMPSZabeg])))([@-z])") % {
    b"one": rb"[^;:" + _NO_FINAL + rb"]*+"
}
"""Parameters and final byte of what may have to change: repeats, zeros, numbers too many."""
_CSI = re.compile(rb"(\x1b\[)" + _ODD)
_ANY_CSI = re.compile(rb"(\x1b[\[\x9b]|\xc2?\x9b)" + _ODD)
_UNFINISHED = re.compile(rb"(\x1b[\[\x9b]|\xc2?\x9b)(" + _PARAMETERS + rb")\Z")
_OPEN = re.compile(
    rb"\x1b(?:\[[\x00-\x17\x19\x1c-?\x7f\x9b\xa0-\xff]*"
    rb"|[\x00-\x1a\x1c-/\x7f\xa0-\xff]*(?:\x9b[\x00-\x17\x19\x1c-?\x7f\x9b\xa0-\xff]*)?"
    rb"|[X^_][^\x18\x1a\x9c]*)\Z"
)
"""ESC and what follows while the core is not back at plain text, so that a raw 0x9B is a CSI."""
_WHOLE = re.compile(
    rb"\x1b[\x00-\x17\x19\x1c-\x1f\x7f-\xff]*"
    rb"(?:[0-OQ-WYZ\\`-~\x18\x1a]|\[[^@-~\x18\x1a\x1b\x80-\x9f]*[@-~\x18\x1a\x80-\x9f]"
    rb"|[\]PX^_][^\x07\x18\x1a\x1b]*[\x07\x18\x1a]|[ -/][^0-~\x18\x1a\x1b]*[0-~\x18\x1a])"
)
"""A sequence from its ESC to its last byte."""

_CONTROLS = re.compile(rb"[\x00-\x1f]")
_NOISE = re.compile(rb"[\x00-\x1f\x7f-\xff]")
_NUMBERS = re.compile(rb"[0-9;:]*")
_SEPARATOR = re.compile(rb"[;:]")
_NONE = b"?"
"""Makes a sequence one that nobody knows; left out, it would not end what it stands in."""
_LONGEST_TAIL = 64
_TOO_LARGE = b"9" * 32


class SequenceGuard:
    """Guards one stream; belongs to the thread that feeds its core."""

    def __init__(self, size: Size, *, utf8_c1: bool = False) -> None:
        """Guard for a screen of this size; `utf8_c1` when the core takes C2 9B for a CSI."""
        self._utf8_c1 = utf8_c1
        self._limit = 0
        self._tail = b""
        """An unfinished CSI at the end of what went through, as `ESC [` and parameters."""
        self._begun = b""
        """Another sequence or string that is unfinished, by its first bytes."""
        self._printed = False
        """Whether a character was printed last, before what is unfinished."""
        self._open = False
        """Whether the last chunk ended outside plain text."""
        self.sets_margins = False
        """Whether the last chunk may have set a scrolling region, or margins beside it."""
        self.resize(size)

    def resize(self, size: Size) -> None:
        """Repeat no more than so many cells from now on."""
        self._limit = size.columns * size.rows

    def filter(self, data: bytes) -> bytes:
        """Return the bytes to feed instead of `data`; the same object when nothing is changed."""
        if not (self._tail or self._begun or b"\x1b" in data or b"\x9b" in data):
            self._printed = _prints(data[-1]) if data else self._printed
            self.sets_margins = False
            return data
        tail = self._tail
        whole = tail + data if tail else data
        seen = whole.translate(_SEEN, _UNSEEN)
        self.sets_margins = b"\x9b" in seen or _has_any(seen, _MARGINS)
        if b"\x9b" in seen and _has_any(seen, _SUSPECTS_OF_8_BITS):
            data = self._changed(whole, len(tail), _ANY_CSI)
        elif _has_any(seen, _SUSPECTS):
            data = self._changed(whole, len(tail), _CSI)
        self._remember(whole)
        return data

    def _changed(self, whole: bytes, fed: int, odd: re.Pattern[bytes]) -> bytes:
        """Return `whole` without the first `fed` bytes, which went through before."""
        parts: list[bytes] = []
        position = fed
        for found in odd.finditer(whole):
            parameters = _NOISE.sub(b"", found[2])
            wanted = self._wanted(whole, found.start(), parameters, found[3])
            if wanted == parameters or not self._is_sequence(whole, found):
                continue
            if found.start() > position:
                parts.append(whole[position : found.start()])
            # Controls inside a sequence act at once; those already fed must not act twice.
            parts.extend(_CONTROLS.findall(whole, max(found.start(2), fed), found.end(2)))
            parts.append(b"\x1b[" + wanted + found[3])
            position = found.end()
        parts.append(whole[position:])
        return b"".join(parts)

    def _wanted(self, whole: bytes, start: int, parameters: bytes, final: bytes) -> bytes:
        """Return the parameters a sequence should have."""
        if not _NUMBERS.fullmatch(parameters):
            return parameters  # Private ones are others; no core of ours takes them for these.
        if b":" in parameters and final != _REPEAT:
            return parameters
        number = _SEPARATOR.split(parameters, maxsplit=1)[0]
        if final == _REPEAT:
            return self._clamp(number) if self._prints_before(whole, start) else _NONE
        if final == _CLEAR_TAB:
            return number or b"0"
        if final[0] in _ZERO_IS_ONE and not number.strip(b"0"):
            return b"1" if parameters else b""
        return number

    def _clamp(self, digits: bytes) -> bytes:
        # A count may have a million digits; nobody needs its exact value.
        significant = digits.lstrip(b"0")
        is_large = len(significant) > 9 or int(significant or b"0") > self._limit
        return b"%d" % self._limit if is_large else digits

    def _is_sequence(self, whole: bytes, found: re.Match[bytes]) -> bool:
        """Whether the introducer is one to the core, and not the end of a character."""
        introducer = found[1]
        return (
            introducer[0] == 0x1B
            or (self._utf8_c1 and introducer[0] == 0xC2)
            or self._is_open(whole, found.end(1) - 1)
        )

    def _is_open(self, whole: bytes, end: int) -> bool:
        escape = whole.rfind(b"\x1b", 0, end)
        if escape < 0:
            return self._open
        return _OPEN.match(whole, escape, end) is not None

    def _prints_before(self, whole: bytes, end: int) -> bool:
        """Whether the last thing before a place is a character that was printed."""
        if not end:
            return self._printed
        if not _prints(whole[end - 1]):
            return False
        escape = whole.rfind(b"\x1b", 0, end)
        if escape < 0:
            whole, end = self._begun + whole[:end], end + len(self._begun)
            if not self._begun:
                return True
            escape = 0
        sequence = _WHOLE.match(whole, escape, end)
        return sequence is not None and sequence.end() < end

    def _remember(self, whole: bytes) -> None:
        start = max(whole.rfind(b"\x1b"), whole.rfind(b"\x9b"))
        found = _UNFINISHED.search(whole, max(start - 1, 0)) if start >= 0 else None
        end = len(whole)
        if found is not None and self._is_sequence(whole, found):
            end = found.start()
            self._tail, tail = b"", b"\x1b[" + _NOISE.sub(b"", found[2])
            if len(tail) > _LONGEST_TAIL:
                # Only its being too large matters from here on, and how many numbers it has.
                private, more = tail[2:3].strip(b"0123456789;:"), len(_SEPARATOR.findall(tail))
                tail = tail[:2] + private + b"9;" * min(more, 2) + _TOO_LARGE
        elif whole.endswith(b"\x1b"):
            tail, end = b"\x1b", end - 1
        else:
            tail = b""
        printed = self._prints_before(whole, end)
        self._begun = b"" if tail else self._unfinished(whole)
        self._printed = printed
        self._open = self._is_open(whole, len(whole))
        self._tail = tail

    def _unfinished(self, whole: bytes) -> bytes:
        """Return the first bytes of a sequence other than a CSI that has not ended."""
        escape = whole.rfind(b"\x1b")
        if escape < 0:
            whole, escape = self._begun + whole, 0
        if not whole.startswith(b"\x1b", escape) or _WHOLE.match(whole, escape):
            return b""
        return whole[escape : escape + 2]


def _has_any(seen: bytes, suspects: tuple[bytes, ...]) -> bool:
    # Python searches for a few bytes twice as fast from the end as from the beginning.
    return any(seen.rfind(suspect) >= 0 for suspect in suspects)


def _prints(code: int) -> bool:
    return code >= 0x20 and code != 0x7F
