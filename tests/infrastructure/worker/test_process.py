"""The worker as a process: its cores die, it hangs, it is killed; its sessions go on."""

import contextlib
import os
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from idea.application.terminals.background_screens import BackgroundScreens
from idea.application.terminals.set_apart import NOT_SHOWN, SCREEN_KEPT
from idea.domain.errors import ConflictError
from idea.domain.ids import SessionId
from idea.domain.ports.terminal_core import DefaultColors
from idea.domain.screen_look import ScreenLook
from idea.infrastructure.worker.process import COMMAND, WorkerProcess
from support import crashing_worker
from support.pump_stage import Stage
from support.running import becomes, on_a_loop

pytestmark = [pytest.mark.slow, pytest.mark.posix]

TESTS = Path(__file__).parents[2]
SHARED = os.environ.get("IDEA_TEST_DATA")
QUERY, ANSWER = b"\x05", b"\x06"


class Background:
    """Sessions of fakes, watched by real workers."""

    def __init__(self, folder: Path, command: tuple[str, ...], ping_every_s: float) -> None:
        self.workers: list[WorkerProcess] = []
        self.notices: list[str] = []
        self.stages: list[Stage] = []
        self._folder = folder
        self._command = command
        self._ping_every_s = ping_every_s
        self.screens = BackgroundScreens(self._worker, notify=self.notices.append)

    def _worker(self) -> WorkerProcess:
        self.workers.append(
            WorkerProcess(
                runtime=self._folder,
                logs=self._folder,
                scrollback_lines=lambda: 100,
                command=self._command,
                ping_every_s=self._ping_every_s,
            )
        )
        return self.workers[-1]

    def session(self) -> "Watched":
        """Start a session nobody shows."""
        stage = Stage()
        self.stages.append(stage)
        return Watched(self, stage, SessionId(f"session-{len(self.stages)}"))


class Watched:
    """One session that the workers watch."""

    def __init__(self, background: Background, stage: Stage, session: SessionId) -> None:
        self.pty = stage.pty
        self.id = session
        self._background = background
        self.pump = stage.start()
        background.screens.watch(session, self.pump)

    async def lines(self) -> tuple[str, ...]:
        told = await self._background.screens.read(self.id, lambda: self.pump, 0)
        return told.lines

    async def is_answered(self) -> None:
        answered = len(self.pty.written)
        self.pty.print(QUERY)
        await becomes(lambda: len(self.pty.written) > answered, "an answer")


@contextlib.asynccontextmanager
async def background(
    folder: Path, *command: str, ping_every_s: float = 5.0
) -> AsyncIterator[Background]:
    one = Background(folder, command or COMMAND, ping_every_s)
    try:
        yield one
    finally:
        await one.screens.close()
        for stage in one.stages:
            stage.pty.pause_reading()


def dying(how: str) -> tuple[str, ...]:
    return (sys.executable, crashing_worker.__file__, how)


@pytest.fixture(autouse=True)
def importable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(TESTS))


@on_a_loop
async def test_a_core_that_dies_twice_costs_its_session_what_it_died_of_and_others_nothing(
    tmp_path: Path,
) -> None:
    async with background(tmp_path, *dying("abort")) as held:
        bad, good = held.session(), held.session()
        await bad.is_answered()
        good.pty.print(b"calm")
        assert (await good.lines())[0] == "calm"
        bad.pty.print(b"before ")
        await bad.is_answered()
        bad.pty.print(b"DIE")
        await becomes(lambda: held.notices, "the notice")
        await bad.is_answered()
        await good.is_answered()
        bad.pty.print(b"after")
        assert (await bad.lines())[0] == "before after"
        assert (await good.lines())[0] == "calm"
        assert len(held.workers) == 2
        assert SCREEN_KEPT in held.notices[0]
        assert bad.pty.written == ANSWER * 3
        assert good.pty.written == ANSWER
        await bad.pump.close()
        await good.pump.close()


@on_a_loop
async def test_a_session_that_kills_every_core_goes_on_without_one(tmp_path: Path) -> None:
    async with background(tmp_path, *dying("abort")) as held:
        bad, good = held.session(), held.session()
        for notices in range(1, 5):
            await bad.is_answered()
            bad.pty.print(b"DIE")
            await becomes(lambda notices=notices: len(held.notices) == notices, "the next start")
        assert NOT_SHOWN in held.notices[-1]
        with pytest.raises(ConflictError, match="every core"):
            await bad.lines()
        await good.is_answered()
        bad.pty.print(b"still read")
        await becomes(lambda: not bad.pty._unread, "reading")
        await bad.pump.close()
        await good.pump.close()


@on_a_loop
async def test_a_worker_that_is_killed_blames_nobody(tmp_path: Path) -> None:
    async with background(tmp_path) as held:
        session = held.session()
        session.pty.print(b"\x1b[6n")
        await becomes(lambda: session.pty.written, "an answer")
        for _ in range(3):
            pid = held.workers[0].pid
            assert pid is not None
            os.kill(pid, signal.SIGKILL)
            session.pty.print(b"x\x1b[6n")
            await becomes(lambda pid=pid: held.workers[0].pid not in {pid, None}, "the next one")
            await session.lines()
        expected = b"\x1b[1;1R\x1b[1;2R\x1b[1;3R\x1b[1;4R"
        await becomes(lambda: session.pty.written == expected, "each answer once")
        assert not held.screens._kills
        assert held.notices == []
        await session.pump.close()


@on_a_loop
async def test_a_program_nobody_watches_is_told_the_windows_colours_and_pixels(
    tmp_path: Path,
) -> None:
    asked = b"\x1b]10;?\x07\x1b]11;?\x07\x1b]12;?\x07\x1b]4;1;?\x07\x1b[14t\x1b[16t"
    async with background(tmp_path) as held:
        session = held.session()
        session.pty.print(asked)
        await becomes(lambda: session.pty.written.endswith(b"t"), "the dark theme's answers")
        dark = session.pty.written
        colors = DefaultColors(0x1FFFFFF, 0x1102030, 0x1445566, (0x1000000, 0x1ABCDEF))
        held.screens.dress(ScreenLook(colors, (10, 20)))
        session.pty.print(asked)
        await becomes(lambda: session.pty.written.count(b"\x1b[6;") == 2, "the window's answers")
        # Which of its two ends an answer has is the core's business.
        light = session.pty.written.removeprefix(dark).replace(b"\x1b\\", b"\x07")
        assert light == (
            b"\x1b]10;rgb:ffff/ffff/ffff\x07\x1b]11;rgb:1010/2020/3030\x07"
            b"\x1b]12;rgb:4444/5555/6666\x07\x1b]4;1;rgb:abab/cdcd/efef\x07"
            b"\x1b[4;800;1200t\x1b[6;20;10t"
        )
        assert dark.count(b"\x1b]11;rgb:1313/1414/1717") == 1
        assert dark.endswith(b"\x1b[4;720;960t\x1b[6;18;8t")
        await session.pump.close()


@on_a_loop
async def test_a_worker_that_hangs_is_replaced(tmp_path: Path) -> None:
    async with background(tmp_path, ping_every_s=0.5) as held:
        session = held.session()
        session.pty.print(b"here")
        assert (await session.lines())[0] == "here"
        pid = held.workers[0].pid
        assert pid is not None
        os.kill(pid, signal.SIGSTOP)
        await becomes(lambda: held.workers[0].pid not in {pid, None}, "another worker")
        assert (await session.lines())[0] == "here"
        await session.pump.close()


@on_a_loop
async def test_a_worker_that_never_gets_ready_is_replaced(tmp_path: Path) -> None:
    first = tmp_path / "first"
    script = f"[ -e {first} ] || {{ touch {first}; exec sleep 600; }}; exec {' '.join(COMMAND)} $@"
    async with background(tmp_path, "sh", "-c", script, "sh", ping_every_s=0.5) as held:
        session = held.session()
        session.pty.print(b"here")
        await becomes(lambda: held.workers[0].pid, "a worker")
        pid = held.workers[0].pid
        await becomes(lambda: held.workers[0].pid not in {pid, None}, "another worker")
        assert (await session.lines())[0] == "here"
        await session.pump.close()


@pytest.mark.skipif(not SHARED, reason="IDEA_TEST_DATA names no folder")
@on_a_loop
async def test_bytes_that_kill_the_real_core_unguarded_end_with_a_new_screen(
    tmp_path: Path,
) -> None:
    hostile = (Path(str(SHARED)) / "hostile" / "core-abort-rep.bin").read_bytes()
    async with background(tmp_path, *dying("unguarded")) as held:
        bad = held.session()
        bad.pty.print(hostile)
        await becomes(lambda: held.notices, "the notice")
        bad.pty.print(b"and on it goes")
        assert "and on it goes" in "".join(await bad.lines())
        await bad.pump.close()
