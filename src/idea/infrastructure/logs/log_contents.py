"""Reads all of a log once, to learn what it holds."""

from idea.domain.errors import InvalidError
from idea.domain.ports.session_log import LogContents
from idea.domain.stream.messages import Seq
from idea.domain.stream.records import (
    Exit,
    Framed,
    FrameReader,
    Gap,
    Holder,
    Resize,
)
from idea.infrastructure.logs.segments import Segment


def read_contents(
    segments: list[Segment], checkpoints: tuple[Seq, ...], *, is_whole: bool = False
) -> LogContents:
    """Return what segments hold together, from the last hole on.

    Where an engine took the session over, numbers were left out, but the screen goes on: the first
    record after such a skip is a gap that resets nothing.

    Raises:
        OSError: A file cannot be read.
    """
    survey = _Survey()
    for segment in segments:
        if segment.length:
            survey.add(segment)
    used = segments[-1].end if segments else 0
    return survey.contents(checkpoints, used=used, is_whole=is_whole)


class _Survey:
    """What is known so far."""

    def __init__(self) -> None:
        self._start: Seq = 0
        self._end: Seq = 0
        self._skips: list[tuple[Seq, Seq]] = []
        self._size: Resize | None = None
        self._base: Seq | None = None
        self._base_size: Resize | None = None
        self._holder: Holder | None = None
        self._exit: Exit | None = None

    def add(self, segment: Segment) -> None:
        """Take in the next segment."""
        content = segment.path.read_bytes()[: segment.length]
        reader = FrameReader(segment.start)
        try:
            found = reader.feed(content)
            if found and segment.start != self._end:
                self._leap(segment.start, found[0])
            for framed in found:
                self._take(framed)
            reader.feed(b"")
        except InvalidError:
            pass  # What is damaged ends here; a later segment begins after a hole then.
        self._end = reader.seq

    def _leap(self, start: Seq, first: Framed) -> None:
        """Note that numbers are missing before `start`."""
        is_skip = isinstance(first.record, Gap) and not first.record.reset
        if is_skip and self._end:
            self._skips.append((self._end, start))
            return
        self._start = start
        self._skips.clear()
        self._base = self._base_size = None

    def _take(self, framed: Framed) -> None:
        match framed.record:
            case Resize() as resize:
                if framed.seq == 0 or (self._base is not None and self._base_size is None):
                    self._base = framed.seq if self._base is None else self._base
                    self._base_size = resize
                self._size = resize
            case Gap(reset=True):
                self._base, self._base_size = framed.seq, None
            case Holder() as holder:
                self._holder = holder
            case Exit() as end:
                self._exit = end
            case _:
                pass

    def contents(self, checkpoints: tuple[Seq, ...], *, used: Seq, is_whole: bool) -> LogContents:
        """Return the sum."""
        return LogContents(
            start=self._start,
            end=self._end,
            used=used,
            skips=tuple(self._skips),
            is_whole=is_whole and used == self._end,
            size=None if self._size is None else self._size.size,
            base=self._base,
            base_size=None if self._base_size is None else self._base_size.size,
            epoch=0 if self._holder is None else self._holder.epoch,
            checkpoints=tuple(seq for seq in checkpoints if self._start <= seq <= self._end),
            over=None if self._exit is None else self._exit.status,
        )
