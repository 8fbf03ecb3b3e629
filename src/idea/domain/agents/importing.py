"""Roles that a project has already, as files of other programs."""

from dataclasses import dataclass

from idea.domain.front_matter import split_front_matter
from idea.domain.visible import visible

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
    front, role = split_front_matter(text)
    name = front.get("name", "")
    if not name:
        first = role.partition("\n")[0]
        name = first.removeprefix("# ") if first.startswith("# ") else ""
    stem = file.rpartition("/")[2].removesuffix(".md")
    words = " ".join(visible(name or stem).split())[:_LONGEST_NAME].strip()
    return ImportedRole(name=words or "Agent", role=role)
