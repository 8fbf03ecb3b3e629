"""Typed identifiers: immutable, non-empty, never interchangeable by accident."""

import re
import unicodedata
from dataclasses import dataclass
from typing import ClassVar, override

from idea.domain.errors import InvalidError

_SHAPE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,127}")
_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_LONGEST_SLUG = 64


@dataclass(frozen=True, slots=True)
class Identifier:
    """A non-empty name of one thing, safe as a file name and in a URL."""

    value: str

    noun: ClassVar[str] = "identifier"

    def __post_init__(self) -> None:
        if not _SHAPE.fullmatch(self.value):
            raise InvalidError(f"{self.value!r} is not a valid {self.noun}.")

    @override
    def __str__(self) -> str:
        return self.value

    @property
    def short(self) -> str:
        """The first eight characters, enough for a person to tell two apart."""
        return self.value[:8]


@dataclass(frozen=True, slots=True)
class ProjectId(Identifier):
    """Names a project."""

    noun: ClassVar[str] = "project id"


@dataclass(frozen=True, slots=True)
class SessionId(Identifier):
    """Names a terminal session."""

    noun: ClassVar[str] = "session id"


@dataclass(frozen=True, slots=True)
class NodeId(Identifier):
    """Names a node of a layout tree; a leaf's id is the id of its cell."""

    noun: ClassVar[str] = "node id"


@dataclass(frozen=True, slots=True)
class WindowId(Identifier):
    """Names an operating-system window."""

    noun: ClassVar[str] = "window id"


@dataclass(frozen=True, slots=True)
class TabId(Identifier):
    """Names a tab of a window."""

    noun: ClassVar[str] = "tab id"


@dataclass(frozen=True, slots=True)
class ClientId(Identifier):
    """Names one attached view of a session, for as long as it is attached."""

    noun: ClassVar[str] = "client id"


@dataclass(frozen=True, slots=True)
class AgentId(Identifier):
    """Names an agent of a project, whatever it is called."""

    noun: ClassVar[str] = "agent id"


@dataclass(frozen=True, slots=True)
class Slug(Identifier):
    """A name that people type and files bear: small letters, digits and single dashes."""

    noun: ClassVar[str] = "slug"

    @override
    def __post_init__(self) -> None:
        if len(self.value) > _LONGEST_SLUG or not _SLUG.fullmatch(self.value):
            raise InvalidError(
                f"{self.value!r} is not a valid {self.noun}: small letters, digits and dashes, "
                f"{_LONGEST_SLUG} at most."
            )


@dataclass(frozen=True, slots=True)
class ProfileId(Slug):
    """Names an engine profile."""

    noun: ClassVar[str] = "profile id"


@dataclass(frozen=True, slots=True)
class TemplateId(Slug):
    """Names an agent template."""

    noun: ClassVar[str] = "template id"


@dataclass(frozen=True, slots=True)
class SkillId(Slug):
    """Names a skill within its scope."""

    noun: ClassVar[str] = "skill id"


@dataclass(frozen=True, slots=True)
class RecipeId(Slug):
    """Names a recipe within its scope."""

    noun: ClassVar[str] = "recipe id"


def slug_from(text: str, *, otherwise: str) -> str:
    """Return the slug that comes nearest to a name; `otherwise` where nothing of it is left."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    words = re.findall(r"[a-z0-9]+", plain)
    return "-".join(words)[:_LONGEST_SLUG].strip("-") or otherwise
