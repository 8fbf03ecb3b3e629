"""What the grid needs to know of sessions, and nothing more."""

from collections.abc import Callable
from typing import Protocol, override

from idea.application.terminals.sessions import Sessions
from idea.domain.errors import NotFoundError
from idea.domain.ids import ProjectId, SessionId


class SessionFacts(Protocol):
    """Answers questions about sessions, without waiting."""

    def find(self, name: str, /) -> SessionId:
        """Return the session with this id, or the only one whose id begins so.

        Raises:
            NotFoundError: None is called so.
            ConflictError: Several begin so.
        """
        ...

    def project_of(self, session: SessionId, /) -> ProjectId | None:
        """Return the project of a session, None for one that is not known."""
        ...

    def is_live(self, session: SessionId, /) -> bool:
        """Tell whether a session's program runs or is about to."""
        ...


class RegisteredSessions(SessionFacts):
    """Asks the registry of sessions, which itself needs the grid and is therefore made later."""

    def __init__(self, registry: Callable[[], Sessions]) -> None:
        self._registry = registry

    @override
    def find(self, name: str, /) -> SessionId:
        return self._registry().find(name)

    @override
    def project_of(self, session: SessionId, /) -> ProjectId | None:
        try:
            return self._registry().record(session).session.project
        except NotFoundError:
            return None

    @override
    def is_live(self, session: SessionId, /) -> bool:
        try:
            return self._registry().record(session).session.is_live
        except NotFoundError:
            return False
