"""One execution of an agent, in a terminal session.

Words: a *run* is an agent's session; its *requester* is the person or another agent; it is
*visible* in a cell or goes on in the *background*.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

from idea.domain.errors import InvalidError
from idea.domain.ids import AgentId, ProfileId, SessionId


@dataclass(frozen=True, slots=True)
class ByPerson:
    """The person asked for it."""


@dataclass(frozen=True, slots=True)
class ByAgent:
    """Another agent asked for it, from one of its runs when that is known."""

    agent: AgentId
    session: SessionId | None = None


type Requester = ByPerson | ByAgent


class RunStatus(StrEnum):
    """What a run does, as far as it is known."""

    STARTING = "starting"
    RUNNING = "running"
    WAITING_FOR_USER = "waiting for you"
    FAILED = "failed"
    STOPPED = "stopped"
    EXITED = "exited"


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentRun:
    """Which agent a terminal session runs, on what, for whom."""

    agent: AgentId
    name: str
    """What the agent is called."""
    profile: ProfileId
    """As it was at launch; another engine is another run."""
    engine: str
    """What the profile is called."""
    requested_by: Requester = ByPerson()
    task: str = ""
    conversation: str = ""
    """The program's own id for what it remembers; empty while nobody knows it."""
    document_hash: str = ""
    """Of the document it was launched with."""
    adopted_in: str = ""
    """Where its program works, when it was typed into a shell, which goes on when it ends."""
    left: bool = False
    """Whether an adopted program ended, so that the session is the shell's alone again."""
    dismissed: bool = False
    """Whether the person does not want to be offered to resume it."""

    def __post_init__(self) -> None:
        if "\0" in self.conversation or "\n" in self.conversation:
            raise InvalidError("A conversation's id is one line of text.")

    def with_conversation(self, conversation: str) -> "AgentRun":
        """Return this run once its conversation is known."""
        return replace(self, conversation=conversation)

    def renamed(self, name: str) -> "AgentRun":
        """Return this run of an agent that is called otherwise now."""
        return replace(self, name=name)

    def as_left(self) -> "AgentRun":
        """Return this run once its adopted program has ended."""
        return replace(self, left=True)

    def as_dismissed(self) -> "AgentRun":
        """Return this run as one that is not offered to be resumed."""
        return replace(self, dismissed=True)
