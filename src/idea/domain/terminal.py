"""A terminal session: one program in a pseudo-terminal, alive whether or not anyone looks.

Words: *size* counts character cells; *status* is what the operating system said last;
*lost* means the program ended without anyone being there to learn how.
"""

from dataclasses import dataclass, replace
from datetime import datetime

from idea.domain.agents.run import AgentRun
from idea.domain.errors import InvalidError
from idea.domain.ids import ProjectId, SessionId

_LARGEST_SIDE = 10_000


@dataclass(frozen=True, slots=True)
class Size:
    """Columns × rows of character cells, both at least 1."""

    columns: int
    rows: int

    def __post_init__(self) -> None:
        if not (1 <= self.columns <= _LARGEST_SIDE and 1 <= self.rows <= _LARGEST_SIDE):
            raise InvalidError(
                f"A terminal of {self.columns} × {self.rows} cells is not possible; "
                f"each side is 1 to {_LARGEST_SIDE}."
            )


UNSEEN_SIZE = Size(columns=120, rows=40)
"""The size of a session born without a view."""


@dataclass(frozen=True, slots=True)
class Starting:
    """Asked for, not yet running."""


@dataclass(frozen=True, slots=True)
class Running:
    """The program runs as operating-system process `pid`."""

    pid: int


@dataclass(frozen=True, slots=True)
class Exited:
    """The program ended by itself or by a signal."""

    code: int
    """Exit code; minus the signal's number when a signal ended it."""


@dataclass(frozen=True, slots=True)
class Lost:
    """The program is gone and nobody saw how it ended."""

    reason: str


type SessionStatus = Starting | Running | Exited | Lost


@dataclass(frozen=True, slots=True, kw_only=True)
class TerminalSession:
    """A program in a pseudo-terminal, and what is known about it."""

    id: SessionId
    project: ProjectId
    command: tuple[str, ...]
    cwd: str
    size: Size
    status: SessionStatus
    started_at: datetime
    title: str = ""
    previous: SessionId | None = None
    """The session this one continues, if it is a relaunch."""
    run: AgentRun | None = None
    """Which agent it runs; None for a plain terminal."""

    def __post_init__(self) -> None:
        if not self.command or not self.command[0]:
            raise InvalidError("A session needs a command to run.")
        if self.started_at.tzinfo is None:
            raise InvalidError("A session's start time needs a time zone.")

    @property
    def own_run(self) -> AgentRun | None:
        """What it runs, or ran last; None for a shell whose adopted program has ended."""
        return None if self.run is not None and self.run.left else self.run

    @property
    def is_live(self) -> bool:
        """Whether the program runs or is about to."""
        return isinstance(self.status, Starting | Running)

    def with_status(self, status: SessionStatus) -> "TerminalSession":
        """Return this session in another status."""
        return replace(self, status=status)

    def with_title(self, title: str) -> "TerminalSession":
        """Return this session under another title."""
        return replace(self, title=title)

    def with_run(self, run: AgentRun) -> "TerminalSession":
        """Return this session with another state of what it runs."""
        return replace(self, run=run)

    def with_size(self, size: Size) -> "TerminalSession":
        """Return this session in another size."""
        return replace(self, size=size)
