"""Show one terminal session."""

from dataclasses import dataclass

from idea.application.terminals.session_looks import SessionLooks
from idea.application.terminals.sessions import Sessions
from idea.application.use_case import Caller, Request
from idea.application.views import SessionView


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowSessionRequest(Request[SessionView]):
    """A session is named by its id or a beginning of it that no other has."""

    session: str


class ShowSession:
    """Show what is known about one session."""

    def __init__(self, sessions: Sessions, looks: SessionLooks) -> None:
        self._sessions = sessions
        self._looks = looks

    async def execute(self, request: ShowSessionRequest, caller: Caller, /) -> SessionView:
        """Look at what runs in front in it, and answer; a change is announced.

        Raises:
            NotFoundError: There is no such session.
            ConflictError: Several sessions begin like this.
        """
        del caller
        session = self._sessions.find(request.session)
        await self._looks.look(session)
        return self._sessions.view(session)
