"""Stop a session."""

from dataclasses import dataclass

from idea.application.terminals.sessions import Sessions
from idea.application.use_case import Caller, Request
from idea.application.views import SessionView


@dataclass(frozen=True, slots=True, kw_only=True)
class StopSessionRequest(Request[SessionView]):
    """`force` kills at once instead of hanging up and waiting 2 seconds."""

    session: str
    force: bool = False


class StopSession:
    """Stop a session with every program it started."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions

    async def execute(self, request: StopSessionRequest, caller: Caller, /) -> SessionView:
        """Stop it and answer when it is gone; one that ended already is left as it is.

        Raises:
            NotFoundError: There is no such session.
            ConflictError: Several sessions begin like this.
            ProcessError: It does not end.
        """
        del caller
        session = self._sessions.find(request.session)
        await self._sessions.stop(session, force=request.force)
        return self._sessions.view(session)
