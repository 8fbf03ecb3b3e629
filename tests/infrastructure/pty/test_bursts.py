"""How much of a flood is read at a time, with a pipe in place of a terminal."""

import asyncio
import os
from collections.abc import Iterator
from typing import override

import pytest

from idea.domain.terminal import Size
from idea.infrastructure.pty import posix_pty
from idea.infrastructure.pty.posix_pty import PosixPty
from idea.infrastructure.pty.reading_turns import ReadingTurns, TurnTaker

pytestmark = pytest.mark.posix


class Program:
    """Writes the next part whenever the reader waits a moment for more."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.reader, self._writer = os.pipe()
        self.parts: list[bytes] = []
        self.waits = 0
        monkeypatch.setattr(posix_pty.time, "sleep", self._go_on)

    def write(self, data: bytes) -> None:
        os.write(self._writer, data)

    def _go_on(self, _seconds: float) -> None:
        self.waits += 1
        if self.parts:
            self.write(self.parts.pop(0))

    def close(self) -> None:
        """End; may be called again."""
        writer, self._writer = self._writer, -1
        if writer >= 0:
            os.close(writer)


@pytest.fixture
def program(monkeypatch: pytest.MonkeyPatch) -> Iterator[Program]:
    found = Program(monkeypatch)
    yield found
    found.close()


class Other(TurnTaker):
    """Another terminal that floods."""

    @property
    @override
    def held_bytes(self) -> int:
        return 0

    @override
    def read_piece(self) -> bool:
        return False

    @override
    def end_turn(self) -> None: ...


class Turns(ReadingTurns):
    """Turns in which no burst is cut short by a busy machine."""

    @override
    def burst_s(self) -> float:
        return 60.0


def crowded() -> Turns:
    turns = Turns()
    turns.note(Other(), floods=True)
    return turns


def bursts(program: Program, turns: ReadingTurns, sizes: list[int]) -> list[int]:
    """Return how large the burst is in which each of these writes is read."""

    async def read() -> list[int]:
        pty = PosixPty(program.reader, 1, Size(80, 24), lambda: None, turns=turns)
        taken: list[bytes] = []
        pty.start_reading(taken.append)
        for size in sizes:
            program.write(b"x" * size)
            pty._on_readable()
        pty.close()
        return [len(burst) for burst in taken]

    return asyncio.run(read())


FLOOD = [60_000, 60_000, 60_000]
"""Enough to be called a flood."""


def test_a_flood_s_small_burst_waits_once_for_its_rest(program: Program) -> None:
    program.parts = [b"x" * 5000, b"x" * 300]
    assert bursts(program, Turns(), [*FLOOD, 4000])[3:] == [9000]
    assert program.waits == 1


def test_what_is_no_flood_is_read_as_it_comes(program: Program) -> None:
    program.parts = [b"x" * 5000]
    assert bursts(program, Turns(), [4000]) == [4000]
    assert program.waits == 0


def test_one_of_several_floods_waits_for_its_turn_instead(program: Program) -> None:
    program.parts = [b"x" * 5000]
    assert bursts(program, crowded(), [*FLOOD, 4000])[3:] == [4000]
    assert program.waits == 0


def on_a_pipe(program: Program, turns: ReadingTurns) -> PosixPty:
    return PosixPty(program.reader, 1, Size(80, 24), lambda: None, turns=turns)


def test_pieces_of_a_turn_are_handed_on_together(program: Program) -> None:
    async def read() -> list[int]:
        pty = on_a_pipe(program, crowded())
        taken: list[bytes] = []
        pty.start_reading(taken.append)
        program.write(b"x" * 20_000)
        while pty.read_piece():
            pass
        assert (pty.held_bytes, taken) == (20_000, [])
        pty.end_turn()
        pty.close()
        return [len(burst) for burst in taken]

    assert asyncio.run(read()) == [20_000]


def test_no_more_than_a_burst_is_held(program: Program) -> None:
    async def read() -> int:
        pty = on_a_pipe(program, crowded())
        while True:
            program.write(b"x" * 50_000)
            while pty.read_piece():
                pass
            if pty.held_bytes % 50_000:
                break
        held = pty.held_bytes
        pty.close()
        return held

    assert asyncio.run(read()) == 256 * 1024


def test_what_a_turn_left_when_reading_was_paused_comes_first_afterwards(program: Program) -> None:
    async def read() -> bytes:
        pty = on_a_pipe(program, Turns())
        program.write(b"first ")
        pty.read_piece()
        pty.pause_reading()
        told = asyncio.get_running_loop().create_future()
        pty.start_reading(told.set_result)
        burst = await asyncio.wait_for(told, 60)
        pty.close()
        return burst

    assert asyncio.run(read()) == b"first "


def test_what_a_turn_left_comes_before_the_end(program: Program) -> None:
    async def read() -> list[bytes]:
        pty = on_a_pipe(program, crowded())
        program.write(b"last words")
        program.close()
        while pty.read_piece():
            pass
        taken: list[bytes] = []
        over = asyncio.Event()

        def receive(burst: bytes) -> None:
            taken.append(burst)
            if not burst:
                over.set()

        pty.start_reading(receive)
        await asyncio.wait_for(over.wait(), 60)
        pty.close()
        return taken

    assert asyncio.run(read()) == [b"last words", b""]
