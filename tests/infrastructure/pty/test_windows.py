"""The Windows way, against a stand-in for pywinpty that runs on any system."""

import asyncio
import queue
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import override

import pytest

from contracts.pty_spawner import A_SIZE, PtySpawnerContract
from idea.domain.errors import ProcessError
from idea.domain.ids import SessionId
from idea.domain.ports.pty import PtySpawner, SpawnSpec
from idea.domain.terminal import Exited, Lost, Size
from idea.infrastructure.pty.windows import (
    Console,
    WindowsPtySpawner,
    command_line,
    environment_block,
    open_console,
)
from support.running import becomes, on_a_loop


class StandIn(Console):
    """Understands the programs of the contract."""

    def __init__(self, columns: int, rows: int) -> None:
        self.sizes = [(columns, rows)]
        self._output: queue.Queue[str | None] = queue.Queue()
        self._echoes = False
        self._code: int | None = None

    @property
    @override
    def pid(self) -> int | None:
        return None

    @override
    def spawn(self, program: str, line: str, cwd: str, block: str) -> bool:
        if program == "missing":
            return False
        if program == "broken":
            raise OSError("no console")
        self._echoes = program == "echo"
        if program == "exit":
            code, text = line.split(" ", 1)
            self._output.put(text.strip('"'))
            self._end(int(code))
        return True

    @override
    def read(self) -> str:
        text = self._output.get()
        if text is None:
            raise EOFError
        return text

    @override
    def write(self, text: str) -> int:
        if self._echoes:
            self._output.put(text)
        return len(text)

    @override
    def set_size(self, columns: int, rows: int) -> None:
        self.sizes.append((columns, rows))

    @override
    def get_exitstatus(self) -> int | None:
        return self._code

    @override
    def close(self) -> None:
        if self._code is None:
            self._end(-1)

    def _end(self, code: int) -> None:
        self._code = code
        self._output.put(None)


@asynccontextmanager
async def a_windows_spawner() -> AsyncIterator[tuple[WindowsPtySpawner, list[StandIn]]]:
    consoles: list[StandIn] = []

    def opened(columns: int, rows: int) -> StandIn:
        consoles.append(StandIn(columns, rows))
        return consoles[-1]

    yield WindowsPtySpawner(opened), consoles
    for console in consoles:
        console.close()
    await becomes(
        lambda: not [one for one in threading.enumerate() if one.name == "console reader"],
        "the end of the readers",
    )


class TestWindowsPtySpawner(PtySpawnerContract):
    @override
    @asynccontextmanager
    async def spawner(self) -> AsyncIterator[PtySpawner]:
        async with a_windows_spawner() as (spawner, _):
            yield spawner

    @override
    def command(self, *words: str) -> tuple[str, ...]:
        return words

    @pytest.mark.skip(reason="how a console's program is killed needs Windows")
    @override
    def test_stopping_ends_it(self, *, force: bool, code: int) -> None: ...


def a_spec(*command: str) -> SpawnSpec:
    return SpawnSpec(session=SessionId("s"), command=command, cwd="/", environment={}, size=A_SIZE)


@on_a_loop
async def test_a_gentle_stop_closes_the_console() -> None:
    async with a_windows_spawner() as (spawner, _):
        ends: list[Exited | Lost] = []
        pty = await spawner.spawn(a_spec("wait"), ends.append)
        pty.start_reading(lambda _: None)

        await spawner.stop(SessionId("s"), force=False)

        assert ends == [Exited(-1)]
        assert spawner.current(SessionId("s")) is None
        assert spawner.program(SessionId("s")) is None


@on_a_loop
async def test_only_another_size_is_told() -> None:
    async with a_windows_spawner() as (spawner, consoles):
        pty = await spawner.spawn(a_spec("wait"), lambda _: None)
        pty.resize(A_SIZE)
        pty.resize(Size(columns=10, rows=5))
        pty.close()
        pty.resize(Size(columns=20, rows=5))

        assert consoles[0].sizes == [(A_SIZE.columns, A_SIZE.rows), (10, 5)]


@on_a_loop
async def test_what_the_system_refuses_is_one_sentence() -> None:
    async with a_windows_spawner() as (spawner, _):
        with pytest.raises(ProcessError, match="broken could not be started: no console"):
            await spawner.spawn(a_spec("broken"), lambda _: None)


def test_a_command_line_splits_into_the_same_arguments() -> None:
    assert command_line(["a b", 'say "hi"', "C:\\x\\", ""]) == '"a b" "say \\"hi\\"" C:\\x\\ ""'


def test_an_environment_block_is_sorted_and_ends_with_two_zeros() -> None:
    assert environment_block({"b": "2", "A": "1", "=C:": "C:\\"}) == "=C:=C:\\\0A=1\0b=2\0\0"
    for impossible in ({"": "x"}, {"a=b": "x"}, {"a": "\0"}):
        with pytest.raises(ProcessError, match="is not possible"):
            environment_block(impossible)


def test_without_pywinpty_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "winpty", None)

    with pytest.raises(ProcessError, match="pywinpty is not installed"):
        open_console(80, 24)


def test_reading_goes_on_after_the_loop_is_gone() -> None:
    consoles: list[StandIn] = []

    async def scenario() -> None:
        console = StandIn(80, 24)
        consoles.append(console)
        await WindowsPtySpawner(lambda *_: console).spawn(a_spec("wait"), lambda _: None)

    asyncio.run(scenario())
    consoles[0].close()
    for thread in threading.enumerate():
        if thread.name == "console reader":
            thread.join(10)
            assert not thread.is_alive()
