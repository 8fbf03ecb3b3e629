"""The marks by which shells tell where prompts, commands and their output are (OSC 133).

A prompt begins at mark A, or at P where no line is begun for it; what is typed begins at B, its
output at C and ends at D, which tells the exit status. A prompt that is drawn again has its mark
again; of the marks of two integrations in one shell the first of a kind counts, so that nothing is
there twice.

Source: the proposal "semantic prompts" of freedesktop.org's terminal group; `cmdline_url` as kitty
and Ghostty understand it. `idea_at` (microseconds since 1970) and `idea_ms` (how long it ran) are
those of our own scripts.
"""

import re
from collections.abc import Mapping
from enum import Enum
from typing import Final, NamedTuple
from urllib.parse import unquote_to_bytes

LONGEST_LINE: Final = 4_096
"""Characters of a command line that are kept; a longer one counts as not told."""

_OPENING: Final = b"\x1b]133;"
_MARK: Final = re.compile(rb"\x1b\]133;([^\x07\x18\x1a\x1b]*)(?:\x07|\x1b\\)")
_OPEN: Final = re.compile(rb"\x1b(?:\](?:1(?:3(?:3(?:;[^\x07\x18\x1a\x1b]*\x1b?)?)?)?)?)?\Z")
_LONGEST_MARK: Final = 4 * LONGEST_LINE
_LONGEST_NUMBER: Final = 18
_LAST_MS: Final = 250_000_000_000_000
"""A time beyond the year 9000 is none."""
_NUMBER: Final = re.compile(r"-?[0-9]+")
_NOT_FIRST: Final = frozenset({"c", "s", "r"})
"""Kinds of prompts (`k=`) that do not begin one: of a further line, and at the right."""


class MarkKind(Enum):
    """What a mark says begins here."""

    PROMPT = "A"
    INPUT = "B"
    OUTPUT = "C"
    END = "D"


class ShellMark(NamedTuple):
    """One mark, and what it tells beyond its place."""

    kind: MarkKind
    exit: int | None = None
    """Of an end: the exit status; None when none was told."""
    line: str = ""
    """Of an output: the command line; empty when it was not told."""
    at_ms: int = 0
    """Of an output: milliseconds since 1970 in UTC when the command began; 0 when not told."""
    took_ms: int | None = None
    """Of an end: how long the command ran."""


class MarkScanner:
    """Finds the marks of one stream of output, however it is cut."""

    def __init__(self) -> None:
        self._tail = b""
        """What may be the beginning of a mark, at the end of what was seen."""

    def cut(self, data: bytes) -> list[tuple[bytes, ShellMark | None]]:
        """Return the data in parts, each with the mark at its end; the last one may have none."""
        # One byte is searched for a hundred times as fast as six.
        has_mark = b"]" in data and _OPENING in data
        if not self._tail and not has_mark:
            escape = data.rfind(b"\x1b", max(len(data) - len(_OPENING), 0))
            self._tail = b"" if escape < 0 else self._unfinished(data, escape)
            return [(data, None)]
        seen = len(self._tail)
        whole = self._tail + data
        parts: list[tuple[bytes, ShellMark | None]] = []
        position = seen
        for found in _MARK.finditer(whole):
            mark = _mark(found[1])
            if mark is not None:
                parts.append((whole[position : found.end()], mark))
                position = found.end()
        if position < len(whole):
            parts.append((whole[position:], None))
        self._tail = self._unfinished(whole, max(whole.rfind(b"\x1b]"), 0))
        return parts

    def _unfinished(self, data: bytes, start: int) -> bytes:
        """Return the mark that began at `start` and goes on in what comes next."""
        found = _OPEN.match(data, start)
        if found is None:
            return b"\x1b" if data.endswith(b"\x1b") else b""
        return found[0] if len(found[0]) <= _LONGEST_MARK else b""


def _mark(payload: bytes) -> ShellMark | None:
    """Return what the text of an OSC 133 says; None when it is nothing known here."""
    letter, *fields = payload.decode("utf-8", "replace").split(";")
    options = dict(field.partition("=")[::2] for field in fields if "=" in field)
    match letter:
        case "A" | "N" | "P" if options.get("k", "i") not in _NOT_FIRST:
            return ShellMark(MarkKind.PROMPT)
        case "B" | "I":
            return ShellMark(MarkKind.INPUT)
        case "C":
            return ShellMark(
                MarkKind.OUTPUT,
                line=_line(options),
                at_ms=_time(options.get("idea_at", "")),
            )
        case "D":
            took = _number(options.get("idea_ms", ""))
            return ShellMark(
                MarkKind.END,
                exit=_number(fields[0]) if fields else None,
                took_ms=None if took is None else max(took, 0),
            )
        case _:
            return None


def _line(options: Mapping[str, str]) -> str:
    line = unquote_to_bytes(options.get("cmdline_url", "")).decode("utf-8", "replace")
    return line if len(line) <= LONGEST_LINE else ""


def _time(microseconds: str) -> int:
    at_ms = (_number(microseconds) or 0) // 1000
    return at_ms if 0 < at_ms < _LAST_MS else 0


def _number(text: str) -> int | None:
    if len(text) > _LONGEST_NUMBER or not _NUMBER.fullmatch(text):
        return None
    return int(text)
