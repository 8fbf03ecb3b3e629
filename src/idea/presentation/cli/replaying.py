"""Shows a session's past on a core of this process, and writes it down.

Everything is read page by page and forgotten; a core keeps what its scrollback holds.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from idea.domain.ports.terminal_core import Screen, ScreenFactory
from idea.domain.stream.client import Mark
from idea.domain.stream.history import Retelling
from idea.domain.stream.messages import Seq
from idea.domain.stream.records import Gap
from idea.presentation.cli.asciicast import Asciicast
from idea.presentation.cli.history import SessionHistory
from idea.presentation.cli.moments import shown_moment
from idea.presentation.cli.stepped_screen import SteppedScreen
from idea.presentation.cli.transcript import Transcript

type Marked = Callable[[Gap, int], None]
"""Told of everything that is missing, and when."""

_SCROLLBACK_LINES = 10_000
_ANY_CORE = ""
"""No core is called so: what is asked for it any terminal understands."""
_END = 1 << 62
"""Beyond every seq."""


@contextmanager
def screen_at(
    history: SessionHistory, factory: ScreenFactory, seq: Seq | None, marked: Marked
) -> Iterator[Screen]:
    """Give a core that shows what was recorded up to `seq`; None for all there is.

    A log whose end was lost may have a checkpoint that is newer than all its records.
    """
    checkpoint = history.checkpoint(factory.name, _END if seq is None else seq)
    if checkpoint is None:
        start, retelling = history.start.start, Retelling(history.first_size)
    else:
        start, retelling = checkpoint.seq, Retelling(checkpoint.size, checkpoint)
    stepped = SteppedScreen(factory, _SCROLLBACK_LINES)
    try:
        stepped.do(retelling.begin())
        for framed in history.told(start, seq):
            for step in retelling.steps(framed):
                stepped.do(step)
                if isinstance(step, Mark):
                    marked(step.gap, framed.at_ms)
        yield stepped.screen
    finally:
        stepped.close()


def asciicast_lines(history: SessionHistory) -> Iterator[str]:
    """Yield a recording of everything that is kept."""
    opening = history.opening(_ANY_CORE)
    size = history.first_size if opening is None else opening.size
    cast = Asciicast(size, history.start.at_ms, history.name)
    retelling = Retelling(size, opening)
    yield cast.header()
    yield from cast.lines(retelling.begin(), history.start.at_ms)
    for framed in history.told(history.start.start):
        for step in retelling.steps(framed):
            yield from cast.lines(step, framed.at_ms)
    yield from cast.end()


def text_lines(history: SessionHistory, factory: ScreenFactory, marked: Marked) -> Iterator[str]:
    """Yield everything that is kept as one would read it by scrolling up at the end.

    Where the screen started anew, a line says why; other gaps are told to `marked` alone, because
    what a program draws later may be anywhere.
    """
    retelling = Retelling(history.first_size, history.opening(factory.name))
    transcript = Transcript(factory)
    try:
        yield from transcript.lines(retelling.begin())
        for framed in history.told(history.start.start):
            for step in retelling.steps(framed):
                match step:
                    case Mark(gap) if gap.reset:
                        yield from transcript.end()
                        yield f"── {shown_moment(framed.at_ms)}: {gap.reason} ──\n"
                    case Mark(gap):
                        marked(gap, framed.at_ms)
                    case _:
                        yield from transcript.lines(step)
        yield from transcript.end()
    finally:
        transcript.close()
