"""Forget an ended session."""

from dataclasses import dataclass

from idea.application.terminals.sessions import Sessions
from idea.application.use_case import Caller, Request
from idea.application.views import SessionView


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgetSessionRequest(Request[SessionView]):
    """A session is named by its id or a beginning of it that no other has."""

    session: str


class ForgetSession:
    """Remove an ended session and its log from the list."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions

    async def execute(self, request: ForgetSessionRequest, caller: Caller, /) -> SessionView:
        """Empty its cell, delete its log, and answer what it was.

        Raises:
            NotFoundError: There is no such session.
            ConflictError: It still runs, or several sessions begin like this.
            StoreError: Its files could not be removed.
        """
        del caller
        session = self._sessions.find(request.session)
        view = self._sessions.view(session)
        await self._sessions.forget(session)
        return view
