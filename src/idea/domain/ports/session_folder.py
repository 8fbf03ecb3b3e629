"""What a session's program is at the moment, and where it works."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from idea.domain.ids import SessionId


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontProgram:
    """The program in front of the one a session began with."""

    command: Sequence[str]
    """Its arguments, the program itself first."""
    pids: Sequence[int]
    """It and what it started that is in front with it, by process ids."""
    started_at: datetime


class SessionFolder(Protocol):
    """Looks at live sessions; never blocks."""

    def current(self, session: SessionId) -> str | None:
        """Return the folder of the foreground program, None when it cannot be told."""
        ...

    def program(self, session: SessionId) -> str | None:
        """Return the name of the program in front of the one the session began with.

        None while that one is in front itself, and when it cannot be told.
        """
        ...

    def front(self, session: SessionId) -> FrontProgram | None:
        """Return the program in front of the one the session began with, with its arguments.

        None while that one is in front itself, and when it cannot be told.
        """
        ...
