"""What a log remembers: moments in it, and how a screen gets to one.

Words: a *piece* is a run of records without a hole, as a log cuts them; a *moment* is a time or a
seq, and what a session showed then is everything recorded up to it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from idea.domain.stream.checkpoint import Checkpoint
from idea.domain.stream.client import Ended, Feed, Mark, Reset, Restore, Step, TakeSize
from idea.domain.stream.messages import Seq
from idea.domain.stream.records import Exit, Framed, Gap, Output, Resize
from idea.domain.terminal import Size

_CUT_OFF = "What came before is not kept; parts of the screen may be missing."
_HOLE = "Something is missing in the log here; parts of the screen may be wrong."


class LogPiece(NamedTuple):
    """Records that follow each other."""

    start: Seq
    end: Seq
    at_ms: int
    """When the first one was recorded: milliseconds since 1970 in UTC."""


@dataclass(frozen=True, slots=True)
class AtTime:
    """A time, in milliseconds since 1970 in UTC."""

    at_ms: int


@dataclass(frozen=True, slots=True)
class AtSeq:
    """A place in the stream."""

    seq: Seq


type Moment = AtTime | AtSeq


def is_after(framed: Framed, moment: Moment) -> bool:
    """Return whether a record came after a moment."""
    match moment:
        case AtTime(at_ms):
            return framed.at_ms > at_ms
        case AtSeq(seq):
            return framed.end > seq


def piece_at(pieces: Sequence[LogPiece], moment: Moment) -> LogPiece | None:
    """Return the piece in which a moment lies; None when it lies before all of them.

    A clock that was set back makes several places of a time; the first is meant.
    """
    found = None
    for piece in pieces:
        if _begins_after(piece, moment):
            break
        found = piece
    return found


def _begins_after(piece: LogPiece, moment: Moment) -> bool:
    match moment:
        case AtTime(at_ms):
            return piece.at_ms > at_ms
        case AtSeq(seq):
            return piece.start > seq


class Retelling:
    """Turns logged records into what to do with a muted core, from some place in the log on."""

    def __init__(self, size: Size, checkpoint: Checkpoint | None = None) -> None:
        """Start from a checkpoint, else from the first record; `size` counts until one tells it."""
        self._size = size if checkpoint is None else checkpoint.size
        self._position = 0 if checkpoint is None else checkpoint.seq
        self._is_cut_off = checkpoint is None
        self._checkpoint = checkpoint

    def begin(self) -> Step:
        """Return the first step: the screen as it is before any record."""
        return Reset(self._size) if self._checkpoint is None else Restore(self._checkpoint)

    def steps(self, framed: Framed) -> Iterator[Step]:
        """Yield what the next record means; what is missing before it is marked."""
        missing = framed.seq - self._position
        if missing and not isinstance(framed.record, Gap):
            yield Mark(Gap(missing, _CUT_OFF if self._is_cut_off else _HOLE, reset=False))
        self._is_cut_off = False
        self._position = framed.end
        match framed.record:
            case Output(data):
                yield Feed(data, None)
            case Resize(size):
                if size != self._size:
                    yield TakeSize(size, None)
                self._size = size
            case Gap() as gap:
                yield Mark(gap)
                if gap.reset:
                    yield Reset(self._size)
            case Exit(status):
                yield Ended(status)
            case _:
                pass  # Who held a session changes nothing on its screen.
