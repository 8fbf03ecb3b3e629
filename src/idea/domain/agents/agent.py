"""An agent: a stable definition of a role, its engine, its skills and where it came from.

Words: the *role* is the Markdown file that says what the agent does; its *origin* says whether
the role was written here or came from a template; a *synchronized* agent follows its template.
"""

import re
from dataclasses import dataclass, replace

from idea.domain.errors import ConflictError, InvalidError
from idea.domain.ids import AgentId, ProfileId, TemplateId
from idea.domain.skill import SkillRef

_ROLE_PATH = re.compile(r"agents/[^/\\\0-\x1f]+\.md")
_LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class Scratch:
    """The role was written for this agent alone."""


@dataclass(frozen=True, slots=True)
class FromTemplate:
    """The role came from a template, as it was at a version."""

    template: TemplateId
    synced_version: int

    def __post_init__(self) -> None:
        if self.synced_version < 1:
            raise InvalidError(f"Versions of a template begin at 1, not {self.synced_version}.")


type Origin = Scratch | FromTemplate


@dataclass(frozen=True, slots=True, kw_only=True)
class Agent:
    """Everything about an agent but the text of its role."""

    id: AgentId
    name: str
    role_path: str
    """Where its role is, relative to the project's `.ideai`; renaming the agent leaves it."""
    profile: ProfileId
    origin: Origin = Scratch()
    synchronized: bool = False
    skills: tuple[SkillRef, ...] = ()
    """In the order in which the agent reads them."""

    def __post_init__(self) -> None:
        _check_name(self.name)
        if not _ROLE_PATH.fullmatch(self.role_path):
            raise InvalidError(
                f"The role of {self.name} must be a file agents/….md, not {self.role_path!r}."
            )
        if self.synchronized and not isinstance(self.origin, FromTemplate):
            raise InvalidError(f"{self.name} comes from no template, so it can follow none.")
        if len(set(self.skills)) < len(self.skills):
            raise InvalidError(f"{self.name} has a skill twice.")

    @property
    def template(self) -> TemplateId | None:
        """The template it came from."""
        return self.origin.template if isinstance(self.origin, FromTemplate) else None

    def renamed(self, name: str) -> "Agent":
        """Return this agent under another name."""
        return replace(self, name=name)

    def on(self, profile: ProfileId) -> "Agent":
        """Return this agent with another engine; everything else stays."""
        return replace(self, profile=profile)

    def with_skill(self, skill: SkillRef, *, at: int | None = None) -> "Agent":
        """Return this agent with one more skill, last unless a place is given.

        Raises:
            ConflictError: It has the skill.
        """
        if skill in self.skills:
            raise ConflictError(f"{self.name} has the skill {skill.id} already.")
        place = len(self.skills) if at is None else at
        return replace(self, skills=(*self.skills[:place], skill, *self.skills[place:]))

    def without_skill(self, skill: SkillRef) -> "Agent":
        """Return this agent without a skill, whether it had it or not."""
        return replace(self, skills=tuple(one for one in self.skills if one != skill))

    def linked(self, template: TemplateId, version: int, *, synchronized: bool) -> "Agent":
        """Return this agent as one that came from a template at a version."""
        return replace(self, origin=FromTemplate(template, version), synchronized=synchronized)

    def unlinked(self) -> "Agent":
        """Return this agent as one that came from nowhere; its role stays."""
        return replace(self, origin=Scratch(), synchronized=False)


def _check_name(name: str) -> None:
    if not name.strip():
        raise InvalidError("An agent needs a name.")
    if len(name) > _LONGEST_NAME or name != name.strip() or not name.isprintable():
        raise InvalidError(
            f"{name!r} is not a name for an agent: one line of at most {_LONGEST_NAME} characters."
        )
