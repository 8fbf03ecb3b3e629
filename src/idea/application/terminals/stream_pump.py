"""Runs one session's state machine: does what it wants done, and tells it what happened.

Everything here runs on the event loop's thread. Each burst of output is one input of the machine,
and the event loop gives every pseudo-terminal one burst a turn, so no session starves another.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import override

from idea.application.terminals.client_channel import ClientChannel
from idea.application.terminals.session_pump import Admission, SessionPump
from idea.application.terminals.size_news import SizeNews
from idea.domain.errors import IdeaError, NotFoundError, ProcessError
from idea.domain.ids import ClientId
from idea.domain.ports.clock import Clock
from idea.domain.ports.id_factory import IdFactory
from idea.domain.ports.pty import Pty
from idea.domain.ports.session_log import LogReader, SessionLog
from idea.domain.stream.effects import (
    AppendLog,
    CancelWrite,
    CloseClient,
    ClosePty,
    CutOff,
    Deadline,
    Effect,
    Finished,
    PauseReading,
    ReadCheckpoint,
    ReadLog,
    ResizePty,
    SaveCheckpoint,
    SendTo,
    StartReading,
    WritePty,
)
from idea.domain.stream.fresh_start import FreshStart
from idea.domain.stream.journal import StreamOrigin
from idea.domain.stream.machine import SessionMachine
from idea.domain.stream.messages import AttachAsked, ClientMessage, Seq
from idea.domain.terminal import Exited, Lost, Size

_log = logging.getLogger(__name__)

PATIENCE_WITH_LOG_S = 0.5
"""A disk that takes longer than this must not hold up programs, whatever dies then."""
_PIECE_BYTES = 64 * 1024
LEAVING = "The session's stream was closed; attach again."


class StreamPump(SessionPump):
    """Moves one session's bytes between program, log and clients."""

    def __init__(
        self,
        *,
        name: str,
        origin: StreamOrigin,
        pty: Pty | None,
        log: SessionLog,
        clock: Clock,
        ids: IdFactory,
        resized: Callable[[Size], None],
    ) -> None:
        """Prepare to run; `pty` is None when the program is gone, `name` is for the log file."""
        self._name = name
        self._pty = pty
        self._session_log = log
        self._clock = clock
        self._ids = ids
        self._sizes = SizeNews(resized)
        self._channels: dict[ClientId, ClientChannel] = {}
        self._admissions: dict[ClientId, Admission] = {}
        self._effects: deque[Effect] = deque()
        self._is_acting = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._write: asyncio.Task[None] | None = None
        self._wants_output = False
        self._behind: asyncio.TimerHandle | None = None
        self._log_is_slow = False
        self._timer: asyncio.TimerHandle | None = None
        self._timer_at = 0.0
        self._deadline: float | None = None
        self._finished = asyncio.Event()
        self._is_resting = False
        self._at_rest = asyncio.Event()
        self._is_closed = False
        origin = replace(origin, log_bytes=log.limit_bytes)
        self.machine = SessionMachine(origin, wall_ms=self._wall_ms(), now=self._now())

    def begin(self, earlier: bytes = b"") -> None:
        """Read the program's output from now on; called once, on the running loop.

        `earlier` comes before it in the stream.
        """
        self._act(self.machine.begin(self._now()))
        for start in range(0, len(earlier), _PIECE_BYTES):
            piece = earlier[start : start + _PIECE_BYTES]
            self._act(self.machine.output(piece, self._now(), self._wall_ms()))
        if self._pty is None:
            self._finished.set()

    @property
    @override
    def log(self) -> LogReader:
        return self._session_log

    # Clients.

    @override
    def attach(self, channel: ClientChannel, asked: AttachAsked) -> ClientId:
        client = ClientId(self._ids.fresh())
        self.attach_as(client, channel, asked)
        return client

    def attach_as(self, client: ClientId, channel: ClientChannel, asked: AttachAsked) -> None:
        """Begin to serve a client under an id nobody had before."""
        if self._is_closed:
            channel.close(LEAVING)
            return
        self._channels[client] = channel
        self._act(self.machine.attach(client, asked, self._now()))

    @override
    def attach_worker(self, channel: ClientChannel, admission: Admission) -> ClientId:
        client = ClientId(self._ids.fresh())
        self.attach_worker_as(client, channel, admission)
        return client

    def attach_worker_as(
        self, client: ClientId, channel: ClientChannel, admission: Admission
    ) -> None:
        """Begin to serve the worker under an id nobody had before."""
        if self._is_closed:
            channel.close(LEAVING)
            return
        self._channels[client] = channel
        self._admissions[client] = admission
        asked = AttachAsked(None, None, shown=False, core="")
        self._act(self.machine.attach(client, asked, self._now(), worker=True))

    @override
    def set_apart(self, seq: Seq) -> Seq:
        self._act(self.machine.set_apart(seq, self._now()))
        return self.machine.held_at or seq

    @override
    def start_anew(self, fresh: FreshStart) -> Seq:
        start = self.machine.end
        self._act(self.machine.start_anew(fresh, self._now()))
        return start

    @override
    def receive(self, client: ClientId, message: ClientMessage) -> None:
        if client in self._channels:
            self._act(self.machine.receive(client, message, self._now()))

    @override
    def detach(self, client: ClientId) -> None:
        self._admissions.pop(client, None)
        if self._channels.pop(client, None) is not None:
            self._act(self.machine.detach(client, self._now()))

    @override
    def send_text(self, text: str, *, enter: bool) -> None:
        self._act(self.machine.send_text(text, self._now(), enter=enter))

    # The program's end, and the pump's own.

    @override
    async def rest(self) -> None:
        self._is_resting = True
        if self._pty is not None:
            self._pty.pause_reading()
        while not self._is_closed and not self.machine.is_at_rest:
            self._at_rest.clear()
            await self._at_rest.wait()

    @override
    async def ended(self, status: Exited | Lost) -> None:
        self._act(self.machine.ended(status, self._now()))
        await self._finished.wait()
        await self._session_log.flush()

    @override
    async def close(self) -> None:
        if self._is_closed:
            return
        self._is_closed = True
        self._sizes.stop()
        self._finished.set()
        self._at_rest.set()
        for timer in (self._timer, self._behind):
            if timer is not None:
                timer.cancel()
        for channel in self._channels.values():
            channel.close(LEAVING)
        self._channels.clear()
        if self._pty is not None:
            self._pty.pause_reading()
        tasks = [*self._tasks]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._session_log.close()

    # What the machine wants.

    def _now(self) -> float:
        return self._clock.monotonic_s()

    def _wall_ms(self) -> int:
        return int(self._clock.now().timestamp() * 1000 - self._now() * 1000)

    def _act(self, effects: list[Effect]) -> None:
        """Do effects in order, also those that come while others are being done."""
        self._effects += effects
        if self._is_acting:
            return
        self._is_acting = True
        try:
            while self._effects:
                self._do(self._effects.popleft())
        finally:
            self._is_acting = False
        self._at_rest.set()
        self._set_timer()

    def _do(self, effect: Effect) -> None:
        match effect:
            case SendTo(client, message):
                channel = self._channels.get(client)
                if channel is not None:
                    channel.send(message)
            case AppendLog(seq, frames):
                self._session_log.append(seq, frames)
            case Deadline(at):
                self._deadline = at
            case CutOff(client):
                _log.warning("%s: view %s stalled and is cut off", self._name, client.short)
            case CloseClient(client, sentence):
                self._close_client(client, sentence)
            case Finished():
                self._finished.set()
            case ReadLog() | ReadCheckpoint() | SaveCheckpoint():
                self._use_log(effect)
            case _:
                self._use_pty(effect)

    def _close_client(self, client: ClientId, sentence: str) -> None:
        _log.warning("%s: view %s is detached: %s", self._name, client.short, sentence)
        self._admissions.pop(client, None)
        channel = self._channels.pop(client, None)
        if channel is not None:
            channel.close(sentence)

    def _use_log(self, effect: ReadLog | ReadCheckpoint | SaveCheckpoint) -> None:
        match effect:
            case ReadLog():
                _ = self._start(self._read_log(effect))
            case ReadCheckpoint():
                _ = self._start(self._read_checkpoint(effect))
            case SaveCheckpoint(parts):
                self._session_log.save_checkpoint(parts)

    def _use_pty(
        self,
        effect: StartReading | PauseReading | WritePty | CancelWrite | ResizePty | ClosePty,
    ) -> None:
        if self._pty is None:
            return
        match effect:
            case StartReading():
                self._wants_output = True
                self._hold_back()
                self._read_on()
            case PauseReading():
                self._wants_output = False
                self._pty.pause_reading()
            case WritePty(data):
                self._write = self._start(self._write_pty(self._pty, data, self._write))
            case CancelWrite():
                if self._write is not None:
                    self._write.cancel()
            case ResizePty(size):
                self._pty.resize(size)
                self._sizes.take(size)
            case ClosePty():
                self._pty.close()

    # What happened.

    def _receive_output(self, burst: bytes) -> None:
        now = self._now()
        if burst:
            self._act(self.machine.output(burst, now, self._wall_ms()))
        else:
            self._act(self.machine.output_over(now))
        self._hold_back()

    # An engine that dies loses what it read and did not log, so it reads once and logs, in turn.

    def _hold_back(self) -> None:
        """Read no more until what was read is logged, within reason."""
        if self._behind is not None or not self._wants_output or self._pty is None:
            return
        if not self._session_log.is_written(self._catch_up):
            self._pty.pause_reading()
            loop = asyncio.get_running_loop()
            self._behind = loop.call_later(PATIENCE_WITH_LOG_S, self._go_ahead)

    def _catch_up(self) -> None:
        if self._behind is not None:
            self._behind.cancel()
        self._behind = None
        self._log_is_slow = False
        self._read_on()

    def _go_ahead(self) -> None:
        self._log_is_slow = True
        self._read_on()

    def _read_on(self) -> None:
        may_read = (self._behind is None or self._log_is_slow) and not self._is_resting
        if may_read and self._wants_output and self._pty is not None and not self._is_closed:
            self._pty.start_reading(self._receive_output)

    async def _read_log(self, asked: ReadLog) -> None:
        try:
            frames = await self._session_log.read(asked.start, asked.limit_bytes)
        except IdeaError as error:
            if not isinstance(error, NotFoundError):
                _log.warning("%s: the log cannot be read: %s", self._name, error.sentence)
            self._act(self.machine.log_missing(asked.client, asked.start, self._now()))
        else:
            self._act(self.machine.log_read(asked.client, asked.start, frames, self._now()))

    async def _read_checkpoint(self, asked: ReadCheckpoint) -> None:
        admission = self._admissions.get(asked.client)
        if admission is None:
            await self._start_client(asked.client, asked.core)
            return
        async with admission() as core:
            if asked.client in self._channels:
                await self._start_client(asked.client, core)

    async def _start_client(self, client: ClientId, core: str) -> None:
        try:
            checkpoint = await self._session_log.checkpoint(core)
        except IdeaError as error:
            _log.warning("%s: no checkpoint can be read: %s", self._name, error.sentence)
            checkpoint = None
        self._act(self.machine.checkpoint_read(client, checkpoint, self._now()))

    async def _write_pty(self, pty: Pty, data: bytes, before: asyncio.Task[None] | None) -> None:
        if before is not None and not before.done():
            await asyncio.wait((before,))
        try:
            await pty.write(data)
        except ProcessError:
            self._act(self.machine.write_failed(self._now()))
        else:
            self._act(self.machine.written(self._now()))

    def _start(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        # A key is written at once, not when a loop busy with floods comes round again.
        loop = asyncio.get_running_loop()
        task = asyncio.Task(work, loop=loop, name=f"{self._name} stream", eager_start=True)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # The timer: set again only when it must fire earlier, because deadlines move with every byte.

    def _set_timer(self) -> None:
        if self._deadline is None or self._is_closed:
            return
        if self._timer is not None:
            if self._timer_at <= self._deadline:
                return
            self._timer.cancel()
        self._timer_at = self._deadline
        delay_s = max(0.0, self._deadline - self._now())
        self._timer = asyncio.get_running_loop().call_later(delay_s, self._fire)

    def _fire(self) -> None:
        self._timer = None
        now = self._now()
        if self._deadline is not None and now >= self._deadline:
            self._deadline = None
            self._act(self.machine.tick(now))
        else:
            self._set_timer()
