"""Where a session's program works at the moment."""

from typing import Protocol

from idea.domain.ids import SessionId


class SessionFolder(Protocol):
    """Looks at live sessions; never blocks."""

    def current(self, session: SessionId) -> str | None:
        """Return the folder of the foreground program, None when it cannot be told."""
        ...
