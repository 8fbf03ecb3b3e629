"""Typed identifiers: immutable, non-empty, never interchangeable by accident."""

import re
from dataclasses import dataclass
from typing import ClassVar, override

from idea.domain.errors import InvalidError

_SHAPE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,127}")


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
