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
        os.close(self._writer)


@pytest.fixture
def program(monkeypatch: pytest.MonkeyPatch) -> Iterator[Program]:
    found = Program(monkeypatch)
    yield found
    found.close()


class Other(TurnTaker):
    """Another terminal that floods."""

    @override
    def take_turn(self, burst_s: float) -> None: ...


def bursts(program: Program, turns: ReadingTurns, sizes: list[int]) -> list[int]:
    """Return how large the burst is in which each of these writes is read."""

    async def read() -> list[int]:
        pty = PosixPty(program.reader, 1, Size(80, 24), lambda: None, turns=turns)
        taken: list[bytes] = []
        pty.start_reading(taken.append)
        for size in sizes:
            program.write(b"x" * size)
            pty.take_turn(60.0)
        pty.close()
        return [len(burst) for burst in taken]

    return asyncio.run(read())


FLOOD = [60_000, 60_000, 60_000]
"""Enough to be called a flood."""


def test_a_flood_s_small_burst_waits_once_for_its_rest(program: Program) -> None:
    program.parts = [b"x" * 5000, b"x" * 300]
    assert bursts(program, ReadingTurns(), [*FLOOD, 4000])[3:] == [9000]
    assert program.waits == 1


def test_what_is_no_flood_is_read_as_it_comes(program: Program) -> None:
    program.parts = [b"x" * 5000]
    assert bursts(program, ReadingTurns(), [4000]) == [4000]
    assert program.waits == 0


def test_one_of_several_floods_waits_for_its_turn_instead(program: Program) -> None:
    turns = ReadingTurns()
    turns.note(Other(), floods=True)
    program.parts = [b"x" * 5000]
    assert bursts(program, turns, [*FLOOD, 4000])[3:] == [4000]
    assert program.waits == 0
