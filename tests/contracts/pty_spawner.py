"""What every way of starting programs in pseudo-terminals has to do."""

import asyncio
from abc import ABC, abstractmethod
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from idea.domain.errors import ProcessError
from idea.domain.ids import SessionId
from idea.domain.ports.pty import Pty, PtySpawner, SpawnSpec
from idea.domain.terminal import Exited, Lost, Size
from support.running import becomes, on_a_loop

A_SIZE = Size(columns=81, rows=23)
A_SESSION = SessionId("session-1")


class Reader:
    """Collects what a program prints."""

    def __init__(self, pty: Pty) -> None:
        self.bursts: list[bytes] = []
        pty.start_reading(self.bursts.append)

    @property
    def output(self) -> bytes:
        return b"".join(self.bursts)

    @property
    def is_over(self) -> bool:
        return bool(self.bursts) and not self.bursts[-1]


class PtySpawnerContract(ABC):
    """Programs by name: `echo`, `exit CODE TEXT`, `wait`, and `missing`, which does not exist."""

    @pytest.fixture(autouse=True)
    def folder(self, tmp_path: Path) -> None:
        self.tmp = tmp_path

    @abstractmethod
    def spawner(self) -> AbstractAsyncContextManager[PtySpawner]:
        """Return a spawner for one test."""

    @abstractmethod
    def command(self, *words: str) -> tuple[str, ...]:
        """Return how one of the programs is called here."""

    def spec(self, *words: str, cwd: str = "/", session: SessionId = A_SESSION) -> SpawnSpec:
        return SpawnSpec(
            session=session,
            command=self.command(*words),
            cwd=cwd,
            environment={"PATH": "/usr/bin:/bin", "TERM": "xterm"},
            size=A_SIZE,
        )

    @on_a_loop
    async def test_output_then_its_end_then_the_exit_code_arrive(self) -> None:
        async with self.spawner() as spawner:
            ends: list[Exited | Lost] = []
            pty = await spawner.spawn(self.spec("exit", "3", "hello"), ends.append)
            reader = Reader(pty)

            await becomes(lambda: reader.is_over and ends, "the end")
            pty.close()

            assert ([Exited(3)], b"hello") == (ends, reader.output.strip())

    @on_a_loop
    async def test_what_is_written_reaches_the_program(self) -> None:
        async with self.spawner() as spawner:
            pty = await spawner.spawn(self.spec("echo"), lambda _: None)
            reader = Reader(pty)

            await pty.write(b"typed\n")

            await becomes(lambda: b"typed" in reader.output, "the echo")
            pty.close()

    @on_a_loop
    async def test_nothing_is_lost_while_nobody_reads(self) -> None:
        async with self.spawner() as spawner:
            pty = await spawner.spawn(self.spec("echo"), lambda _: None)
            first = Reader(pty)
            await pty.write(b"one\n")
            await becomes(lambda: b"one" in first.output, "the first echo")

            pty.pause_reading()
            await pty.write(b"two\n")
            second = Reader(pty)

            await becomes(lambda: b"two" in second.output, "the second echo")
            assert b"two" not in first.output
            pty.close()

    @on_a_loop
    async def test_what_does_not_exist_is_one_sentence(self) -> None:
        async with self.spawner() as spawner:
            ends: list[Exited | Lost] = []

            with pytest.raises(ProcessError, match="was not found"):
                await spawner.spawn(self.spec("missing"), ends.append)
            with pytest.raises(ProcessError, match="The folder /missing does not exist"):
                await spawner.spawn(self.spec("wait", cwd="/missing"), ends.append)

            assert not ends

    @on_a_loop
    async def test_a_session_is_started_once(self) -> None:
        async with self.spawner() as spawner:
            pty = await spawner.spawn(self.spec("wait"), lambda _: None)

            with pytest.raises(ProcessError, match="exists already"):
                await spawner.spawn(self.spec("wait"), lambda _: None)
            pty.close()

    @pytest.mark.parametrize(("force", "code"), [(False, -1), (True, -9)])
    def test_stopping_ends_it(self, *, force: bool, code: int) -> None:
        async def scenario() -> None:
            async with self.spawner() as spawner:
                ends: list[Exited | Lost] = []
                pty = await spawner.spawn(self.spec("wait"), ends.append)

                await spawner.stop(A_SESSION, force=force)

                await becomes(lambda: ends, "the end")
                assert ends == [Exited(code)]
                pty.close()

        on_a_loop(scenario)()

    @on_a_loop
    async def test_stopping_what_is_unknown_does_nothing(self) -> None:
        async with self.spawner() as spawner:
            await spawner.stop(SessionId("stranger"), force=True)

    @on_a_loop
    async def test_nothing_can_be_written_after_the_end(self) -> None:
        async with self.spawner() as spawner:
            ends: list[Exited | Lost] = []
            pty = await spawner.spawn(self.spec("exit", "0", ""), ends.append)
            await becomes(lambda: ends, "the end")
            pty.close()
            pty.close()

            with pytest.raises(ProcessError, match="is gone"):
                await pty.write(b"late")

            assert pty.drain() == b""

    @on_a_loop
    async def test_many_sessions_keep_apart(self) -> None:
        async with self.spawner() as spawner:
            sessions = [SessionId(f"session-{number}") for number in range(5)]
            ptys = await asyncio.gather(
                *(
                    spawner.spawn(
                        self.spec("exit", "0", f"I am {one}", session=one), lambda _: None
                    )
                    for one in sessions
                )
            )
            readers = [Reader(pty) for pty in ptys]
            await becomes(lambda: all(reader.is_over for reader in readers), "all ends")
            for pty in ptys:
                pty.close()

            assert [reader.output.strip().decode() for reader in readers] == [
                f"I am {one}" for one in sessions
            ]
