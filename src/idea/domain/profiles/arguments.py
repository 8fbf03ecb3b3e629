"""Arguments and variables of a profile: texts with places to be filled at launch.

A place is a known word in braces, `{projectRoot}`; other braces, of JSON or TOML, mean themselves.
"""

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum

from idea.domain.errors import InvalidError

_PLACE = re.compile(r"\{([A-Za-z]+)\}")


class Place(StrEnum):
    """What can be filled in."""

    PROJECT_ROOT = "projectRoot"
    AGENT_RUN_DIR = "agentRunDir"
    """The agent's private folder, in which its program is started."""
    CONVERSATION = "conversationId"
    CONVERSATION_START = "conversationStart"
    """The first eight characters of the id, by which some programs name files."""
    CONTEXT_FILE = "path"
    """The document that tells the agent who it is."""
    MODEL = "model"
    PROCESS = "processId"
    """Of a program that runs."""
    HOME = "home"
    """The person's home folder."""


def check_places(texts: Sequence[str], allowed: frozenset[Place]) -> None:
    """Accept texts whose places are all known and allowed.

    Raises:
        InvalidError: One is not, and says which could be.
    """
    for text in texts:
        for name in _PLACE.findall(text):
            if name not in allowed:
                known = ", ".join(sorted(f"{{{one}}}" for one in allowed))
                raise InvalidError(f"{{{name}}} means nothing here; {known} would.")


def filled(texts: Sequence[str], values: Mapping[Place, str]) -> tuple[str, ...]:
    """Return the texts with their places filled; a place without a value stays as it is."""

    def value(found: re.Match[str]) -> str:
        name = found[1]
        return values.get(Place(name), found[0]) if name in set(Place) else found[0]

    return tuple(_PLACE.sub(value, text) for text in texts)


def mentions(texts: Sequence[str], *places: Place) -> bool:
    """Return whether one of the texts has one of the places."""
    return any(f"{{{place}}}" in text for text in texts for place in places)
