"""The segments of one log: files of whole frames, each named by the seq of its first one.

Everything here blocks and belongs to the log thread. Segments may leave out numbers between them,
where the disk was full or a new engine went on; inside a segment nothing is left out.
"""

import contextlib
import os
import re
from bisect import bisect_right
from dataclasses import dataclass
from pathlib import Path

from idea.domain.errors import NotFoundError
from idea.domain.stream.messages import Seq
from idea.domain.stream.records import (
    FRAME_HEAD_BYTES,
    LARGEST_PAYLOAD_BYTES,
    frames_within,
    undamaged_length,
)
from idea.infrastructure.descriptors import write_all
from idea.infrastructure.logs.private_files import make_folder, open_append

SEGMENT_BYTES = 1024 * 1024
LOG_BYTES = 32 * 1024 * 1024
_NAME = re.compile(r"stream-(\d{20})\.records")
_WHOLE = "whole-{:020d}"
"""Says that the log ended here, in order; gone as soon as more is written."""
_LARGEST_FRAME_BYTES = FRAME_HEAD_BYTES + LARGEST_PAYLOAD_BYTES


@dataclass(slots=True)
class Segment:
    """One file and how many undamaged bytes it has."""

    start: Seq
    length: int
    path: Path

    @property
    def end(self) -> Seq:
        """The seq after its last frame."""
        return self.start + self.length


class Segments:
    """Appends to the newest segment, reads all of them, and forgets the oldest."""

    def __init__(
        self, folder: Path, *, segment_bytes: int = SEGMENT_BYTES, log_bytes: int = LOG_BYTES
    ) -> None:
        self._folder = folder
        self._segment_bytes = segment_bytes
        self._log_bytes = log_bytes
        self._found: list[Segment] | None = None
        self._descriptor: int | None = None

    @property
    def all(self) -> list[Segment]:
        """The segments, oldest first; looks for files the first time.

        Raises:
            OSError: The folder cannot be read.
        """
        if self._found is None:
            self._found = self._look()
        return self._found

    def _look(self) -> list[Segment]:
        found: list[Segment] = []
        paths = sorted(self._folder.iterdir()) if self._folder.is_dir() else []
        for path in paths:
            match = _NAME.fullmatch(path.name)
            if match is not None:
                found.append(Segment(int(match[1]), path.stat().st_size, path))
        if found:
            # Only the last one can be torn by a writer that died in it.
            found[-1].length = undamaged_length(found[-1].path.read_bytes())
        return found

    def append(self, seq: Seq, frames: bytes | bytearray) -> None:
        """Add whole frames at `seq`; nothing of them is kept when that fails.

        Raises:
            OSError: They could not be written.
        """
        segment = self._writable(seq)
        try:
            if self._descriptor is None:
                self._forget_whole()
                self._descriptor = open_append(segment.path)
                os.ftruncate(self._descriptor, segment.length)
            write_all(self._descriptor, frames)
        except OSError:
            self._drop_torn(segment)
            raise
        segment.length += len(frames)
        self._keep_bound()

    def _drop_torn(self, segment: Segment) -> None:
        """Cut what was half written; where that is refused, the next append does it first."""
        with contextlib.suppress(OSError):
            if self._descriptor is not None:
                os.ftruncate(self._descriptor, segment.length)
        with contextlib.suppress(OSError):
            self._close()

    def _writable(self, seq: Seq) -> Segment:
        segments = self.all
        if segments and segments[-1].end == seq and segments[-1].length < self._segment_bytes:
            return segments[-1]
        self._close()
        if segments and not segments[-1].length:
            segments.pop().path.unlink(missing_ok=True)
        make_folder(self._folder)
        segment = Segment(seq, 0, self._folder / f"stream-{seq:020d}.records")
        segments.append(segment)
        return segment

    def _keep_bound(self) -> None:
        total = sum(segment.length for segment in self.all)
        while total > self._log_bytes and len(self.all) > 1:
            total -= self.all[0].length
            self.all.pop(0).path.unlink(missing_ok=True)

    def read(self, start: Seq, limit_bytes: int) -> bytes:
        """Return whole frames from `start`, one at least; empty at the end.

        Raises:
            NotFoundError: No segment holds `start`, or it is damaged there.
            OSError: The file cannot be read.
        """
        segments = self.all
        index = bisect_right(segments, start, key=lambda segment: segment.start) - 1
        if segments and start == segments[-1].end:
            return b""
        if index < 0 or start >= segments[index].end:
            raise NotFoundError(f"The log does not hold {start} any more.")
        segment = segments[index]
        with segment.path.open("rb") as file:
            file.seek(start - segment.start)
            wanted = min(max(limit_bytes, _LARGEST_FRAME_BYTES), segment.end - start)
            frames = file.read(wanted)
        whole = undamaged_length(frames[: frames_within(frames, 0, limit_bytes)])
        if not whole:
            raise NotFoundError(f"The log is damaged at {start}.")
        return frames[:whole]

    @property
    def is_whole(self) -> bool:
        """Whether whoever wrote the newest segment said that nothing is missing at its end.

        Raises:
            OSError: The folder cannot be read.
        """
        segments = self.all
        end = segments[-1].end if segments else 0
        return (self._folder / _WHOLE.format(end)).exists()

    def release(self) -> None:
        """Close the file until it is appended to again.

        Raises:
            OSError: Something of it may be lost.
        """
        self._close()

    def close(self, end: Seq | None = None) -> None:
        """Close the file; it may be appended to again.

        `end` is where what was given to this log ended, None when nothing was.

        Raises:
            OSError: The log could not be marked as whole.
        """
        self._close()
        if end is not None and self.all and self.all[-1].end == end:
            os.close(open_append(self._folder / _WHOLE.format(end)))

    def _forget_whole(self) -> None:
        for path in self._folder.glob("whole-*"):
            path.unlink(missing_ok=True)

    def _close(self) -> None:
        # Forgotten first: a descriptor whose closing failed is closed, and may be another's soon.
        descriptor, self._descriptor = self._descriptor, None
        if descriptor is not None:
            os.close(descriptor)
