"""A screen worker in the test's own process, with fake cores; tests say when it is there or dies.

Messages pass through the real frames, so that nothing is sent that a pipe could not carry.
"""

import asyncio
from typing import override

from fakes.terminal_core import FakeScreenFactory
from fakes.terminal_input import FakeInputEncoder
from idea.application.worker.kept_screen import Cores
from idea.application.worker.kept_screens import KeptScreens
from idea.domain.ports.screen_worker import Culprit, ScreenWorker, WorkerListener
from idea.domain.stream.worker_wire import (
    FromWorker,
    Ready,
    ToWorker,
    encode_from_worker,
    encode_to_worker,
    frames_from_worker,
    frames_to_worker,
)


class FakeScreenWorker(ScreenWorker):
    """Works a turn at a time on the loop, unless it is stopped."""

    def __init__(self) -> None:
        self.factory = FakeScreenFactory()
        self.listener: WorkerListener | None = None
        self.stopped = False
        self.closed = False
        self.has_room = asyncio.Event()
        self.has_room.set()
        self.sent: list[tuple[int, ToWorker]] = []
        self._kept: KeptScreens | None = None
        self._waiting: list[tuple[int, ToWorker]] = []

    @override
    def start(self, listener: WorkerListener) -> None:
        assert self.listener is None
        self.listener = listener

    def get_ready(self) -> None:
        """Be there, without any session."""
        self._kept = KeptScreens(
            Cores(screens=self.factory, encoder=FakeInputEncoder, scrollback_lines=100),
            send=self._hear,
            mark=lambda _, __: None,
            clock=lambda: 0.0,
        )
        self._kept.begin()

    def die(self, culprit: int | None = None, seq: int = 0) -> None:
        """Be gone, perhaps because of a core that stood at `seq`."""
        self._kept = None
        self._waiting.clear()
        assert self.listener is not None
        self.listener.died(None if culprit is None else Culprit(culprit, seq))

    def go_on(self) -> None:
        """Work again after `stopped`."""
        self.stopped = False
        self._work()

    @override
    def send(self, number: int, message: ToWorker) -> None:
        if self._kept is None:
            return
        self.sent.append((number, message))
        self._waiting += frames_to_worker().feed(encode_to_worker(number, message))
        asyncio.get_running_loop().call_soon(self._work)

    @override
    async def room(self) -> None:
        await self.has_room.wait()

    @override
    async def close(self) -> None:
        self.closed = True
        self._kept = None

    def _work(self) -> None:
        if self.stopped or self._kept is None:
            return
        waiting, self._waiting = self._waiting, []
        for number, message in waiting:
            self._kept.receive(number, message)
        while self._kept is not None and self._kept.busy:
            self._kept.turn()

    def _hear(self, number: int, message: FromWorker) -> None:
        assert self.listener is not None
        for heard_number, heard in frames_from_worker().feed(encode_from_worker(number, message)):
            if isinstance(heard, Ready):
                self.listener.ready(heard.core)
            else:
                self.listener.heard(heard_number, heard)


class FakeWorkerListener(WorkerListener):
    """Remembers what a worker said."""

    def __init__(self) -> None:
        self.cores: list[str] = []
        self.messages: list[tuple[int, FromWorker]] = []
        self.deaths: list[Culprit | None] = []

    @override
    def ready(self, core: str) -> None:
        self.cores.append(core)

    @override
    def heard(self, number: int, message: FromWorker) -> None:
        self.messages.append((number, message))

    @override
    def died(self, culprit: Culprit | None) -> None:
        self.deaths.append(culprit)
