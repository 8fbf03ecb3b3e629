"""A profile: everything IdeA knows about one AI command-line program, as data.

Words: *injection* is how the program gets the agent's document; the *grant* are arguments that
let it work on the project although it is started elsewhere; *instructions* are files of the
project that it reads by itself; a *variant* is the profile as a range of versions wants it.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import pairwise
from types import MappingProxyType
from typing import Final

from idea.domain.errors import InvalidError
from idea.domain.ids import ProfileId
from idea.domain.profiles.arguments import Place, check_places, mentions
from idea.domain.profiles.conversations import NO_CONVERSATIONS, Conversations
from idea.domain.profiles.versions import Version
from idea.domain.skill_importing import check_pattern

_FILE_NAME = re.compile(r"[^/\\\0-\x1f]+")
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_FIXED: Final = frozenset({Place.PROJECT_ROOT, Place.AGENT_RUN_DIR, Place.HOME})
RUN_FOLDER: Final = f"{{{Place.AGENT_RUN_DIR}}}"
"""The only working folder a profile may name until another is decided upon."""


def _check_pattern(pattern: str) -> None:
    try:
        re.compile(pattern)
    except re.error as error:
        raise InvalidError(f"{pattern!r} is no regular expression: {error}.") from error


@dataclass(frozen=True, slots=True)
class ConventionFile:
    """The document is a file in the working folder, which the program reads by itself."""

    target: str

    def __post_init__(self) -> None:
        if not _FILE_NAME.fullmatch(self.target) or self.target in {".", ".."}:
            raise InvalidError(f"{self.target!r} must be the bare name of a file.")


@dataclass(frozen=True, slots=True)
class Flag:
    """The document's path follows a flag, or stands where the flag says `{path}`."""

    flag: str

    def __post_init__(self) -> None:
        if not self.flag.strip():
            raise InvalidError("A flag must not be empty.")
        check_places([self.flag], frozenset({Place.CONTEXT_FILE}))

    @property
    def arguments(self) -> tuple[str, ...]:
        """The flag with its place for the path."""
        path = f"{{{Place.CONTEXT_FILE}}}"
        return (self.flag,) if path in self.flag else (self.flag, path)


@dataclass(frozen=True, slots=True)
class Stdin:
    """The document is typed into the program once it waits for input."""

    prompt: str = ""
    """A regular expression for a line of the screen of a program that waits for input.

    Empty where nothing tells: then it waits once its screen stays as it is.
    """

    def __post_init__(self) -> None:
        _check_pattern(self.prompt)


@dataclass(frozen=True, slots=True)
class Env:
    """The document's path is in a variable."""

    variable: str

    def __post_init__(self) -> None:
        if not _VARIABLE.fullmatch(self.variable):
            raise InvalidError(f"{self.variable!r} is not a name for a variable.")


type ContextInjection = ConventionFile | Flag | Stdin | Env


@dataclass(frozen=True, slots=True, kw_only=True)
class Instructions:
    """Which files of the project reach the program without IdeA."""

    reads: tuple[tuple[str, ...], ...] = ()
    """Groups of names; of a group only the first name found anywhere on the path is read."""
    inline: tuple[str, ...] = ()
    """Names of which the first is put into the document when nothing else reaches the program."""
    roles: tuple[str, ...] = ()
    """Folders of the project in which the program keeps roles of its own, which can be imported."""
    skills: tuple[str, ...] = ()
    """Patterns of the files in which it keeps skills and commands, which can be imported."""

    def __post_init__(self) -> None:
        for pattern in self.skills:
            check_pattern(pattern)


class StartupKind(StrEnum):
    """What a program may ask at its start that IdeA never answers."""

    TRUST = "trust"
    LOGIN = "login"


@dataclass(frozen=True, slots=True)
class StartupQuestion:
    """How a question at the start looks on the screen."""

    kind: StartupKind
    pattern: str
    """A regular expression, looked for in single lines."""

    def __post_init__(self) -> None:
        _check_pattern(self.pattern)


def asked(questions: Sequence[StartupQuestion], lines: Sequence[str]) -> StartupKind | None:
    """Return which question a screen shows; None for none.

    In a narrow cell a line goes on in the next one, within a word or between two.
    """
    trimmed = [line.strip() for line in lines]
    pairs = [join.join(pair) for pair in pairwise(trimmed) for join in ("", " ")]
    for question in questions:
        if any(re.search(question.pattern, line) for line in (*lines, *pairs)):
            return question.kind
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentProfile:
    """How to find, start, instruct and resume one program."""

    id: ProfileId
    name: str
    command: str
    """A program's name, looked up where people keep their tools, or an absolute path."""
    injection: ContextInjection
    arguments: tuple[str, ...] = ()
    version_arguments: tuple[str, ...] = ("--version",)
    """What makes the program print its version and end; empty when nothing does."""
    working_folder: str = RUN_FOLDER
    grant: tuple[str, ...] = ()
    environment: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}), hash=False)
    conversations: Conversations = NO_CONVERSATIONS
    model_arguments: tuple[str, ...] = ()
    models: tuple[str, ...] = ()
    """What to offer; any other text may be chosen as well."""
    instructions: Instructions = field(default_factory=Instructions)
    startup: tuple[StartupQuestion, ...] = ()
    writes: tuple[str, ...] = ()
    """Patterns of the files and folders that the program itself keeps in a project's root."""
    status: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}), hash=False)
    """Rules that tell what the program is doing; kept, not used yet."""
    is_verified: bool = False
    """Whether it was tried against the real program."""
    variants: tuple["Variant", ...] = ()

    def __post_init__(self) -> None:
        if not self.name.strip():
            raise InvalidError("A profile needs a name.")
        if not self.command.strip():
            raise InvalidError(f"The profile {self.name} needs a command.")
        if self.working_folder != RUN_FOLDER:
            raise InvalidError(f"The working folder can be {RUN_FOLDER} only.")
        for name in self.environment:
            if not _VARIABLE.fullmatch(name):
                raise InvalidError(f"{name!r} is not a name for a variable.")
        check_places(
            [*self.arguments, *self.grant, *self.version_arguments, *self.environment.values()],
            _FIXED,
        )
        for pattern in self.writes:
            check_pattern(pattern)
        check_places(self.model_arguments, frozenset({Place.MODEL}))
        if self.model_arguments and not mentions(self.model_arguments, Place.MODEL):
            raise InvalidError(f"The model's arguments must say {{{Place.MODEL}}}.")

    def for_version(self, version: Version | None) -> "AgentProfile":
        """Return the profile as this version of the program wants it.

        An unknown version is taken for the newest, since that is what most people install.
        """
        for variant in self.variants:
            if version is not None and variant.fits(version):
                return variant.profile
        return self if not self.variants else replace(self, variants=())


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """A profile for versions from one on, until before another."""

    since: Version | None = None
    before: Version | None = None
    profile: AgentProfile

    def __post_init__(self) -> None:
        if self.since is None and self.before is None:
            raise InvalidError("A variant needs since or before.")
        if self.profile.variants:
            raise InvalidError("A variant has no variants.")

    def fits(self, version: Version) -> bool:
        """Return whether a version is in the range."""
        return (self.since is None or version >= self.since) and (
            self.before is None or version < self.before
        )
