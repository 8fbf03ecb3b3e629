"""JSON that people write by hand: `//` and `/* */` comments, and a comma after the last member.

`plain` makes JSON of it; `changed` writes other values into it and leaves everything else as the
person wrote it. Only members of the outermost object are told apart; this is all that our files
for people have.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from idea.infrastructure.stores.json_text import DamagedError, parse_object, spell

_PIECE = re.compile(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*|/\*.*?\*/|/\*', re.DOTALL)
_LAST_COMMA = re.compile(r",(?=\s*[}\]])")
_BLANK = re.compile(r"[^\n]")
_MARK = "\ufeff"
"""What some editors begin a file with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Member:
    """Where a member of the outermost object stands in the text."""

    key: str
    start: int
    """Of its key."""
    value_start: int
    end: int
    """One past its value."""


def plain(data: bytes) -> bytes:
    """Return JSON without comments and last commas; every line and column stays where it was.

    Raises:
        DamagedError: A comment does not end, or it is not UTF-8 text.
    """
    return _plain_text(_text(data)).encode()


def changed(raw: bytes, document: Mapping[str, object]) -> bytes:
    """Return a file that holds `document`, in the words of `raw` as far as it has comments."""
    try:
        text = _text(raw)
        bare = _plain_text(text)
        if bare == text:
            return spell(document)
        edited = _edited(text, document)
        if parse_object(plain(edited.encode())) == dict(document):
            return edited.encode()
    except DamagedError:
        pass
    return spell(document)


def _text(data: bytes) -> str:
    try:
        return data.decode().removeprefix(_MARK)
    except UnicodeError as error:
        raise DamagedError("it is not UTF-8 text") from error


def _plain_text(text: str) -> str:
    return _without_last_commas(_uncommented(text))


def _uncommented(text: str) -> str:
    def blank(piece: re.Match[str]) -> str:
        found = piece[0]
        if found.startswith('"'):
            return found
        if found == "/*":
            line = text.count("\n", 0, piece.start()) + 1
            raise DamagedError(f"line {line}: a comment does not end")
        return _BLANK.sub(" ", found)

    return _PIECE.sub(blank, text)


def _without_last_commas(text: str) -> str:
    """Blank commas before a closing bracket, except those inside texts."""
    inside = [(piece.start(), piece.end()) for piece in _PIECE.finditer(text)]
    pieces, at = [], 0
    for start, end in inside:
        pieces += [_LAST_COMMA.sub(" ", text[at:start]), text[start:end]]
        at = end
    return "".join([*pieces, _LAST_COMMA.sub(" ", text[at:])])


def _edited(text: str, document: Mapping[str, object]) -> str:
    held = json.loads(_plain_text(text))
    for key in held.keys() - document.keys():
        text = _without(text, key)
    for key in held.keys() & document.keys():
        if held[key] != document[key]:
            member = next(each for each in _members(_plain_text(text)) if each.key == key)
            text = text[: member.value_start] + _spelled(document[key]) + text[member.end :]
    added = {key: value for key, value in document.items() if key not in held}
    return _with_added(text, added) if added else text


def _members(bare: str) -> Iterator[_Member]:
    """Find the members of the outermost object of JSON that can be parsed.

    Raises:
        DamagedError: It is not one object.
    """
    decoder, at = json.JSONDecoder(), bare.find("{") + 1
    try:
        while True:
            at = _past_blanks(bare, at)
            if not at or bare[at] == "}":
                return
            if bare[at] == ",":
                at += 1
                continue
            key, after = decoder.raw_decode(bare, at)
            value_start = _past_blanks(bare, bare.index(":", after) + 1)
            _, end = decoder.raw_decode(bare, value_start)
            yield _Member(key=str(key), start=at, value_start=value_start, end=end)
            at = end
    except (ValueError, IndexError) as error:
        raise DamagedError("it is not one object in braces") from error


def _past_blanks(text: str, at: int) -> int:
    while at < len(text) and text[at].isspace():
        at += 1
    return at


def _comma_after(text: str, at: int) -> int | None:
    """Return where the comma stands that follows what ends at `at`, if one does."""
    bare = _uncommented(text)
    comma = _past_blanks(bare, at)
    return comma if bare[comma : comma + 1] == "," else None


def _without(text: str, key: str) -> str:
    """Take a member out with its comma, and its line if nothing else stands there."""
    bare = _plain_text(text)
    members = list(_members(bare))
    member = next(each for each in members if each.key == key)
    start, end = member.start, member.end
    comma = _comma_after(text, end)
    if comma is not None:
        text = text[:comma] + text[comma + 1 :]
    elif member is not members[0]:
        before = bare.rfind(",", 0, start)
        text = text[:before] + text[before + 1 :]
        start, end = start - 1, end - 1
    text = text[:start] + text[end:]
    line_start = text.rfind("\n", 0, start) + 1
    line_end = text.find("\n", start)
    if line_end >= 0 and not text[line_start:line_end].strip():
        return text[:line_start] + text[line_end + 1 :]
    return text


def _with_added(text: str, added: Mapping[str, object]) -> str:
    """Put members before the closing brace, each on a line of its own."""
    bare = _plain_text(text)
    members = list(_members(bare))
    if members:
        end = members[-1].end
        if _comma_after(text, end) is None:
            text = f"{text[:end]},{text[end:]}"
            bare = f"{bare[:end]} {bare[end:]}"
    brace = bare.rfind("}")
    lines = ",\n".join(f"  {json.dumps(key)}: {_spelled(value)}" for key, value in added.items())
    line_start = text.rfind("\n", 0, brace) + 1
    if not text[line_start:brace].strip():
        return f"{text[:line_start]}{lines}\n{text[line_start:]}"
    return f"{text[:brace].rstrip()}\n{lines}\n{text[brace:]}"


def _spelled(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False)
    if isinstance(value, list):
        return json.dumps(value, ensure_ascii=False, allow_nan=False)
    return text.replace("\n", "\n  ")
