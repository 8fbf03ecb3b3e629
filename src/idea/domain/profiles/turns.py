"""What was said in a conversation, read out of the lines of a program's transcript."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from idea.domain.errors import InvalidError


class Speaker(StrEnum):
    """Who said something."""

    PERSON = "person"
    PROGRAM = "program"


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnRule:
    """Which lines of a transcript are something said; each line is a JSON object."""

    by: Speaker
    where: str
    """Where to look: keys with dots between them."""
    equals: str
    """The text that is there when the line is something said."""
    text: str
    """Where the words are: a text, or a list of objects of which each has a `text`."""

    def __post_init__(self) -> None:
        for path in (self.where, self.text):
            if not all(path.split(".")):
                raise InvalidError(f"{path!r} must be keys with dots between them.")


@dataclass(frozen=True, slots=True)
class Turn:
    """Something that was said."""

    by: Speaker
    text: str


def turns_in(lines: str, rules: Sequence[TurnRule]) -> tuple[Turn, ...]:
    """Return what was said, in order; what is no such line is passed over."""
    found = (_turn(line, rules) for line in lines.splitlines())
    return tuple(turn for turn in found if turn is not None)


def _turn(line: str, rules: Sequence[TurnRule]) -> Turn | None:
    try:
        said: object = json.loads(line)
    except (ValueError, RecursionError):
        return None
    for rule in rules:
        if _at(said, rule.where) == rule.equals:
            text = _words(_at(said, rule.text)).strip()
            # What a program puts into a person's mouth stands in a tag of its own.
            is_said = text and not (text.startswith("<") and text.endswith(">"))
            return Turn(rule.by, text) if is_said else None
    return None


def _at(value: object, path: str) -> object:
    for key in path.split("."):
        if not isinstance(value, Mapping):
            return None
        value = value.get(key)
    return value


def _words(value: object) -> str:
    if isinstance(value, str):
        return value
    parts = value if isinstance(value, list) else []
    texts = (part.get("text") for part in parts if isinstance(part, Mapping))
    return "\n".join(text for text in texts if isinstance(text, str))
