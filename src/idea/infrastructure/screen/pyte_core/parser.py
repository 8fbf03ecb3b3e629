"""Cuts a program's output into text, controls and sequences; accepts any bytes.

pyte's own parser raises on extra parameters, private prefixes and long numbers, and loses its place
in strings; this one follows the usual state machine of DEC terminals.

Source: https://vt100.net/emu/dec_ansi_parser
"""

import codecs
import re
from enum import Enum
from typing import NamedTuple, Protocol

_TEXT = re.compile(r"[^\x00-\x1f\x7f-\x9f]+")
_LARGEST_NUMBER = 65_535
_MOST_PARAMETERS = 32
_LONGEST_STRING = 64 << 10
_LONGEST_CLIPBOARD = 1 << 20
_IGNORED_STRING = "99999;"
"""Begins a string that means nothing, as one does that grew too long."""
_STRINGS = {"]": "osc", "P": "dcs", "X": "", "^": "", "_": ""}
_C1_AS_ESCAPE = {chr(0x80 + code - 0x40): chr(code) for code in range(0x40, 0x60)}


class ControlSequence(NamedTuple):
    """One CSI sequence."""

    name: str
    """Prefix, intermediates and final byte, such as ``?h`` or `` q``."""
    parameters: tuple[int | None, ...]
    """The first number of each parameter; None when left out."""
    groups: tuple[tuple[int | None, ...], ...]
    """Every parameter with its colon-separated parts."""


class Receiver(Protocol):
    """What is done with the pieces."""

    def text(self, text: str) -> None:
        """Print characters, none of them a control."""
        ...

    def control(self, char: str) -> None:
        """Act on a C0 control other than ESC, CAN and SUB."""
        ...

    def escape(self, name: str) -> None:
        """Act on an escape sequence: intermediates and final byte."""
        ...

    def csi(self, sequence: ControlSequence) -> None:
        """Act on a control sequence."""
        ...

    def osc(self, content: str) -> None:
        """Act on an operating system command."""
        ...

    def dcs(self, content: str) -> None:
        """Act on a device control string."""
        ...


class _State(Enum):
    GROUND = 0
    ESCAPE = 1
    CSI = 2
    STRING = 3


class Parser:
    """Feeds one receiver; keeps unfinished sequences and characters between calls."""

    def __init__(self, receiver: Receiver) -> None:
        """Send every piece to `receiver`."""
        self._receiver = receiver
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._state = _State.GROUND
        self._collected: list[str] = []
        self._length = 0
        self._string = ""
        self._introducer = ""

    def feed(self, data: bytes) -> None:
        """Take any bytes, cut anywhere."""
        text = self._decoder.decode(data)
        position, end = 0, len(text)
        while position < end:
            found = None
            if self._state in {_State.GROUND, _State.STRING}:
                found = _TEXT.match(text, position)
            if found is None:
                self._take(text[position])
                position += 1
            else:
                is_text = self._state is _State.GROUND
                (self._receiver.text if is_text else self._collect_text)(found[0])
                position = found.end()

    def unfinished(self) -> bytes:
        """Return what brings another parser into the middle of the same sequence or character."""
        collected = "".join(self._collected)
        if self._state is _State.STRING:
            is_whole = len(collected) == self._length
            sequence = self._introducer + (collected if is_whole else _IGNORED_STRING)
        else:
            begun = {_State.GROUND: "", _State.ESCAPE: "\x1b", _State.CSI: "\x1b["}[self._state]
            sequence = begun + collected if begun else ""
        return sequence.encode(errors="replace") + self._decoder.getstate()[0]

    def _take(self, char: str) -> None:
        if char in "\x18\x1a":
            self._state = _State.GROUND
        elif char == "\x1b":
            self._end_string()
            self._start(_State.ESCAPE)
        elif self._state is _State.STRING:
            self._take_string(char)
        elif char in _C1_AS_ESCAPE:
            self._start(_State.ESCAPE)
            self._take_escape(_C1_AS_ESCAPE[char])
        elif char < " ":
            self._receiver.control(char)
        elif char != "\x7f":
            self._take_printable(char)

    def _take_printable(self, char: str) -> None:
        if self._state is _State.ESCAPE:
            self._take_escape(char)
        elif self._state is _State.CSI:
            self._take_csi(char)
        elif char > "\x9f":
            self._receiver.text(char)

    def _start(self, state: _State) -> None:
        self._state = state
        self._collected = []
        self._length = 0

    def _take_escape(self, char: str) -> None:
        if char == "[" and not self._collected:
            self._start(_State.CSI)
        elif char in _STRINGS and not self._collected:
            self._string, self._introducer = _STRINGS[char], "\x1b" + char
            self._start(_State.STRING)
        elif " " <= char <= "/":
            self._collect(char, _MOST_PARAMETERS)
        else:
            self._state = _State.GROUND
            if "0" <= char <= "~" and (char != "\\" or self._collected):
                self._receiver.escape("".join(self._collected) + char)

    def _take_csi(self, char: str) -> None:
        if not "@" <= char <= "~":
            self._collect(char, _LONGEST_STRING)
            return
        self._state = _State.GROUND
        sequence = _sequence("".join(self._collected), char)
        if sequence is not None:
            self._receiver.csi(sequence)

    def _take_string(self, char: str) -> None:
        if (char == "\a" and self._string == "osc") or char == "\x9c":
            self._end_string()
            self._state = _State.GROUND
        else:
            self._collect_text(char)

    def _collect_text(self, text: str) -> None:
        """Keep part of a string; of one that grows too long nothing is kept."""
        self._length += len(text)
        is_clipboard = "".join(self._collected[:3]).startswith("52;")
        if self._length <= (_LONGEST_CLIPBOARD if is_clipboard else _LONGEST_STRING):
            self._collected.append(text)
        else:
            self._collected.clear()

    def _end_string(self) -> None:
        """Deliver a string that was not too long; ESC ends it too, the first half of ST."""
        content = "".join(self._collected)
        if self._state is not _State.STRING or len(content) != self._length:
            return
        if self._string == "osc":
            self._receiver.osc(content)
        elif self._string == "dcs":
            self._receiver.dcs(content)

    def _collect(self, char: str, most: int) -> None:
        self._length += 1
        if self._length <= most:
            self._collected.append(char)


_FORM = re.compile(r"([<-?]*)([0-9:;]*)([ -/]*)\Z")


def _sequence(body: str, final: str) -> ControlSequence | None:
    """Return a CSI sequence, None when it is malformed and must be ignored."""
    form = _FORM.match(body)
    if form is None:
        return None
    groups = tuple(
        tuple(_number(part) for part in parameter.split(":"))
        for parameter in form[2].split(";")[:_MOST_PARAMETERS]
    )
    first = tuple(group[0] for group in groups)
    return ControlSequence(form[1] + form[3] + final, first, groups)


def _number(digits: str) -> int | None:
    if not digits:
        return None
    significant = digits.lstrip("0")
    return min(int(significant[:6] or "0"), _LARGEST_NUMBER)
