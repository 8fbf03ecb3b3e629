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


def read_contents(segments: list[Segment], checkpoints: tuple[Seq, ...]) -> LogContents:
    """Return what segments hold together, from the last hole on.

    Raises:
        OSError: A file cannot be read.
    """
    survey = _Survey()
    for segment in segments:
        if segment.length:
            survey.add(segment)
    return survey.contents(checkpoints)


class _Survey:
    """What is known so far."""

    def __init__(self) -> None:
        self._start: Seq = 0
        self._end: Seq = 0
        self._size: Resize | None = None
        self._base: Seq | None = None
        self._base_size: Resize | None = None
        self._holder: Holder | None = None
        self._exit: Exit | None = None

    def add(self, segment: Segment) -> None:
        """Take in the next segment."""
        if segment.start != self._end:
            self._begin(segment.start)
        content = segment.path.read_bytes()[: segment.length]
        reader = FrameReader(segment.start)
        try:
            for framed in reader.feed(content):
                self._take(framed)
            reader.feed(b"")
        except InvalidError:
            pass  # What is damaged ends here; a later segment begins after a hole then.
        self._end = reader.seq

    def _begin(self, start: Seq) -> None:
        self._start = start
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

    def contents(self, checkpoints: tuple[Seq, ...]) -> LogContents:
        """Return the sum."""
        return LogContents(
            start=self._start,
            end=self._end,
            size=None if self._size is None else self._size.size,
            base=self._base,
            base_size=None if self._base_size is None else self._base_size.size,
            epoch=0 if self._holder is None else self._holder.epoch,
            checkpoints=tuple(seq for seq in checkpoints if self._start <= seq <= self._end),
            over=None if self._exit is None else self._exit.status,
        )
