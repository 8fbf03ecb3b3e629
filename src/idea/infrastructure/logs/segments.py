"""The segments of one log: files of whole frames, each named by the seq of its first one.

They lie on disk, or in memory while a flood goes on; whoever reads does not see the difference.
Everything here blocks and belongs to the log thread, `append_at_once` excepted. Segments may leave
out numbers between them, where the disk was full, a flood was not kept or a new engine went on;
inside a segment nothing is left out.
"""

import contextlib
import os
import re
import threading
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from idea.domain.errors import NotFoundError
from idea.domain.stream.journal import LOG_BYTES
from idea.domain.stream.messages import Seq
from idea.domain.stream.records import (
    FRAME_HEAD_BYTES,
    LARGEST_PAYLOAD_BYTES,
    frames_within,
    undamaged_length,
)
from idea.infrastructure.descriptors import write_all
from idea.infrastructure.logs.memory_place import MemoryPart
from idea.infrastructure.logs.private_files import (
    make_folder,
    numbered_files,
    open_append,
    replace_file,
)
from idea.infrastructure.stores.atomic import temporary_name
from idea.infrastructure.stores.sweeper import sweep

SEGMENT_BYTES = 1024 * 1024
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
    is_in_memory: bool = False

    @property
    def end(self) -> Seq:
        """The seq after its last frame."""
        return self.start + self.length


class Segments:
    """Appends to the newest segment, reads all of them, and forgets the oldest."""

    def __init__(
        self,
        folder: Path,
        memory: MemoryPart | None = None,
        *,
        segment_bytes: int = SEGMENT_BYTES,
        log_bytes: int = LOG_BYTES,
    ) -> None:
        self._folder = folder
        self._memory = memory
        self._segment_bytes = segment_bytes
        self._log_bytes = log_bytes
        self._found: list[Segment] | None = None
        self._descriptor: int | None = None
        self._spare_before: Seq = 0
        self._beside_bytes = 0
        self._free_bytes = 0
        """What fits into the bound, as last looked at."""
        self._is_writer = False
        self._changing = threading.Lock()
        """Held by whoever writes, moves or drops; `append_at_once` does not wait for it."""

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
        found = {segment.start: segment for segment in _segments_in(self._folder)}
        for segment in self._look_in_memory():
            # What is whole in both places was just moved when its mover died.
            if segment.start not in found or found[segment.start].length < segment.length:
                found[segment.start] = segment
        segments = sorted(found.values(), key=lambda segment: segment.start)
        if segments:
            # Only the last one can be torn by a writer that died in it. Where it cannot be read, it
            # is left as it is, and whoever reads it finds a hole.
            with contextlib.suppress(OSError), segments[-1].path.open("rb") as file:
                segments[-1].length = undamaged_length(file.read())
        return segments

    def _look_in_memory(self) -> list[Segment]:
        memory = self._memory
        return [] if memory is None else _segments_in(memory.folder, is_in_memory=True)

    # Writing.

    def _become_writer(self) -> None:
        """Take over what a dead writer left; looking alone changes nothing."""
        if self._is_writer:
            return
        sweep(self._folder)
        if self._memory is not None:
            sweep(self._memory.folder)
            known = {segment.path for segment in self.all}
            for segment in self._look_in_memory():
                if segment.path not in known:
                    segment.path.unlink(missing_ok=True)
        self._is_writer = True
        for segment in self.all:
            self._count(segment, segment.length)

    def append(self, seq: Seq, frames: bytes | bytearray) -> None:
        """Add whole frames on disk at `seq`; nothing of them is kept when that fails.

        Raises:
            OSError: They could not be written.
        """
        with self._changing:
            self._append(seq, frames, in_memory=False)

    def append_in_memory(self, seq: Seq, frames: bytes | bytearray) -> bool:
        """Add whole frames in memory at `seq`; return whether there was room."""
        if self._memory is None:
            return False
        with self._changing:
            self._become_writer()
            while not self._memory.has_room(len(frames)):
                oldest = _oldest_in_memory(self.all[:-1])
                # With a newer checkpoint than all of it, nobody needs it to show a screen.
                if oldest is None or oldest.end > self._spare_before:
                    return False
                self._drop(oldest)
            goes_on = self._goes_on(seq, len(frames), in_memory=True)
            if not (goes_on or self._memory.is_usable()):
                return False
            try:
                self._append(seq, frames, in_memory=True)
            except OSError as error:
                self._memory.failed(error)
                return False
            return True

    def append_at_once(self, seq: Seq, frames: bytes) -> bool:
        """Add whole frames in memory, if one write to an open file does it; return whether it did.

        Waits for nothing, neither for a disk nor for the log thread, so any thread may call it.
        """
        memory = self._memory
        if memory is None or not self._changing.acquire(blocking=False):
            return False
        try:
            if (
                self._is_writer
                and self._descriptor is not None
                and self._goes_on(seq, len(frames), in_memory=True)
                and memory.has_room(len(frames))
                and self._free_bytes >= len(frames)
            ):
                self._write(self._descriptor, self.all[-1], frames)
                self._free_bytes -= len(frames)
                return True
        except OSError as error:
            self._drop_torn(self.all[-1])
            memory.failed(error)
        finally:
            self._changing.release()
        return False

    def _append(self, seq: Seq, frames: bytes | bytearray, *, in_memory: bool) -> None:
        self._become_writer()
        segment = self._writable(seq, len(frames), in_memory=in_memory)
        try:
            if self._descriptor is None:
                self._forget_whole()
                self._descriptor = open_append(segment.path)
                os.ftruncate(self._descriptor, segment.length)
            self._write(self._descriptor, segment, frames)
        except OSError:
            self._drop_torn(segment)
            raise
        self._keep_bound()

    def _write(self, descriptor: int, segment: Segment, frames: bytes | bytearray) -> None:
        write_all(descriptor, frames)
        segment.length += len(frames)
        self._count(segment, len(frames))

    def _drop_torn(self, segment: Segment) -> None:
        """Cut what was half written; where that is refused, the next append does it first."""
        with contextlib.suppress(OSError):
            if self._descriptor is not None:
                os.ftruncate(self._descriptor, segment.length)
        with contextlib.suppress(OSError):
            self._close()

    def _writable(self, seq: Seq, count: int, *, in_memory: bool) -> Segment:
        segments = self.all
        if self._goes_on(seq, count, in_memory=in_memory):
            return segments[-1]
        self._close()
        if segments and not segments[-1].length:
            self._drop(segments[-1])
        folder = self._memory.folder if in_memory and self._memory is not None else self._folder
        make_folder(folder)
        path = folder / f"stream-{seq:020d}.records"
        segments.append(Segment(seq, 0, path, is_in_memory=in_memory))
        return segments[-1]

    def _goes_on(self, seq: Seq, count: int, *, in_memory: bool) -> bool:
        """Return whether the newest segment takes so much at `seq`."""
        segments = self.all
        if not segments:
            return False
        last = segments[-1]
        # Not twice as large by one burst: while it moves, it is there twice.
        is_small = last.length + count <= self._segment_bytes * 3 // 2
        has_room = last.length < self._segment_bytes and (is_small or not last.length)
        return has_room and last.end == seq and last.is_in_memory == in_memory

    def _count(self, segment: Segment, count: int) -> None:
        if segment.is_in_memory and self._is_writer and self._memory is not None:
            self._memory.take(count)

    # Dropping.

    def leave_room(self, beside_bytes: int) -> None:
        """Keep the bound together with `beside_bytes` of other files, now and from now on.

        Half of it is for records all the same: a screen without those that follow shows nobody
        anything.

        Raises:
            OSError: A file could not be removed.
        """
        with self._changing:
            self._beside_bytes = min(beside_bytes, self._log_bytes // 2)
            self._keep_bound()

    def _keep_bound(self) -> None:
        records = sum(segment.length for segment in self.all)
        self._free_bytes = self._log_bytes - self._beside_bytes - records
        while self._free_bytes < 0 and len(self.all) > 1:
            self._free_bytes += self.all[0].length
            self._drop(self.all[0])

    def checkpoint_at(self, seq: Seq) -> None:
        """Note the newest checkpoint: of a flood, what ends before the last one is dropped.

        What is on disk stays, as history, until the bound wants its room.

        Raises:
            OSError: A file could not be removed.
        """
        with self._changing:
            before, self._spare_before = self._spare_before, seq
            for segment in self.all[:-1]:
                if segment.end <= before and segment.is_in_memory:
                    self._drop(segment)

    def _drop(self, segment: Segment) -> None:
        segment.path.unlink(missing_ok=True)
        self.all.remove(segment)
        self._count(segment, -segment.length)

    # Moving.

    def move_one(self) -> bool:
        """Move the oldest segment that is in memory to the disk; return whether there was one.

        Raises:
            OSError: It could not be written, and stays where it is.
        """
        with self._changing:
            segment = _oldest_in_memory(self.all)
            if segment is not None:
                self._move(segment)
        return segment is not None

    def _move(self, segment: Segment) -> None:
        self._become_writer()
        if segment is self.all[-1]:
            self._close()
        try:
            content = segment.path.read_bytes()[: segment.length]
        except FileNotFoundError:  # The system empties its memory folders at a log-out.
            self._drop(segment)
            return
        make_folder(self._folder)
        path = self._folder / segment.path.name
        replace_file(path, content, path.with_name(temporary_name(path.name)))
        segment.path.unlink(missing_ok=True)
        self._count(segment, -segment.length)
        segment.path, segment.is_in_memory = path, False

    # Reading, and the end.

    def read(self, start: Seq, limit_bytes: int) -> bytes:
        """Return whole frames from `start`, one at least; empty at the end.

        Raises:
            NotFoundError: No segment holds `start`, or it is damaged there or cannot be read.
            OSError: The folder cannot be read.
        """
        segments = self.all
        index = bisect_right(segments, start, key=lambda segment: segment.start) - 1
        if segments and start == segments[-1].end:
            return b""
        if index < 0 or start >= segments[index].end:
            raise NotFoundError(f"The log does not hold {start} any more.")
        segment = segments[index]
        wanted = min(max(limit_bytes, _LARGEST_FRAME_BYTES), segment.end - start)
        try:
            with segment.path.open("rb") as file:
                file.seek(start - segment.start)
                frames = file.read(wanted)
        except OSError as error:
            raise NotFoundError(f"The log has lost {start}.") from error
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
        with self._changing:
            self._close()

    def close(self, end: Seq | None = None) -> None:
        """Close the file; it may be appended to again.

        `end` is where what was given to this log ended, None when nothing was.

        Raises:
            OSError: The log could not be marked as whole.
        """
        with self._changing:
            self._close()
            self._is_writer = False
            if self._memory is not None:
                self._memory.release()
        if end is not None and self.all and self.all[-1].end == end:
            make_folder(self._folder)
            os.close(open_append(self._folder / _WHOLE.format(end)))

    def _forget_whole(self) -> None:
        for path in self._folder.glob("whole-*"):
            path.unlink(missing_ok=True)

    def _close(self) -> None:
        # Forgotten first: a descriptor whose closing failed is closed, and may be another's soon.
        descriptor, self._descriptor = self._descriptor, None
        if descriptor is not None:
            os.close(descriptor)


def _segments_in(folder: Path, *, is_in_memory: bool = False) -> list[Segment]:
    found: list[Segment] = []
    for match, path in numbered_files(folder, _NAME):
        with contextlib.suppress(FileNotFoundError):  # Memory was emptied.
            found.append(Segment(int(match[1]), path.stat().st_size, path, is_in_memory))
    return found


def _oldest_in_memory(segments: Sequence[Segment]) -> Segment | None:
    return next((segment for segment in segments if segment.is_in_memory), None)
