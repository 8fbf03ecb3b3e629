"""Roles that a project has already, as files of other programs."""

import re
from dataclasses import dataclass

from idea.domain.visible import visible

_FRONT = re.compile(r"\A---[ \t]*\n(.*?)\n---[ \t]*(?:\n|\Z)", re.DOTALL)
_NAME = re.compile(r"^name:[ \t]*(.+?)[ \t]*$", re.MULTILINE)
_LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class ImportedRole:
    """What becomes of such a file."""

    name: str
    role: str
    """Markdown, without what stood in front of it for the other program."""


def imported_role(file: str, text: str) -> ImportedRole:
    """Return the role in a file of this name.

    Its name stands in the front matter, else in the first heading, else it is the file's own.
    """
    front = _FRONT.match(text)
    role = (text[front.end() :] if front else text).strip()
    named = _NAME.search(front[1]) if front else None
    name = named[1].strip("\"'") if named else ""
    if not name:
        first = role.partition("\n")[0]
        name = first.removeprefix("# ") if first.startswith("# ") else ""
    stem = file.rpartition("/")[2].removesuffix(".md")
    words = " ".join(visible(name or stem).split())[:_LONGEST_NAME].strip()
    return ImportedRole(name=words or "Agent", role=role)
