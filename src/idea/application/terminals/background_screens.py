"""The screen worker's place at every session: it holds those that nobody shows.

A *seat* is the worker's attachment to one session. It is taken when the program starts and taken
anew whenever a worker died, before anything else can happen to the session: so what a program asks
in between is kept and answered by the next worker, unless that takes longer than `PATIENCE_S`.

A session whose core killed the worker twice starts with an empty screen from there on, marked in
its stream, and gets a worker of its own; when its cores kill that one too, it goes on without.
"""

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import override

from idea.application.terminals.client_channel import ClientChannel
from idea.application.terminals.session_pump import SessionPump
from idea.application.terminals.worker_seat import Seat
from idea.domain.errors import ConflictError, ProcessError
from idea.domain.events import Event, SessionEnded, SessionForgotten
from idea.domain.ids import SessionId
from idea.domain.ports.screen_worker import ScreenWorker, WorkerListener
from idea.domain.stream.messages import AttachAsked
from idea.domain.stream.worker_wire import (
    Broken,
    Dropped,
    FromWorker,
    Pinged,
    Ready,
    ScreenAsked,
    ScreenTold,
)

_log = logging.getLogger(__name__)

PATIENCE_S = 3.0
"""So long a session waits for a worker that admits nobody before it goes on without."""
RETRY_S = 5.0
LINGER_S = 15.0
"""An ended session keeps its core so long, in which the last checkpoint is taken."""
ANSWER_WITHIN_S = 10.0
_MOST_KILLS = 2
_MOST_BREAKS = 3
_STARTS_ANEW = "What was printed here ended the terminal core twice, so the screen starts anew."


class BackgroundScreens(WorkerListener):
    """Seats one worker at the sessions it is told of; lives on the event loop's thread."""

    def __init__(
        self,
        new_worker: Callable[[], ScreenWorker],
        *,
        notify: Callable[[str], None],
        is_apart: bool = False,
    ) -> None:
        """`notify` is given sentences for the person; `is_apart` makes it one session's own."""
        self._new_worker = new_worker
        self._worker = new_worker()
        self._notify = notify
        self._is_apart = is_apart
        self._is_started = False
        self._core = ""
        self._ready = asyncio.Event()
        self._turn = asyncio.Lock()
        self._admissions = 0
        self._last_number = 0
        self._seats: dict[SessionId, Seat] = {}
        self._numbers: dict[int, Seat] = {}
        self._kills: Counter[SessionId] = Counter()
        self._breaks: Counter[SessionId] = Counter()
        self._apart: dict[SessionId, BackgroundScreens] = {}
        self._closing: set[asyncio.Task[None]] = set()

    def watch(self, session: SessionId, pump: SessionPump) -> None:
        """Take a seat at a session whose program lives."""
        self._start()
        seat = self._seats[session] = Seat(session, pump)
        self._sit_down(seat)

    def hear(self, event: Event) -> None:
        """Leave sessions that are over."""
        match event:
            case SessionEnded(ended):
                seat = self._seats.get(ended.id)
                if seat is not None:
                    seat.is_over = True
                    seat.wait(LINGER_S, lambda: self._leave(ended.id))
                if ended.id in self._apart:
                    self._apart[ended.id].hear(event)
                    loop = asyncio.get_running_loop()
                    _ = loop.call_later(LINGER_S, self._end_apart, ended.id)
            case SessionForgotten(session):
                self._leave(session)
                self._kills.pop(session, None)
                self._breaks.pop(session, None)
                self._end_apart(session)
            case _:
                pass

    def _end_apart(self, session: SessionId) -> None:
        apart = self._apart.pop(session, None)
        if apart is not None:
            task = asyncio.create_task(apart.close(), name=f"{session.short} worker")
            self._closing.add(task)
            task.add_done_callback(self._closing.discard)

    async def read(
        self, session: SessionId, pump: Callable[[], SessionPump], history_lines: int
    ) -> ScreenTold:
        """Return what a session shows now, or showed last; `pump` is asked when it is needed.

        Raises:
            ConflictError: Its cores die of what it prints.
            ProcessError: There is no worker, or it does not answer.
        """
        if session in self._apart:
            return await self._apart[session].read(session, pump, history_lines)
        if self._kills[session] >= _MOST_KILLS:
            raise ConflictError("The screen of this session cannot be read: it ends every core.")
        self._start()
        try:
            async with asyncio.timeout(ANSWER_WITHIN_S):
                await self._ready.wait()
                seat = self._seats.get(session)
                if seat is not None and seat.holds:
                    return await self._ask(seat, history_lines)
                return await self._look(Seat(session, pump()), history_lines)
        except TimeoutError:
            raise ProcessError("The screen worker does not answer; try again.") from None

    async def close(self) -> None:
        """End the workers; sessions are not touched."""
        for seat in self._numbers.values():
            seat.stop_waiting()
            seat.fail(ProcessError("The engine leaves."))
        self._seats.clear()
        self._numbers.clear()
        for apart in self._apart.values():
            await apart.close()
        if self._closing:
            await asyncio.wait(self._closing)
        if self._is_started:
            await self._worker.close()

    # What the worker says.

    @override
    def ready(self, core: str) -> None:
        self._core = core
        self._ready.set()
        for seat in tuple(self._seats.values()):
            if seat.client is None:
                self._sit_down(seat)

    @override
    def heard(self, number: int, message: FromWorker) -> None:
        seat = self._numbers.get(number)
        if seat is None:
            return
        match message:
            case ScreenTold():
                seat.told(message)
            case Broken(sentence):
                self._broken(seat, sentence)
            case Ready() | Pinged():
                pass  # About the worker itself, and heard elsewhere.
            case _:
                seat.receive(message)

    @override
    def died(self, culprit: int | None) -> None:
        self._ready.clear()
        guilty = None if culprit is None else self._numbers.get(culprit)
        seats, self._numbers = [*self._numbers.values()], {}
        for seat in seats:
            seat.leave()
            seat.fail(ProcessError("The screen worker died; try again."))
        if guilty is not None:
            self._count_kill(guilty)
        for seat in tuple(self._seats.values()):
            if seat.is_over:
                del self._seats[seat.session]
            else:
                self._sit_down(seat)

    def _count_kill(self, guilty: Seat) -> None:
        session = guilty.session
        self._kills[session] += 1
        _log.warning("The core of %s ended the screen worker", session.short)
        seat = self._seats.get(session)
        if self._is_apart and seat is not None:
            seat.pump.start_anew(_STARTS_ANEW)
        if self._kills[session] < _MOST_KILLS:
            return
        self._seats.pop(session, None)
        if seat is None:
            return
        if self._is_apart:
            self._notify(
                f"Session {session.short} ends every terminal core. It runs on, but nothing "
                "answers its questions while no window shows it."
            )
            return
        seat.pump.start_anew(_STARTS_ANEW)
        self._notify(
            f"Session {session.short} printed something that ended the terminal core twice. "
            "It runs on; its screen starts anew."
        )
        apart = self._apart[session] = BackgroundScreens(
            self._new_worker, notify=self._notify, is_apart=True
        )
        apart.watch(session, seat.pump)

    def _broken(self, seat: Seat, sentence: str) -> None:
        _log.warning("The screen of %s broke in the worker: %s", seat.session.short, sentence)
        self._forget(seat)
        seat.fail(ProcessError(sentence))
        if self._seats.get(seat.session) is not seat:
            return
        self._breaks[seat.session] += 1
        if self._breaks[seat.session] < _MOST_BREAKS:
            self._sit_down(seat)
        else:
            del self._seats[seat.session]

    # Seats.

    def _start(self) -> None:
        if not self._is_started:
            self._is_started = True
            self._worker.start(self)

    def _sit_down(self, seat: Seat) -> None:
        channel = self._number(seat)
        seat.client = seat.pump.attach_worker(channel, self._admitted)
        self._be_patient(seat)

    def _be_patient(self, seat: Seat) -> None:
        seat.wait(PATIENCE_S, partial(self._lose_patience, seat, seat.number, self._admissions))

    def _lose_patience(self, seat: Seat, number: int, admissions: int) -> None:
        if seat.number != number or seat.is_attached:
            return
        if self._admissions != admissions:
            self._be_patient(seat)  # Its turn will come.
            return
        _log.warning("%s goes on without the screen worker for now", seat.session.short)
        self._forget(seat)
        if self._ready.is_set():
            seat.wait(RETRY_S, lambda: self._sit_down(seat))

    def _leave(self, session: SessionId) -> None:
        seat = self._seats.pop(session, None)
        if seat is not None:
            self._forget(seat)

    def _forget(self, seat: Seat) -> None:
        """Give up an attachment, in the worker too."""
        if self._numbers.pop(seat.number, None) is not None:
            self._worker.send(seat.number, Dropped())
        seat.leave()

    def _number(self, seat: Seat) -> ClientChannel:
        self._last_number += 1
        number = seat.number = self._last_number
        self._numbers[number] = seat
        return seat.channel(number, self._worker.send, lambda: self._closed(seat, number))

    def _closed(self, seat: Seat, number: int) -> None:
        """The session closed the channel, because it is forgotten or the engine leaves."""
        if self._numbers.pop(number, None) is not None:
            self._worker.send(number, Dropped())
        if self._seats.get(seat.session) is seat:
            del self._seats[seat.session]
        seat.stop_waiting()
        seat.fail(ProcessError("The session was closed."))

    @contextlib.asynccontextmanager
    async def _admitted(self) -> AsyncIterator[str]:
        """One at a time, so that not all checkpoints are in memory at once."""
        async with self._turn:
            await self._ready.wait()
            await self._worker.room()
            self._admissions += 1
            yield self._core

    # Questions.

    async def _ask(self, seat: Seat, history_lines: int) -> ScreenTold:
        answer = seat.expect()
        self._worker.send(seat.number, ScreenAsked(history_lines))
        return await answer

    async def _look(self, seat: Seat, history_lines: int) -> ScreenTold:
        """Follow a session that somebody else holds, or nobody, until its screen is complete."""
        channel = self._number(seat)
        seat.client = seat.pump.attach(
            channel, AttachAsked(None, None, shown=False, core=self._core)
        )
        try:
            return await self._ask(seat, history_lines)
        finally:
            self._forget(seat)
