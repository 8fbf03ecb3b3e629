"""One session that nobody shows, with fake screen workers that live and die as a test says."""

from fakes.screen_worker import FakeScreenWorker
from idea.application.terminals.background_screens import BackgroundScreens
from idea.domain.stream.messages import Seq
from support.pump_stage import Stage
from support.running import becomes


class Watching:
    """One session nobody shows, and the workers it gets."""

    def __init__(self) -> None:
        self.workers: list[FakeScreenWorker] = []
        self.notices: list[str] = []
        self.stage = Stage()
        self.pty = self.stage.pty
        self.session = self.stage.session
        self.screens = BackgroundScreens(self._new_worker, notify=self.notices.append)
        self.pump = self.stage.start()
        self.screens.watch(self.session.id, self.pump)

    def _new_worker(self) -> FakeScreenWorker:
        self.workers.append(FakeScreenWorker())
        return self.workers[-1]

    @property
    def worker(self) -> FakeScreenWorker:
        return self.workers[-1]

    @property
    def number(self) -> int:
        """What the worker that holds the session knows it by."""
        screens = self.screens._apart.get(self.session.id, self.screens)
        return screens._seats[self.session.id].number

    async def prints(self, data: bytes) -> None:
        self.pty.print(data)
        await becomes(lambda: not self.pty._unread, "reading")

    async def is_written(self, written: bytes) -> None:
        await becomes(lambda: self.pty.written == written, f"{written!r}; {self.pty.written!r}")

    async def holds(self) -> None:
        await becomes(lambda: self.pump.machine.holder in self.pump._admissions, "the worker holds")

    async def read(self) -> str:
        told = await self.screens.read(self.session.id, lambda: self.pump, 0)
        return told.lines[0]

    def blame(self, seq: Seq, *, is_live: bool = True) -> bool:
        """Tell that a window died of the session's core; returns whether it is set apart."""
        return self.screens.blame(self.session.id, seq, self.pump, is_live=is_live)

    async def close(self) -> None:
        await self.screens.close()
        await self.pump.close()
