"""Session logs in files; each call queues a job for the log thread.

What a flood prints is written at once where that is one write to memory: a job would cost it, and
the program that waits to be read, two changes of thread.
"""

import asyncio
import contextlib
import logging
import threading
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import override

from idea.domain.errors import StoreError
from idea.domain.ids import ProjectId, SessionId
from idea.domain.ports.session_log import LogContents, SessionLog, SessionLogs
from idea.domain.stream.checkpoint import Checkpoint
from idea.domain.stream.flood import CALM_S, Flood, LastSecond
from idea.domain.stream.history import LogPiece
from idea.domain.stream.journal import LOG_BYTES
from idea.domain.stream.messages import Seq
from idea.infrastructure.logs.checkpoint_files import CheckpointFiles, Kept
from idea.infrastructure.logs.checkpoint_packing import PackedCheckpoint, packed
from idea.infrastructure.logs.log_contents import read_contents
from idea.infrastructure.logs.log_pieces import read_pieces
from idea.infrastructure.logs.log_thread import LogThreads
from idea.infrastructure.logs.memory_place import MemoryPart, MemoryPlace
from idea.infrastructure.logs.segments import SEGMENT_BYTES, Segments
from idea.infrastructure.stores.atomic import reason_of

_log = logging.getLogger(__name__)

LARGEST_WAITING_BYTES = 8 * 1024 * 1024
"""What may wait for a slow disk; more is not logged, which leaves a hole."""
RETRY_S = 5.0
_LEAST_SEGMENTS = 16
"""Small logs are cut into smaller segments, because the oldest one goes as a whole."""

type Failed = Callable[[str, str], None]
"""Called on the event loop with a path and why it cannot be written; once until it can again."""


class FileSessionLog(SessionLog):
    """One session's folder, and its part of the memory place while it floods."""

    def __init__(
        self,
        folder: Path,
        threads: LogThreads,
        failed: Failed,
        *,
        memory: MemoryPart | None = None,
        flood: Flood | None = None,
        segment_bytes: int | None = None,
        log_bytes: int = LOG_BYTES,
        retry_s: float = RETRY_S,
    ) -> None:
        self._folder = folder
        self._thread, self._packer = threads.files, threads.packer
        self._failed = failed
        self._retry_s = retry_s
        self._loop = asyncio.get_running_loop()
        self._lock = threading.Lock()
        self._waiting: list[tuple[Seq, bytes]] = []
        self._waiting_bytes = 0
        self._checkpoint: Sequence[Checkpoint] | None = None
        self._end: Seq | None = None
        self._is_behind = False
        self._tells: list[Callable[[], None]] = []
        self._flood = flood or Flood()
        self._calm: asyncio.TimerHandle | None = None
        self._is_closed = False
        self._log_bytes = log_bytes
        # The log thread's own.
        segment_bytes = segment_bytes or min(SEGMENT_BYTES, log_bytes // _LEAST_SEGMENTS)
        self._segment_bytes = segment_bytes
        self._segments = Segments(folder, memory, segment_bytes=segment_bytes, log_bytes=log_bytes)
        self._checkpoints = CheckpointFiles(folder, memory, log_bytes=log_bytes)
        self._counts_checkpoints = False
        self._is_failing = False
        self._retry_at = 0.0

    @property
    @override
    def limit_bytes(self) -> int:
        return self._log_bytes

    @override
    def append(self, seq: Seq, frames: bytes) -> None:
        now = time.monotonic()
        with self._lock:
            self._flood.add(len(frames), now)
            is_flooding = self._flood.is_on(now)
            if is_flooding:
                self._wait_for_calm()
            self._end = seq + len(frames)
            if is_flooding and not self._is_behind and self._segments.append_at_once(seq, frames):
                return
            if self._waiting_bytes + len(frames) > LARGEST_WAITING_BYTES:
                return
            is_first = not self._waiting
            self._is_behind = True
            self._waiting.append((seq, frames))
            self._waiting_bytes += len(frames)
        if is_first:
            self._thread.run(self._write_waiting)

    @override
    def is_written(self, tell: Callable[[], None]) -> bool:
        with self._lock:
            if self._is_behind:
                self._tells.append(tell)
            return not self._is_behind

    @override
    async def read(self, start: Seq, limit_bytes: int) -> bytes:
        return await self._ask(lambda: self._segments.read(start, limit_bytes))

    @override
    def save_checkpoint(self, parts: Sequence[Checkpoint]) -> None:
        with self._lock:
            is_first = self._checkpoint is None
            self._checkpoint = tuple(parts)
            self._checkpoints.hold(self._checkpoint)
        if is_first:
            self._packer.run(self._pack_checkpoint)

    @override
    async def checkpoint(self, core: str, up_to: Seq | None = None) -> Checkpoint | None:
        return await self._ask(lambda: self._checkpoints.newest(core, up_to))

    @override
    async def pieces(self) -> Sequence[LogPiece]:
        return await self._ask(lambda: read_pieces(self._segments.all))

    @override
    async def contents(self) -> LogContents:
        await self._packer.ask(lambda: None)
        contents = await self._ask(self._contents)
        self._wait_for_calm()
        return contents

    @override
    async def flush(self) -> None:
        await self._packer.ask(lambda: None)
        # Who flushes writes no more for a while: ended sessions must not keep files open.
        await self._ask(lambda: self._try(self._segments.release, writes=False))
        while await self._ask(self._move_one):
            pass

    @override
    async def close(self) -> None:
        self._is_closed = True
        if self._calm is not None:
            self._calm.cancel()
        await self._packer.ask(lambda: None)
        await self._ask(self._close)

    # Once a flood is over, what is left of it moves to the disk.

    def _wait_for_calm(self) -> None:
        if self._calm is None and not self._is_closed:
            self._calm = self._loop.call_later(CALM_S, self._look_for_calm)

    def _look_for_calm(self) -> None:
        self._calm = None
        with self._lock:
            is_on = self._flood.is_on(time.monotonic())
        if is_on:
            self._wait_for_calm()
        else:
            self._thread.run(self._move_some)

    async def _ask[Answer](self, job: Callable[[], Answer]) -> Answer:
        """Return what a job returns, run after everything queued before.

        Raises:
            StoreError: The operating system refuses.
            NotFoundError: The log does not hold what is asked for.
        """
        try:
            return await self._thread.ask(job)
        except OSError as error:
            reason = reason_of(error)
            raise StoreError(f"The log in {self._folder} cannot be read: {reason}.") from error

    # On the thread that packs screens.

    def _pack_checkpoint(self) -> None:
        with self._lock:
            parts, self._checkpoint = self._checkpoint, None
        if parts is not None:
            self._thread.run(partial(self._write_checkpoint, packed(parts, self._log_bytes)))

    # On the log thread.

    def _write_checkpoint(self, found: PackedCheckpoint) -> None:
        self._try(partial(self._save, found), writes=not self._is_flooding())

    def _contents(self) -> LogContents:
        segments = self._segments
        return read_contents(segments.all, self._checkpoints.seqs(), is_whole=segments.is_whole)

    def _is_flooding(self) -> bool:
        with self._lock:
            return self._flood.is_on(time.monotonic())

    def _close(self) -> None:
        while self._move_one():
            pass
        self._try(lambda: self._segments.close(self._end))

    def _move_some(self) -> None:
        """Move one file, and come again: other sessions' records must not wait for all of them."""
        if self._is_closed or self._is_flooding():
            return
        if self._move_one():
            self._thread.run(self._move_some)

    def _count_checkpoints(self) -> None:
        """Let the records of a log that another engine began leave room for its checkpoints."""
        if not self._counts_checkpoints:
            self._segments.leave_room(self._checkpoints.weight)
            self._counts_checkpoints = True

    def _move_one(self) -> bool:
        """Return whether there was one; a disk that refuses is asked again after a while.

        A log that was only looked at may be another's to move.
        """
        moved = False
        if self._end is None:
            return False

        def move() -> None:
            nonlocal moved
            self._count_checkpoints()
            leave_room = self._segments.leave_room
            moved = self._checkpoints.move_one(leave_room) or self._segments.move_one()

        if not self._try(move, writes=False):
            with contextlib.suppress(RuntimeError):  # The loop has ended; the next engine moves it.
                self._loop.call_soon_threadsafe(self._wait_for_calm)
        if moved:
            self._is_failing = False
        return moved

    def _write_waiting(self) -> None:
        with self._lock:
            waiting, self._waiting, self._waiting_bytes = self._waiting, [], 0
        try:
            self._write(waiting)
        finally:
            self._tell_written()

    def _tell_written(self) -> None:
        with self._lock:
            if self._waiting:
                return
            self._is_behind = False
            tells, self._tells = self._tells, []
        for tell in tells:
            with contextlib.suppress(RuntimeError):  # The loop has ended; nobody waits.
                self._loop.call_soon_threadsafe(tell)

    def _write(self, waiting: list[tuple[Seq, bytes]]) -> None:
        self._try(self._count_checkpoints, writes=False)
        in_memory = self._is_flooding()
        for seq, frames in self._joined(waiting):
            if in_memory and self._segments.append_in_memory(seq, frames):
                continue
            if time.monotonic() < self._retry_at:
                return
            if not self._try(partial(self._segments.append, seq, frames)):
                return

    def _joined(self, waiting: list[tuple[Seq, bytes]]) -> Iterator[tuple[Seq, bytearray]]:
        """Yield what is written at once: never both sides of a hole, about a segment at most."""
        start, joined = waiting[0][0], bytearray()
        for seq, frames in waiting:
            if seq != start + len(joined) or len(joined) >= self._segment_bytes:
                yield start, joined
                start, joined = seq, bytearray()
            joined += frames
        yield start, joined

    def _save(self, found: PackedCheckpoint) -> None:
        self._counts_checkpoints = True
        kept = self._checkpoints.save(
            found, spares_the_disk=self._spares_the_disk, leave_room=self._segments.leave_room
        )
        if kept is not Kept.PROCESS:
            self._segments.checkpoint_at(found.parts[0].seq)
        if kept is Kept.DISK:
            with self._lock:
                self._flood.on_disk(time.monotonic())

    def _spares_the_disk(self, count: int) -> bool:
        with self._lock:
            return self._flood.spares_the_disk(count, time.monotonic())

    def _try(self, job: Callable[[], None], *, writes: bool = True) -> bool:
        """Do what the disk may refuse; say so the first time, and leave it alone for a while.

        Only what `writes` shows that the disk takes something again.
        """
        try:
            job()
        except OSError as error:
            self._retry_at = time.monotonic() + self._retry_s
            if not self._is_failing:
                self._is_failing = True
                path, reason = str(self._folder), reason_of(error)
                self._loop.call_soon_threadsafe(self._failed, path, reason)
            return False
        if writes:
            self._is_failing = False
        return True


class FileSessionLogs(SessionLogs):
    """The logs below one folder, `PROJECT/SESSION`, written by one thread.

    While a session floods, its log's newest part is below `memory` instead, if there is such a
    place.
    """

    def __init__(
        self,
        folder: Path,
        failed: Failed,
        *,
        memory: MemoryPlace | None = None,
        flood: Callable[[LastSecond], Flood] = lambda together: Flood(together=together),
        segment_bytes: int | None = None,
        log_bytes: Callable[[], int] = lambda: LOG_BYTES,
        retry_s: float = RETRY_S,
    ) -> None:
        """`flood` and `log_bytes` are asked for every log that is opened."""
        self._folder = folder
        self._failed = failed
        self._memory = memory
        self._flood = flood
        self._together = LastSecond()
        self._segment_bytes = segment_bytes
        self._log_bytes = log_bytes
        self._retry_s = retry_s
        self._threads = LogThreads()

    @override
    def open(self, project: ProjectId, session: SessionId) -> FileSessionLog:
        return FileSessionLog(
            self._folder / project.value / session.value,
            self._threads,
            self._failed,
            memory=None if self._memory is None else self._memory.part_of(project, session),
            flood=self._flood(self._together),
            segment_bytes=self._segment_bytes,
            log_bytes=self._log_bytes(),
            retry_s=self._retry_s,
        )

    async def sweep(self, live: Collection[SessionId]) -> None:
        """Bring to the disk what dead engines left in memory of sessions that do not live.

        Called before any log is opened. What belongs to no session any more is removed.
        """
        if self._memory is None:
            return
        files = self._threads.files
        for project, session in await files.ask(self._memory.sessions):
            if session not in live:
                await files.ask(partial(self._sweep, self._memory, project, session))

    def _sweep(self, memory: MemoryPlace, project: ProjectId, session: SessionId) -> None:
        folder = self._folder / project.value / session.value
        part = memory.part_of(project, session)
        try:
            if folder.is_dir():
                log_bytes = self._log_bytes()
                segments = Segments(folder, part, log_bytes=log_bytes)
                checkpoints = CheckpointFiles(folder, part, log_bytes=log_bytes)
                segments.leave_room(checkpoints.weight)
                while checkpoints.move_one(segments.leave_room) or segments.move_one():
                    pass
                segments.close()
            else:
                part.remove()
        except OSError as error:
            _log.warning("A flood's end stays in %s: %s", part.folder, error)

    async def close(self) -> None:
        """End the threads after everything given to them; every log is closed before."""
        await self._threads.end()
