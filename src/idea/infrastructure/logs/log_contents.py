"""Looks through a log, to learn what it holds: from its end back, as far as it must."""

from collections.abc import Sequence

from idea.domain.errors import InvalidError
from idea.domain.ports.session_log import LogContents
from idea.domain.stream.messages import Seq
from idea.domain.stream.records import Exit, Framed, FrameReader, Gap, Holder, Record, Resize
from idea.domain.terminal import Exited, Lost, Size
from idea.infrastructure.logs.segments import Segment

_FIRST_BYTES = 2048
"""Enough to see whether the first record is a gap, which is never longer."""


def read_contents(
    segments: Sequence[Segment], checkpoints: tuple[Seq, ...], *, is_whole: bool = False
) -> LogContents:
    """Return what segments hold together, from the last hole on.

    Where an engine took the session over, numbers were left out, but the screen goes on: the first
    record after such a skip is a gap that resets nothing.

    A full log takes seconds to read, and an engine that takes sessions over reads the logs of all.
    So segments before the one from which a screen can start are only looked at where they join.
    """
    survey = _Survey(checkpoints)
    for segment in reversed(segments):
        try:
            if segment.length and not survey.add(segment):
                break
        except OSError:  # Memory was emptied, or a sector is gone: a hole like any other.
            continue
    used = segments[-1].end if segments else 0
    return survey.contents(used=used, is_whole=is_whole)


class _Survey:
    """What is known so far, newest segments first."""

    def __init__(self, checkpoints: tuple[Seq, ...]) -> None:
        self._checkpoints = checkpoints
        self._start: Seq | None = None
        self._first: Record | None = None
        self._end: Seq | None = None
        self._skips: list[tuple[Seq, Seq]] = []
        self._first_size: Size | None = None
        self._size: Size | None = None
        self._base: Seq | None = None
        self._base_size: Size | None = None
        self._epoch: int | None = None
        self._over: Exited | Lost | None = None
        self._over_at_ms: int | None = None

    def add(self, segment: Segment) -> bool:
        """Take in the segment before; return False when a hole is between them."""
        found, end = _undamaged(segment, only_first=self._is_enough)
        if self._start is not None and end != self._start:
            if not (isinstance(self._first, Gap) and not self._first.reset):
                return False
            self._skips.insert(0, (end, self._start))
        self._start = segment.start
        self._first = found[0].record if found else None
        self._end = end if self._end is None else self._end
        for framed in reversed(found):
            self._take(framed)
        return True

    @property
    def _is_enough(self) -> bool:
        """Whether nothing in the segments before changes what is known."""
        start = self._start
        can_start = self._base is not None or (
            start is not None and any(seq >= start for seq in self._checkpoints)
        )
        return can_start and self._size is not None and self._epoch is not None

    def _take(self, framed: Framed) -> None:
        """Take in the record before those that are known."""
        match framed.record:
            case Resize(size):
                self._first_size = size
                self._size = size if self._size is None else self._size
                if framed.seq == 0:
                    self._start_empty(0)
            case Gap(reset=True):
                self._start_empty(framed.seq)
            case Holder(_, epoch) if self._epoch is None:
                self._epoch = epoch
            case Exit(status) if self._over is None:
                self._over, self._over_at_ms = status, framed.at_ms
            case _:
                pass

    def _start_empty(self, seq: Seq) -> None:
        if self._base is None:
            self._base, self._base_size = seq, self._first_size

    def contents(self, *, used: Seq, is_whole: bool) -> LogContents:
        """Return the sum."""
        start, end = self._start or 0, self._end or 0
        return LogContents(
            start=start,
            end=end,
            used=used,
            skips=tuple(self._skips),
            is_whole=is_whole and used == end,
            size=self._size,
            base=self._base,
            base_size=self._base_size,
            epoch=self._epoch or 0,
            checkpoints=tuple(seq for seq in self._checkpoints if seq >= start),
            over=self._over,
            over_at_ms=self._over_at_ms,
        )


def _undamaged(segment: Segment, *, only_first: bool) -> tuple[list[Framed], Seq]:
    """Return records of a segment up to the first damaged one, and where they end.

    Of one of which only the first record is wanted, the rest is taken for undamaged.

    Raises:
        OSError: The file cannot be read.
    """
    reader = FrameReader(segment.start)
    found: list[Framed] = []
    try:
        with segment.path.open("rb") as file:
            found += reader.feed(file.read(_FIRST_BYTES if only_first else segment.length))
        reader.feed(b"")
    except InvalidError:
        return found, reader.seq  # What is damaged ends here; a later segment begins after a hole.
    return (found[:1], segment.end) if only_first else (found, reader.seq)
