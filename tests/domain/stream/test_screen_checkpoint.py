"""Checkpoints made of a core and put back into one."""

from typing import override

import pytest

from fakes.terminal_core import FakeScreen, FakeScreenFactory
from idea.domain.errors import InvalidError
from idea.domain.stream.checkpoint import Checkpoint, CheckpointAssembly
from idea.domain.stream.messages import CheckpointKind
from idea.domain.stream.screen_checkpoint import restored_screen, screen_parts
from idea.domain.terminal import Size

SIZE = Size(20, 4)


class _PortableOnly(FakeScreen):
    """A core without a format of its own."""

    @override
    def native_snapshot(self) -> bytes:
        raise InvalidError("There is none.")


def _checkpoints(screen: FakeScreen) -> dict[CheckpointKind, Checkpoint]:
    assembly = CheckpointAssembly()
    whole = [assembly.add(part) for part in screen_parts(screen, "fake", SIZE, 42)]
    return {checkpoint.kind: checkpoint for checkpoint in whole if checkpoint is not None}


@pytest.mark.parametrize("kind", list(CheckpointKind))
def test_each_part_brings_the_screen_back(kind: CheckpointKind) -> None:
    factory = FakeScreenFactory()
    screen = factory.create(SIZE, 100)
    screen.feed(b"one\r\ntwo")

    checkpoint = _checkpoints(screen)[kind]
    restored = restored_screen(factory, checkpoint, 100)

    assert (checkpoint.seq, checkpoint.size) == (42, SIZE)
    assert restored.lines(0, 4) == screen.lines(0, 4)


def test_a_core_without_a_format_of_its_own_gives_the_portable_part() -> None:
    assert set(_checkpoints(_PortableOnly(SIZE))) == {CheckpointKind.PORTABLE}
