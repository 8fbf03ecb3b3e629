"""What the programs of sessions said they are doing, for as long as it holds; in memory only.

Lives on the event loop's thread.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from idea.application.views import ProgramStatusView
from idea.domain.events import Event, SessionEnded, SessionForgotten, SessionReported
from idea.domain.ids import SessionId
from idea.domain.ports.clock import Clock
from idea.domain.ports.event_bus import EventBus
from idea.domain.program_status import (
    AT_PROMPT,
    EMPTY_BOARD,
    ProgramStatus,
    StatusBoard,
    StatusNews,
)


@dataclass(frozen=True, slots=True)
class _Known:
    """The board of one session, and since when its headline is in its state."""

    board: StatusBoard
    since: datetime


class ProgramStatuses:
    """Subscribe `hear` to the bus before anything that asks for views."""

    def __init__(self, bus: EventBus, clock: Clock) -> None:
        self._bus = bus
        self._clock = clock
        self._known: dict[SessionId, _Known] = {}

    def tell(self, session: SessionId, news: Sequence[StatusNews]) -> None:
        """Take what a session's program told; what matters of it is announced.

        Raises:
            InvalidError: It is nothing a program can tell.
        """
        before = self._headline(session)
        self._take(session, news)
        now = self._headline(session)
        if now != before:
            self._bus.publish(SessionReported(session, now))

    def hear(self, event: Event) -> None:
        """Let go of what ends with a program, and of everything of a forgotten session."""
        match event:
            case SessionEnded(session):
                self._take(session.id, [StatusNews(AT_PROMPT)])
            case SessionForgotten(session):
                self._known.pop(session, None)
            case _:
                pass

    def view(self, session: SessionId) -> ProgramStatusView | None:
        """Return what matters most of what a session's program said; None for nothing."""
        known, status = self._known.get(session), self._headline(session)
        if known is None or status is None:
            return None
        return ProgramStatusView(
            state=status.state.value,
            kind=status.kind.value if status.kind is not None else "",
            progress=status.progress,
            app=status.app,
            title=status.title,
            message=status.message,
            since=known.since.isoformat(),
        )

    def _headline(self, session: SessionId) -> ProgramStatus | None:
        known = self._known.get(session)
        return None if known is None else known.board.headline

    def _take(self, session: SessionId, news: Sequence[StatusNews]) -> None:
        known = self._known.get(session)
        board = EMPTY_BOARD if known is None else known.board
        before = board.headline
        for each in news:
            board = board.after(each)
        now = board.headline
        if now is None:
            self._known.pop(session, None)
        elif known is None or before is None or before.state is not now.state:
            self._known[session] = _Known(board, self._clock.now())
        else:
            self._known[session] = _Known(board, known.since)
