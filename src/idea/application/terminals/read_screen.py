"""Read what a session shows, as text."""

from dataclasses import dataclass

from idea.application.terminals.background_screens import BackgroundScreens
from idea.application.terminals.screen_views import ScreenView
from idea.application.terminals.sessions import Sessions
from idea.application.use_case import Caller, Request
from idea.domain.errors import InvalidError, ProcessError
from idea.domain.stream.worker_wire import LARGEST_HISTORY_LINES


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadScreenRequest(Request[ScreenView]):
    """`history` is how many lines of scrollback come before the page."""

    session: str
    history: int = 0


class ReadScreen:
    """Read what a session shows now, or showed last, whether or not anyone looks at it."""

    def __init__(self, sessions: Sessions, screens: BackgroundScreens | None) -> None:
        """`screens` is None on systems without a screen worker."""
        self._sessions = sessions
        self._screens = screens

    async def execute(self, request: ReadScreenRequest, caller: Caller, /) -> ScreenView:
        """Have the screen worker bring the session's screen up to date, and read it.

        Raises:
            NotFoundError: There is no such session.
            ConflictError: Several sessions begin like this, or no core survives this one.
            InvalidError: So many lines are never kept.
            ProcessError: There is no screen worker, or it does not answer.
        """
        del caller
        session = self._sessions.find(request.session)
        if not 0 <= request.history <= LARGEST_HISTORY_LINES:
            raise InvalidError(f"Between 0 and {LARGEST_HISTORY_LINES} lines can be read.")
        if self._screens is None:
            raise ProcessError("There is no screen worker on this system.")
        told = await self._screens.read(
            session, lambda: self._sessions.pump(session), request.history
        )
        return ScreenView(
            id=session.value,
            title=told.title,
            columns=told.size.columns,
            rows=told.size.rows,
            cursor=told.cursor,
            lines=told.lines,
        )
