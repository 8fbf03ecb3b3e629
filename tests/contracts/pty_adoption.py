"""What every way of starting programs that outlive their engine has to do."""

from abc import ABC, abstractmethod
from contextlib import AbstractAsyncContextManager

import pytest

from contracts.pty_spawner import A_SESSION, A_SIZE, Reader
from idea.domain.errors import ProcessError
from idea.domain.ids import SessionId
from idea.domain.ports.pty import PtySpawner, SpawnSpec
from idea.domain.terminal import Exited, Lost, Size
from support.running import becomes, on_a_loop


class PtyAdoptionContract(ABC):
    """Programs by name: `echo` and `wait`."""

    @abstractmethod
    def spawner(self) -> AbstractAsyncContextManager[PtySpawner]:
        """Return a spawner for one test."""

    @abstractmethod
    async def successor(self, spawner: PtySpawner) -> PtySpawner:
        """Let the engine of a spawner die, and return the next engine's; ended by `spawner`."""

    @abstractmethod
    def command(self, *words: str) -> tuple[str, ...]:
        """Return how one of the programs is called here."""

    @abstractmethod
    async def end_unseen(self, spawner: PtySpawner, pid: int, session: SessionId) -> None:
        """Kill a program while no engine is there."""

    def spec(self, *words: str, session: SessionId = A_SESSION) -> SpawnSpec:
        return SpawnSpec(
            session=session,
            command=self.command(*words),
            cwd="/",
            environment={"PATH": "/usr/bin:/bin", "TERM": "xterm"},
            size=A_SIZE,
        )

    @on_a_loop
    async def test_where_nothing_ran_nothing_is_claimed_and_nothing_started(self) -> None:
        async with self.spawner() as spawner:
            assert list(await spawner.claim()) == []
            with pytest.raises(ProcessError, match="to go on with"):
                spawner.adopt(A_SESSION, lambda _: None)

    @on_a_loop
    async def test_a_program_goes_on_under_the_next_engine(self) -> None:
        async with self.spawner() as first:
            started = await first.spawn(self.spec("echo"), lambda _: None)
            pid = started.pid
            started.resize(Size(columns=70, rows=20))
            second = await self.successor(first)

            (held,) = await second.claim()
            ends: list[Exited | Lost] = []
            pty = second.adopt(A_SESSION, ends.append)
            reader = Reader(pty)
            await pty.write(b"still here\n")

            await becomes(lambda: b"still here" in reader.output, "the echo")
            assert (held.session, held.pid, held.size) == (A_SESSION, pid, Size(70, 20))
            assert held.process is not None
            assert (held.process.pid, pty.pid, ends) == (pid, pid, [])
            assert held.command
            assert list(await second.claim()) == []
            with pytest.raises(ProcessError, match="to go on with"):
                second.adopt(A_SESSION, lambda _: None)
            await second.stop(A_SESSION, force=True)
            await becomes(lambda: ends, "the end")
            assert ends == [Exited(-9)]
            pty.close()

    @on_a_loop
    async def test_what_was_printed_while_nobody_was_there_is_read_later(self) -> None:
        async with self.spawner() as first:
            started = await first.spawn(self.spec("echo"), lambda _: None)
            await started.write(b"nobody reads this\n")
            second = await self.successor(first)
            await second.claim()

            pty = second.adopt(A_SESSION, lambda _: None)
            reader = Reader(pty)

            await becomes(lambda: b"nobody reads this" in reader.output, "the output")
            pty.close()

    @on_a_loop
    async def test_how_a_program_ended_meanwhile_is_told(self) -> None:
        async with self.spawner() as first:
            started = await first.spawn(self.spec("wait"), lambda _: None)
            pid = started.pid
            second = await self.successor(first)
            await self.end_unseen(second, pid, A_SESSION)

            (held,) = await second.claim()
            ends: list[Exited | Lost] = []
            pty = second.adopt(A_SESSION, ends.append)
            reader = Reader(pty)

            await becomes(lambda: ends and reader.is_over, "its end")
            assert (ends, held.process) == ([Exited(-9)], None)
            pty.close()

    @on_a_loop
    async def test_new_programs_start_beside_adopted_ones(self) -> None:
        async with self.spawner() as first:
            await first.spawn(self.spec("wait"), lambda _: None)
            second = await self.successor(first)
            await second.claim()
            old = second.adopt(A_SESSION, lambda _: None)

            new = await second.spawn(
                self.spec("echo", session=SessionId("session-2")), lambda _: None
            )
            reader = Reader(new)
            await new.write(b"new\n")

            await becomes(lambda: b"new" in reader.output, "the echo")
            old.close()
            new.close()

    @on_a_loop
    async def test_it_can_be_done_again_and_again(self) -> None:
        async with self.spawner() as first:
            pid = (await first.spawn(self.spec("echo"), lambda _: None)).pid
            spawner = first
            for turn in range(5):
                spawner = await self.successor(spawner)
                (held,) = await spawner.claim()
                assert held.pid == pid
                if turn % 2:
                    continue  # This engine dies before it adopts anything.
                pty = spawner.adopt(A_SESSION, lambda _: None)
                reader = Reader(pty)
                await pty.write(f"turn {turn}\n".encode())
                await becomes(lambda: f"turn {turn}".encode() in reader.output, "the echo")  # noqa: B023 # Awaited in the loop.
