"""A skill: a text that tells an agent how to do one kind of work.

Words: a *global* skill belongs to the person and serves every project; a *project* skill travels
with its project and stands before a global one of the same id only where an agent names it.
"""

import hashlib
from dataclasses import dataclass
from enum import StrEnum
from typing import override

from idea.domain.errors import InvalidError
from idea.domain.ids import SkillId


class SkillScope(StrEnum):
    """Whose a skill is."""

    GLOBAL = "global"
    PROJECT = "project"


@dataclass(frozen=True, slots=True)
class SkillRef:
    """Which skill an agent has."""

    scope: SkillScope
    id: SkillId

    @classmethod
    def parse(cls, text: str) -> "SkillRef":
        """Return what `commit` or `project:commit` means; without a scope it is a global one.

        Raises:
            InvalidError: It is neither.
        """
        scope, separator, name = text.rpartition(":")
        if separator and scope not in set(SkillScope):
            raise InvalidError(f"A skill is global or of the project, not {scope!r}.")
        return cls(SkillScope(scope) if separator else SkillScope.GLOBAL, SkillId(name))

    @override
    def __str__(self) -> str:
        return f"{self.scope}:{self.id}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Skill:
    """A name and a text, both not empty."""

    ref: SkillRef
    name: str
    content: str
    """Markdown, as it is put into an agent's convention file."""

    def __post_init__(self) -> None:
        if not self.name.strip():
            raise InvalidError("A skill needs a name.")
        if not self.content.strip():
            raise InvalidError(f"The skill {self.name} says nothing; write what to do.")


def skill_of(ref: SkillRef, text: str) -> Skill:
    """Return the skill a file holds: its first heading is the name, the rest is what to do.

    Without a heading the file's own name is the skill's.

    Raises:
        InvalidError: It says nothing.
    """
    first, _, rest = text.strip().partition("\n")
    if first.startswith("# "):
        return Skill(ref=ref, name=first.removeprefix("# ").strip(), content=rest.strip())
    name = ref.id.value.replace("-", " ").capitalize()
    return Skill(ref=ref, name=name, content=text.strip())


def skill_text(skill: Skill) -> str:
    """Return a skill as a file has it."""
    return f"# {skill.name}\n\n{skill.content.strip()}\n"


def content_hash(text: str) -> str:
    """Return what tells two texts apart; line ends and blanks at the end make no difference."""
    lines = (line.rstrip() for line in text.strip().splitlines())
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()
