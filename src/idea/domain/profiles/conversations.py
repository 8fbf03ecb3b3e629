"""How a program's conversations are named, found again, verified and resumed.

A conversation is what the program remembers of one agent. It is resumed by its own id only, never
as "the latest": the latest may be another agent's.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from idea.domain.errors import InvalidError
from idea.domain.profiles.arguments import Place, check_places, filled, mentions
from idea.domain.profiles.turns import TurnRule

_PLACES: Final = frozenset({Place.PROJECT_ROOT, Place.AGENT_RUN_DIR, Place.HOME})
_BY_ID: Final = _PLACES | {Place.CONVERSATION, Place.CONVERSATION_START}

_WITH_A_MEANING = re.compile(r"([*?[])")


def filled_pattern(pattern: str, values: Mapping[Place, str]) -> str:
    """Return a pattern of paths with its places filled by texts that stand for themselves.

    A folder may be called `notes [old]`; only what the profile itself says is a pattern.
    """
    literal = {place: _WITH_A_MEANING.sub(r"[\1]", value) for place, value in values.items()}
    return filled([pattern], literal)[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Transcript:
    """Where a conversation is kept, and what shows that something was said in it."""

    files: str
    """A pattern of paths with `*`, `**` and `{conversationId}` or `{conversationStart}`."""
    contains: str = ""
    """A text that is in the file once the person said something; empty when existing is enough."""
    turns: tuple[TurnRule, ...] = ()
    """How to read what was said, where each line is a JSON object; empty where nobody can tell."""

    def __post_init__(self) -> None:
        check_places([self.files], _BY_ID)
        if not mentions([self.files], Place.CONVERSATION, Place.CONVERSATION_START):
            raise InvalidError(f"The transcript's files must say {{{Place.CONVERSATION}}}.")


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundInFiles:
    """The id stands in a new file whose beginning names the agent's folder."""

    files: str
    """A pattern of paths with `*` and `**`."""
    id: str
    """A regular expression with one group, searched for in the file's first line."""
    where: str = f"{{{Place.AGENT_RUN_DIR}}}"
    """A text that must be in the first line."""

    def __post_init__(self) -> None:
        check_places([self.files, self.where], _PLACES)


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundByCommand:
    """The program lists its conversations as JSON objects, newest first."""

    arguments: tuple[str, ...]
    id: str
    """The key that holds the id."""
    where: str = ""
    """The key that holds the folder, which must be the agent's; empty: it lists no other's."""

    def __post_init__(self) -> None:
        if not self.arguments:
            raise InvalidError("The arguments that list conversations must not be empty.")
        check_places(self.arguments, _PLACES)


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundByProcess:
    """The id stands in a file that is named by the process, while that runs."""

    files: str
    """A pattern of paths with `{processId}`."""
    id: str
    """A regular expression with one group, searched for in the path, then in the first line."""

    def __post_init__(self) -> None:
        check_places([self.files], _PLACES | {Place.PROCESS})
        if not mentions([self.files], Place.PROCESS):
            raise InvalidError(f"The files of a running program must say {{{Place.PROCESS}}}.")


type Finding = FoundInFiles | FoundByCommand


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversations:
    """What a program offers; nothing at all is possible, too."""

    assign: tuple[str, ...] = ()
    """Arguments that begin a conversation under an id of our choice."""
    resume: tuple[str, ...] = ()
    """Arguments that go on with one; empty when the program cannot."""
    resume_first: bool = False
    """Whether they stand before all other arguments, as a command of the program does."""
    find: Finding | None = None
    """How to learn the id of a conversation the program named."""
    running: FoundByProcess | None = None
    """How to learn it of a program that somebody else started."""
    transcript: Transcript | None = None
    any_folder: bool = False
    """Whether a conversation can be gone on with in another folder than it was begun in."""

    def __post_init__(self) -> None:
        check_places([*self.assign, *self.resume], _BY_ID)
        for what, texts in (("assign", self.assign), ("resume", self.resume)):
            if texts and not mentions(texts, Place.CONVERSATION):
                raise InvalidError(f"The arguments to {what} must say {{{Place.CONVERSATION}}}.")
        if self.resume and not self.assign and self.find is None:
            raise InvalidError("Who resumes must assign the id, or find it.")

    @property
    def can_resume(self) -> bool:
        """Whether a conversation can be gone on with."""
        return bool(self.resume)


NO_CONVERSATIONS: Final = Conversations()
"""Of a program that starts afresh each time."""


@dataclass(frozen=True, slots=True)
class Assign:
    """Begin a conversation under this id."""

    conversation: str


@dataclass(frozen=True, slots=True)
class Resume:
    """Go on with this conversation."""

    conversation: str


type SessionPlan = Assign | Resume | None
"""None: start afresh; the program names the conversation itself, or has none."""


def resolve_session_plan(
    conversations: Conversations, conversation: str | None, *, fresh: str
) -> SessionPlan:
    """Return how to start: with what is known, else under the id `fresh`, else without one.

    `conversation` is one that was verified to exist; None begins a new one.
    """
    if conversation is not None and conversations.resume:
        return Resume(conversation)
    return Assign(fresh) if conversations.assign else None
