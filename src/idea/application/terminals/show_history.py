"""Say what is kept of a session's past."""

from dataclasses import dataclass

from idea.application.terminals.screen_views import HistoryView, PieceView
from idea.application.terminals.sessions import Sessions
from idea.application.use_case import Caller, Request


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowHistoryRequest(Request[HistoryView]):
    """A session is named by its id or a beginning of it that no other has."""

    session: str


class ShowHistory:
    """Say from when to when a session's records are kept, live or ended, and where they are."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions

    async def execute(self, request: ShowHistoryRequest, caller: Caller, /) -> HistoryView:
        """Look at the session's log.

        Raises:
            NotFoundError: There is no such session.
            ConflictError: Several sessions begin like this.
            StoreError: The log cannot be read.
        """
        del caller
        session = self._sessions.find(request.session)
        pieces = await self._sessions.pump(session).log.pieces()
        return HistoryView(
            id=session.value,
            pieces=tuple(PieceView(start=a, end=b, at_ms=at_ms) for a, b, at_ms in pieces),
        )
