"""Checkpoints made of a core, and cores made of checkpoints; on the core's own thread."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from idea.domain.errors import InvalidError
from idea.domain.ports.terminal_core import Screen, ScreenFactory
from idea.domain.stream.checkpoint import Checkpoint, checkpoint_parts
from idea.domain.stream.messages import CheckpointKind, CheckpointPart, Seq
from idea.domain.terminal import Size

PORTABLE_HISTORY_LINES = 10_000
"""All that is usually kept, so that nothing is lost with a core's own format."""
MOST_SENT_BYTES = 24 * 1024 * 1024
"""Only screens of many colours have more, and logs of the usual bound keep less of them than that;
sending and packing all of it would cost a flood more than parsing it."""
_LINE_END = b"\r\n"


def screen_parts(screen: Screen, core: str, size: Size, seq: Seq) -> Iterator[CheckpointPart]:
    """Yield the messages that carry both parts of the checkpoint of `screen` at `seq`.

    A core without a format of its own gives the portable part alone, and so does one whose screen
    is too large to be sent; of the portable part, the oldest lines go then.
    """
    for kind, content in _snapshots(screen):
        whole = Checkpoint(seq=seq, kind=kind, core=core, size=size, data=content)
        if kind is CheckpointKind.PORTABLE:
            whole = with_less_history(whole, MOST_SENT_BYTES)
        if len(whole.data) <= MOST_SENT_BYTES:
            yield from checkpoint_parts(whole)


def _snapshots(screen: Screen) -> Iterator[tuple[CheckpointKind, bytes]]:
    with suppress(InvalidError):  # The portable part stands for it.
        yield CheckpointKind.NATIVE, screen.native_snapshot()
    yield CheckpointKind.PORTABLE, screen.portable_snapshot(PORTABLE_HISTORY_LINES)


def with_less_history(checkpoint: Checkpoint, most_bytes: int) -> Checkpoint:
    """Return a portable checkpoint without its oldest lines, as many as `most_bytes` asks for.

    What the screen shows stays, also when that is more.
    """
    data = checkpoint.data
    if len(data) <= most_bytes:
        return checkpoint
    # A line of text fills a row at least, and each line says its style itself.
    shown = len(data)
    for _ in range(checkpoint.size.rows):
        shown = data.rfind(_LINE_END, 0, shown)
        if shown < 0:
            return checkpoint
    wanted = max(len(data) - most_bytes - len(_LINE_END), 0)
    start = shown if wanted >= shown else data.find(_LINE_END, wanted)
    return replace(checkpoint, data=data[start + len(_LINE_END) :])


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
