"""One worker's places at sessions: it holds those that nobody shows.

A *seat* is the worker's attachment to one session. It is taken when the program starts and taken
anew whenever a worker died, before anything else can happen to the session: so what a program asks
in between is kept and answered by the next worker, unless that takes longer than `PATIENCE_S`.
"""

import asyncio
import contextlib
import logging
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import override

from idea.application.terminals.client_channel import ClientChannel
from idea.application.terminals.session_pump import SessionPump
from idea.application.terminals.unseen_news import Unseen
from idea.application.terminals.worker_seat import Seat
from idea.domain.errors import ProcessError
from idea.domain.ids import SessionId
from idea.domain.ports.screen_worker import Culprit, ScreenWorker, WorkerListener
from idea.domain.screen_look import ScreenLook
from idea.domain.stream.messages import AttachAsked, Seq
from idea.domain.stream.worker_wire import (
    Broken,
    Dressed,
    Dropped,
    FromWorker,
    Pinged,
    Rang,
    Ready,
    ScreenAsked,
    ScreenTold,
    Titled,
    ToldBeside,
)

_log = logging.getLogger(__name__)

PATIENCE_S = 3.0
"""So long a session waits for a worker that admits nobody before it goes on without."""
RETRY_S = 5.0
ANSWER_WITHIN_S = 10.0
_MOST_BREAKS = 3


class SeatedScreens(WorkerListener, ABC):
    """Seats one worker at the sessions it is told of; lives on the event loop's thread."""

    def __init__(
        self,
        worker: ScreenWorker,
        look: ScreenLook,
        told: Callable[[SessionId, Unseen], None],
    ) -> None:
        """Prepare; the worker starts when the first session needs it.

        `told` hears what programs tell that is not on their screens.
        """
        self._worker = worker
        self._look = look
        self._told = told
        self._is_started = False
        self._core = ""
        self._ready = asyncio.Event()
        self._turn = asyncio.Lock()
        self._admissions = 0
        self._last_number = 0
        self._seats: dict[SessionId, Seat] = {}
        self._numbers: dict[int, Seat] = {}
        self._breaks: Counter[SessionId] = Counter()

    @abstractmethod
    def _core_died(self, seat: Seat, seq: Seq) -> None:
        """Judge a session whose core, which stood at `seq`, ended the worker; nobody is seated."""

    def _gave_up(self, session: SessionId) -> None:
        """Hear that a session whose screen broke again and again has no seat any more."""

    def watch(self, session: SessionId, pump: SessionPump) -> None:
        """Take a seat at a session whose program lives."""
        self._start()
        seat = self._seats[session] = Seat(session, pump)
        self._sit_down(seat)

    def leave(self, session: SessionId, *, after_s: float = 0.0) -> None:
        """Give up the seat at a session, now or when what it shows is saved."""
        seat = self._seats.get(session)
        if seat is not None and after_s:
            seat.is_over = True
            seat.wait(after_s, lambda: self.leave(session))
        elif seat is not None:
            del self._seats[session]
            self._breaks.pop(session, None)
            self._forget(seat)

    async def read(
        self, session: SessionId, pump: Callable[[], SessionPump], history_lines: int
    ) -> ScreenTold:
        """Return what a session shows now, or showed last; `pump` is asked when it is needed.

        Raises:
            ProcessError: There is no worker, or it does not answer.
        """
        self._start()
        try:
            async with asyncio.timeout(ANSWER_WITHIN_S):
                await self._until_ready()
                seat = self._seats.get(session)
                if seat is not None and seat.holds:
                    return await self._ask(seat, history_lines)
                return await self._follow(Seat(session, pump()), history_lines)
        except TimeoutError:
            raise ProcessError("The screen worker does not answer; try again.") from None

    def dress(self, look: ScreenLook) -> None:
        """Let screens answer with these colours and this size of cells."""
        self._look = look
        self._worker.send(0, Dressed(look))

    async def close(self) -> None:
        """End the worker; sessions are not touched."""
        for seat in self._numbers.values():
            seat.stop_waiting()
            seat.fail(ProcessError("The engine leaves."))
        self._seats.clear()
        self._numbers.clear()
        if self._is_started:
            await self._worker.close()

    # What the worker says.

    @override
    def ready(self, core: str) -> None:
        self._core = core
        self._worker.send(0, Dressed(self._look))
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
            case Titled() | Rang() | ToldBeside():
                self._told(seat.session, message)
            case Broken(sentence):
                self._broken(seat, sentence)
            case Ready() | Pinged():
                pass  # About the worker itself, and heard elsewhere.
            case _:
                seat.receive(message)

    @override
    def died(self, culprit: Culprit | None) -> None:
        self._ready.clear()
        guilty = None if culprit is None else self._numbers.get(culprit.number)
        seats, self._numbers = [*self._numbers.values()], {}
        for seat in seats:
            seat.leave()
            seat.fail(ProcessError("The screen worker died; try again."))
        if guilty is not None and culprit is not None:
            _log.warning("The core of %s ended the screen worker", guilty.session.short)
            self._core_died(guilty, culprit.seq)
        for seat in tuple(self._seats.values()):
            if seat.is_over:
                del self._seats[seat.session]
            else:
                self._sit_down(seat)

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
            self._gave_up(seat.session)

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

    async def _until_ready(self) -> None:
        """Wait for a worker that is there, not for one that came and died before this goes on."""
        while not self._ready.is_set():
            await self._ready.wait()

    @contextlib.asynccontextmanager
    async def _admitted(self) -> AsyncIterator[str]:
        """One at a time, so that not all checkpoints are in memory at once."""
        async with self._turn:
            await self._until_ready()
            await self._worker.room()
            self._admissions += 1
            yield self._core

    # Questions.

    async def _ask(self, seat: Seat, history_lines: int) -> ScreenTold:
        answer = seat.expect()
        self._worker.send(seat.number, ScreenAsked(history_lines))
        return await answer

    async def _follow(self, seat: Seat, history_lines: int) -> ScreenTold:
        """Follow a session that somebody else holds, or nobody, until its screen is complete."""
        channel = self._number(seat)
        seat.client = seat.pump.attach(
            channel, AttachAsked(None, None, shown=False, core=self._core)
        )
        try:
            return await self._ask(seat, history_lines)
        finally:
            self._forget(seat)
