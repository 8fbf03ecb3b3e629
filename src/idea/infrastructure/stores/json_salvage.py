"""Reads the beginning of a JSON object whose end is missing or damaged."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from idea.infrastructure.stores.json_text import MAX_BYTES, DamagedError, parse_object

_MOST_TRIES: Final = 64
_CLOSERS: Final = {"{": "}", "[": "]"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Beginning:
    """What could be read."""

    document: Mapping[str, object]
    is_cut: bool
    """Whether something behind it could not."""


def beginning_of_object(data: bytes) -> Beginning:
    """Return the longest beginning of an object that is whole once its brackets are closed."""
    try:
        return Beginning(document=parse_object(data), is_cut=False)
    except DamagedError:
        text = data[:MAX_BYTES].decode("utf-8", "replace").rstrip("\0")
    for end, closers in reversed(_ends(text)[-_MOST_TRIES:]):
        try:
            document = parse_object((text[:end] + closers).encode())
        except DamagedError:
            continue
        return Beginning(document=document, is_cut=True)
    return Beginning(document={}, is_cut=True)


def _ends(text: str) -> list[tuple[int, str]]:
    """Return where a value ends, and what closes everything around it."""
    ends: list[tuple[int, str]] = []
    around: list[str] = []
    in_text = escaped = False
    for at, char in enumerate(text):
        if in_text:
            in_text = escaped or char != '"'
            escaped = char == "\\" and not escaped
        elif char == '"':
            in_text = True
        elif char in _CLOSERS:
            around.append(_CLOSERS[char])
            ends.append((at + 1, "".join(reversed(around))))
        elif char == ",":
            ends.append((at, "".join(reversed(around))))
        elif char in "]}":
            if not around or around.pop() != char:
                break
            ends.append((at + 1, "".join(reversed(around))))
    return ends
