"""Checkpoints made of a core, and cores made of checkpoints; on the core's own thread."""

from collections.abc import Iterator
from contextlib import suppress

from idea.domain.errors import InvalidError
from idea.domain.ports.terminal_core import Screen, ScreenFactory
from idea.domain.stream.checkpoint import Checkpoint, checkpoint_parts
from idea.domain.stream.messages import CheckpointKind, CheckpointPart, Seq
from idea.domain.terminal import Size

PORTABLE_HISTORY_LINES = 10_000
"""All that is usually kept, so that nothing is lost with a core's own format."""


def screen_parts(screen: Screen, core: str, size: Size, seq: Seq) -> Iterator[CheckpointPart]:
    """Yield the messages that carry both parts of the checkpoint of `screen` at `seq`.

    A core without a format of its own gives the portable part alone.
    """
    for kind, content in _snapshots(screen):
        whole = Checkpoint(seq=seq, kind=kind, core=core, size=size, data=content)
        yield from checkpoint_parts(whole)


def _snapshots(screen: Screen) -> Iterator[tuple[CheckpointKind, bytes]]:
    with suppress(InvalidError):  # The portable part stands for it.
        yield CheckpointKind.NATIVE, screen.native_snapshot()
    yield CheckpointKind.PORTABLE, screen.portable_snapshot(PORTABLE_HISTORY_LINES)


def restored_screen(factory: ScreenFactory, checkpoint: Checkpoint, lines: int) -> Screen:
    """Return a muted core that shows what the checkpoint holds.

    Raises:
        InvalidError: It is damaged, or another core's own.
    """
    if checkpoint.kind is CheckpointKind.NATIVE:
        return factory.restore(checkpoint.data, lines)
    screen = factory.create(checkpoint.size, lines)
    screen.feed(checkpoint.data)
    return screen
