"""The worker's attachment to one session, and who waits for answers about its screen."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import override

from idea.application.terminals.client_channel import ClientChannel
from idea.application.terminals.session_pump import SessionPump
from idea.domain.errors import IdeaError
from idea.domain.ids import ClientId, SessionId
from idea.domain.stream.messages import Attached, ClientMessage, EngineMessage, HolderChanged
from idea.domain.stream.worker_wire import ScreenTold


class Seat:
    """Mutable; owned by the screens of one worker, and taken anew under another number."""

    def __init__(self, session: SessionId, pump: SessionPump) -> None:
        self.session = session
        self.pump = pump
        self.number = 0
        self.client: ClientId | None = None
        """As the session knows the worker; None while nobody sits here."""
        self.is_attached = False
        """Whether the session's stream flows."""
        self.holds = False
        """Whether the worker holds the session."""
        self.is_over = False
        """Whether the program is gone and the seat will be left soon."""
        self._timer: asyncio.TimerHandle | None = None
        self._answers: deque[asyncio.Future[ScreenTold]] = deque()

    def channel(
        self, number: int, send: Callable[[int, EngineMessage], None], closed: Callable[[], None]
    ) -> ClientChannel:
        """Return the channel of this seat under a new number."""
        return _SeatChannel(self, number, send, closed)

    def heed(self, message: EngineMessage) -> None:
        """Learn from what the session tells the worker."""
        match message:
            case Attached():
                self.is_attached = True
                if not self.is_over:
                    self.stop_waiting()
            case HolderChanged(client):
                self.holds = client is not None and client == self.client
            case _:
                pass

    def receive(self, message: ClientMessage) -> None:
        """Hand on what the worker tells the session."""
        if self.client is not None:
            self.pump.receive(self.client, message)

    def leave(self) -> None:
        """Detach, if attached; nothing is waited for any more."""
        self.stop_waiting()
        self.is_attached = self.holds = False
        client, self.client = self.client, None
        if client is not None:
            self.pump.detach(client)

    def wait(self, seconds: float, then: Callable[[], None]) -> None:
        """Do something later, instead of what was to be done before."""
        self.stop_waiting()
        self._timer = asyncio.get_running_loop().call_later(seconds, then)

    def stop_waiting(self) -> None:
        """Do nothing later."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def expect(self) -> asyncio.Future[ScreenTold]:
        """Return what the next answer about the screen will be."""
        answer: asyncio.Future[ScreenTold] = asyncio.get_running_loop().create_future()
        self._answers.append(answer)
        return answer

    def told(self, screen: ScreenTold) -> None:
        """Give the answer to whoever asked first."""
        if self._answers:
            answer = self._answers.popleft()
            if not answer.done():
                answer.set_result(screen)

    def fail(self, error: IdeaError) -> None:
        """Tell everybody who waits that there will be no answer."""
        while self._answers:
            answer = self._answers.popleft()
            if not answer.done():
                answer.set_exception(error)


class _SeatChannel(ClientChannel):
    def __init__(
        self,
        seat: Seat,
        number: int,
        send: Callable[[int, EngineMessage], None],
        closed: Callable[[], None],
    ) -> None:
        self._seat = seat
        self._number = number
        self._send = send
        self._closed = closed

    @override
    def send(self, message: EngineMessage) -> None:
        if self._seat.number == self._number:
            self._seat.heed(message)
            self._send(self._number, message)

    @override
    def close(self, sentence: str) -> None:
        del sentence
        self._closed()
