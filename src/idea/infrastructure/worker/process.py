"""Runs the screen worker as a child of the engine, and runs another one when it dies."""

import asyncio
import contextlib
import logging
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, override

from idea.domain.errors import InvalidError
from idea.domain.ports.screen_worker import Culprit, ScreenWorker, WorkerListener
from idea.domain.stream.worker_wire import (
    FromWorker,
    Pinged,
    Ready,
    ToWorker,
    encode_to_worker,
    frames_from_worker,
)
from idea.infrastructure.feed_page import CRASHES
from idea.infrastructure.observability.output_files import open_output
from idea.infrastructure.worker.page import FeedPage, make_page

_log = logging.getLogger(__name__)

COMMAND: Final = (sys.executable, "-P", "-m", "idea", "worker-process")
FIRST_PAUSE_S: Final = 0.1
LONGEST_PAUSE_S: Final = 5.0
_LIVED_S: Final = 0.5
"""A worker that no core killed, or not so soon, is followed by the next one at once."""
_PING_EVERY_S: Final = 5.0
_PINGS: Final = 2
_UNREADY_PINGS: Final = 10
"""A busy machine may need long to start a worker."""
_READ_BYTES: Final = 1024 * 1024
_ROOM_BYTES: Final = 1024 * 1024
_MOST_UNREAD_BYTES: Final = 128 * 1024 * 1024
"""A worker that leaves more than this unread is replaced."""


class WorkerProcess(ScreenWorker):
    """One worker at a time; lives on the event loop's thread."""

    def __init__(
        self,
        *,
        runtime: Path,
        logs: Path,
        scrollback_lines: Callable[[], int],
        command: Sequence[str] = COMMAND,
        ping_every_s: float = _PING_EVERY_S,
    ) -> None:
        """Prepare; two unanswered pings in a row end a worker that hangs."""
        self._runtime = runtime
        self._logs = logs
        self._scrollback_lines = scrollback_lines
        self._command = tuple(command)
        self._ping_every_s = ping_every_s
        self._running: asyncio.Task[None] | None = None
        self._process: Process | None = None
        self._ready_at: float | None = None
        self._unanswered = 0
        self._hangs = False

    @property
    def pid(self) -> int | None:
        """The process id of the present worker."""
        return None if self._process is None else self._process.pid

    @override
    def start(self, listener: WorkerListener) -> None:
        self._running = asyncio.create_task(self._keep_running(listener), name="screen worker")

    @override
    def send(self, number: int, message: ToWorker) -> None:
        pipe = None if self._process is None else self._process.stdin
        if pipe is None or self._ready_at is None or pipe.is_closing():
            return
        pipe.write(encode_to_worker(number, message))
        if pipe.transport.get_write_buffer_size() > _MOST_UNREAD_BYTES:
            self._kill("it reads too slowly")

    @override
    async def room(self) -> None:
        pipe = None if self._process is None else self._process.stdin
        if pipe is not None:
            with contextlib.suppress(ConnectionError):
                await pipe.drain()

    @override
    async def close(self) -> None:
        if self._running is not None:
            self._running.cancel()
            await asyncio.wait((self._running,))

    async def _keep_running(self, listener: WorkerListener) -> None:
        loop = asyncio.get_running_loop()
        pause_s = FIRST_PAUSE_S
        while True:
            self._ready_at = None
            culprit: Culprit | None = None
            try:
                culprit = await self._run(listener)
            except Exception:  # noqa: BLE001 # The next worker may fare better.
                _log.exception("The screen worker cannot be run")
            ready_at, self._ready_at = self._ready_at, None
            listener.died(culprit)
            served = ready_at is not None and culprit is None
            lived = ready_at is not None and loop.time() - ready_at >= _LIVED_S
            if served or lived:
                pause_s = FIRST_PAUSE_S
            await asyncio.sleep(pause_s)
            pause_s = min(pause_s * 2, LONGEST_PAUSE_S)

    async def _run(self, listener: WorkerListener) -> Culprit | None:
        """Run one worker until it is gone; return the session that killed it."""
        descriptor = make_page(self._runtime)
        page = FeedPage(descriptor)
        try:
            output = open_output(self._logs / "worker-output.log")
            try:
                process = await asyncio.create_subprocess_exec(
                    *self._command,
                    str(descriptor),
                    str(self._scrollback_lines()),
                    stdin=PIPE,
                    stdout=PIPE,
                    stderr=output,
                    pass_fds=(descriptor,),
                    limit=_READ_BYTES,
                    cwd="/",
                )
            finally:
                os.close(output)
        except BaseException:
            page.close()
            raise
        finally:
            os.close(descriptor)
        self._process = process
        self._unanswered, self._hangs = 0, False
        pinging = asyncio.create_task(self._ping(), name="screen worker ping")
        try:
            await self._listen(process, listener)
            await _end(process)
            return self._culprit(process.returncode or 0, page)
        finally:
            pinging.cancel()
            await _end(process)
            self._process = None
            page.close()

    def _culprit(self, code: int, page: FeedPage) -> Culprit | None:
        number, seq = page.marked()
        _log.warning("The screen worker ended with %d, working on %d at %d", code, number, seq)
        is_guilty = -code in CRASHES or self._hangs
        return Culprit(number, seq) if number and is_guilty else None

    async def _listen(self, process: Process, listener: WorkerListener) -> None:
        assert process.stdin is not None  # noqa: S101 # Both are pipes.
        assert process.stdout is not None  # noqa: S101
        process.stdin.transport.set_write_buffer_limits(high=_ROOM_BYTES)
        frames = frames_from_worker()
        while data := await process.stdout.read(_READ_BYTES):
            try:
                for number, message in frames.feed(data):
                    self._take(number, message, listener)
            except InvalidError as error:
                _log.error("The screen worker: %s", error.sentence)
                return

    def _take(self, number: int, message: FromWorker, listener: WorkerListener) -> None:
        match message:
            case Ready(core):
                self._ready_at = asyncio.get_running_loop().time()
                self._unanswered = 0
                listener.ready(core)
            case Pinged():
                self._unanswered = 0
            case _:
                listener.heard(number, message)

    async def _ping(self) -> None:
        while True:
            await asyncio.sleep(self._ping_every_s)
            if self._unanswered >= (_UNREADY_PINGS if self._ready_at is None else _PINGS):
                self._hangs = True
                self._kill("it does not answer")
                return
            self._unanswered += 1
            self.send(0, Pinged())

    def _kill(self, why: str) -> None:
        if self._process is not None and self._process.returncode is None:
            _log.warning("The screen worker is ended: %s", why)
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()


async def _end(process: Process) -> None:
    """See a worker dead and its pipes closed; it holds nothing that could be lost."""
    with contextlib.suppress(ProcessLookupError):
        process.kill()
    if process.stdin is not None:
        process.stdin.close()
    if process.stdout is not None:
        while await process.stdout.read(_READ_BYTES):
            pass
    await process.wait()
