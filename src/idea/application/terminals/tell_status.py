"""Tell what a session's program said it is doing."""

from dataclasses import dataclass

from idea.application.terminals.program_statuses import ProgramStatuses
from idea.application.terminals.sessions import Sessions
from idea.application.use_case import Caller, Request
from idea.application.views import SessionView
from idea.domain.errors import InvalidError
from idea.domain.program_status import MOST_NEWS, StatusNews


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusPart:
    """One report, or that reports hold no more; see `StatusNews`."""

    what: str
    id: str = ""
    kind: str = ""
    progress: int | None = None
    app: str = ""
    title: str = ""
    message: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TellStatusRequest(Request[SessionView]):
    """Sent by whoever holds the session and parses its output; the engine parses none."""

    session: str
    news: tuple[StatusPart, ...]


class TellStatus:
    """Keep what a program says it is doing, until it says otherwise or leaves."""

    def __init__(self, sessions: Sessions, statuses: ProgramStatuses) -> None:
        self._sessions = sessions
        self._statuses = statuses

    async def execute(self, request: TellStatusRequest, caller: Caller, /) -> SessionView:
        """Keep it, control characters made visible, and announce it if that matters.

        Raises:
            NotFoundError: There is no such session.
            ConflictError: Several sessions begin like this.
            InvalidError: It is nothing a program can tell.
        """
        del caller
        if len(request.news) > MOST_NEWS:
            raise InvalidError(f"{len(request.news)} reports at once are too many.")
        session = self._sessions.find(request.session)
        if self._sessions.record(session).session.is_live:
            self._statuses.tell(
                session,
                [
                    StatusNews(
                        each.what,
                        each.id,
                        each.kind,
                        each.progress,
                        each.app,
                        each.title,
                        each.message,
                    )
                    for each in request.news
                ],
            )
        return self._sessions.view(session)
