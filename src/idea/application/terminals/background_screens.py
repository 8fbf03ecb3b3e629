"""The screens of sessions that nobody shows: one worker for all, and one each for those apart.

A session whose output ended processes twice, workers and windows together, is set apart: see
`set_apart`. All others keep the common worker.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import override

from idea.application.terminals.seated_screens import SeatedScreens
from idea.application.terminals.session_pump import SessionPump
from idea.application.terminals.set_apart import ApartScreen
from idea.application.terminals.unseen_news import UnseenNews
from idea.application.terminals.worker_seat import Seat
from idea.domain.events import Event, SessionEnded, SessionForgotten
from idea.domain.ids import SessionId
from idea.domain.ports.screen_worker import ScreenWorker
from idea.domain.screen_look import DARK_LOOK, ScreenLook
from idea.domain.stream.messages import Seq
from idea.domain.stream.worker_wire import ScreenTold

LINGER_S = 15.0
"""An ended session keeps its core so long, in which the last checkpoint is taken."""
_MOST_KILLS = 2


class BackgroundScreens(SeatedScreens):
    """Watches sessions from their start to their end; lives on the event loop's thread."""

    def __init__(
        self,
        new_worker: Callable[[], ScreenWorker],
        *,
        notify: Callable[[str], None],
        news: UnseenNews | None = None,
    ) -> None:
        """`notify` is given sentences for the person; `news` what programs tell beside output."""
        self._news = news or UnseenNews(
            titled=lambda _, __: None, rang=lambda _: None, told=lambda _, __: None
        )
        super().__init__(new_worker(), DARK_LOOK, self._news.take)
        self._new_worker = new_worker
        self._notify = notify
        self._kills: Counter[SessionId] = Counter()
        self._apart: dict[SessionId, ApartScreen] = {}
        self._closing: set[asyncio.Task[None]] = set()

    def hear(self, event: Event) -> None:
        """Leave sessions that are over."""
        match event:
            case SessionEnded(ended):
                self.leave(ended.id, after_s=LINGER_S)
                if ended.id in self._apart:
                    self._apart[ended.id].leave(ended.id, after_s=LINGER_S)
                    loop = asyncio.get_running_loop()
                    _ = loop.call_later(LINGER_S, self._end_apart, ended.id)
            case SessionForgotten(session):
                self.leave(session)
                self._kills.pop(session, None)
                self._end_apart(session)
            case _:
                pass

    def blame(self, session: SessionId, seq: Seq, pump: SessionPump, *, is_live: bool) -> bool:
        """Hear that a window died calling a session's core, which stood at `seq`.

        Returns whether the session is set apart, so that no window is fed those bytes again.
        """
        apart = self._apart.get(session)
        if apart is not None and is_live:
            apart.blame(seq)
            return True
        self._kills[session] += 1
        is_apart = self._kills[session] >= _MOST_KILLS
        if is_apart and is_live:
            self.leave(session)
            self._set_apart(session, seq, pump)
        elif is_apart:
            pump.set_apart(seq)  # Nothing can follow there.
        return is_apart

    @override
    def dress(self, look: ScreenLook) -> None:
        super().dress(look)
        for apart in self._apart.values():
            apart.dress(look)

    @override
    async def read(
        self, session: SessionId, pump: Callable[[], SessionPump], history_lines: int
    ) -> ScreenTold:
        screens = self._apart.get(session)
        if screens is not None:
            return await screens.read(session, pump, history_lines)
        return await super().read(session, pump, history_lines)

    @override
    async def close(self) -> None:
        self._news.stop()
        for apart in self._apart.values():
            await apart.close()
        if self._closing:
            await asyncio.wait(self._closing)
        await super().close()

    @override
    def _core_died(self, seat: Seat, seq: Seq) -> None:
        self._kills[seat.session] += 1
        if self._kills[seat.session] >= _MOST_KILLS:
            self._seats.pop(seat.session, None)
            self._set_apart(seat.session, seq, seat.pump)

    def _set_apart(self, session: SessionId, seq: Seq, pump: SessionPump) -> None:
        self._apart[session] = ApartScreen(
            session,
            pump,
            seq,
            worker=self._new_worker(),
            look=self._look,
            told=self._told,
            notify=self._notify,
        )

    def _end_apart(self, session: SessionId) -> None:
        apart = self._apart.pop(session, None)
        if apart is not None:
            task = asyncio.create_task(apart.close(), name=f"{session.short} worker")
            self._closing.add(task)
            task.add_done_callback(self._closing.discard)
