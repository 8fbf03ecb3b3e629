"""What a session's program is at the moment, and where it works."""

from typing import Protocol

from idea.domain.ids import SessionId


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
