"""What in a terminal can be opened: a short list of kinds, and nothing else ever.

Programs choose the targets, so a target is checked as if an attacker had written it. Source: the
link handlers of CVE-2023-46321 and CVE-2025-49091, which started programs.
"""

import re
from collections.abc import Collection, Iterator
from itertools import islice
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from idea.domain.visible import visible

_LONGEST = 2_083
_LONGEST_LINE = 8_192
"""Text beyond it is not looked at."""
_MOST_LINKS = 200
"""Of either kind in one line."""
_HERE = frozenset({"", "localhost"})
_ADDRESS = re.compile(r"(?:https?://|mailto:)[!#-;=?-Z\[\]_a-z~]+", re.IGNORECASE)
"""All that an address may be made of, without what quotes one."""
_FILE = re.compile(
    r"""(?<![\w/.~@+-])
    (?P<path>(?:~/|\.{1,2}/|/)?(?:[\w.@+-]+/)*[\w@+-][\w.@+-]*)
    (?:
        :(?P<line>[1-9]\d{0,6})(?::(?P<column>[1-9]\d{0,4}))?(?!\w|[:.]\d)
        | "?,\ line\ (?P<at>[1-9]\d{0,6})\b
    )""",
    re.VERBOSE,
)
"""It may start only where no character of a path stands before, or long texts take seconds."""
_SUFFIX = re.compile(r"[^.]\.[A-Za-z]\w*$")
_ENDS = ".,;:!?'"
_PAIRS = {")": "(", "]": "["}
_PLACE = re.compile(r"L?([1-9]\d{0,6})(?:[:,C]([1-9]\d{0,4}))?")


class WebTarget(NamedTuple):
    """An address for the desktop: http, https or mailto."""

    address: str


class FileTarget(NamedTuple):
    """A file for the editor; a relative path counts from the program's folder."""

    path: str
    line: int = 0
    """From 1; 0 for none."""
    column: int = 0


type Target = WebTarget | FileTarget


class TextLink(NamedTuple):
    """A part of a text that names something that can be opened."""

    start: int
    end: int
    target: Target


def target_of(uri: str, here: Collection[str] = ()) -> Target | None:
    """Return what a link leads to, None for what is never opened; `here` are our own host names."""
    if len(uri) > _LONGEST or not uri.isascii() or not uri.isprintable() or " " in uri:
        return None
    try:
        parts = urlsplit(uri)
        host = parts.hostname or ""
    except ValueError:
        return None
    match parts.scheme:
        case "http" | "https" if host:
            return WebTarget(uri)
        case "mailto" if "@" in parts.path:
            return WebTarget(uri)
        case "file" if host in _HERE or host in here:
            return _file(unquote(parts.path, errors="replace"), parts.fragment)
        case _:
            return None


def links_in(text: str) -> tuple[TextLink, ...]:
    """Return the addresses and the files with a line number that a text names, in order."""
    text = text[:_LONGEST_LINE]
    if ":" not in text and ", line " not in text:
        return ()
    addresses = tuple(islice(_addresses(text), _MOST_LINKS))
    inside = bytearray(len(text))
    for one in addresses:
        inside[one.start : one.end] = b"\1" * (one.end - one.start)
    files = (one for one in _files(text) if not (inside[one.start] or inside[one.end - 1]))
    return tuple(sorted((*addresses, *islice(files, _MOST_LINKS))))


def _addresses(text: str) -> Iterator[TextLink]:
    for match in _ADDRESS.finditer(text):
        # What is too long is no link, and is not looked at for where it ends.
        uri = _without_end(match[0]) if len(match[0]) <= _LONGEST else ""
        target = target_of(uri)
        if target is not None:
            yield TextLink(match.start(), match.start() + len(uri), target)


def _files(text: str) -> Iterator[TextLink]:
    for match in _FILE.finditer(text):
        path = match["path"]
        if "/" in path or _SUFFIX.search(path) is not None:
            line = int(match["line"] or match["at"])
            target = FileTarget(path, line, int(match["column"] or 0))
            yield TextLink(match.start(), match.end(), target)


def shown_target(target: Target) -> str:
    """Return a target as a person reads it."""
    if isinstance(target, WebTarget):
        return visible(target.address)
    place = f":{target.line}" if target.line else ""
    place += f":{target.column}" if target.line and target.column else ""
    return visible(target.path) + place


def _file(path: str, fragment: str) -> FileTarget | None:
    if not path.startswith("/") or not path.isprintable():
        return None
    found = _PLACE.fullmatch(fragment)
    line, column = (int(each or 0) for each in found.groups()) if found else (0, 0)
    return FileTarget(path, line, column)


def _without_end(uri: str) -> str:
    """Return an address without what belongs to the sentence around it."""
    # Its scheme always stays.
    while (last := uri[-1]) in _ENDS or uri.count(last) > uri.count(_PAIRS.get(last, last)):
        uri = uri[:-1]
    return uri
