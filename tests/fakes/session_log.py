"""Session logs in memory."""

from collections.abc import Callable, Sequence
from typing import override

from idea.domain.errors import NotFoundError
from idea.domain.ids import ProjectId, SessionId
from idea.domain.ports.session_log import LogContents, SessionLog, SessionLogs
from idea.domain.stream.checkpoint import Checkpoint
from idea.domain.stream.history import LogPiece
from idea.domain.stream.journal import LOG_BYTES
from idea.domain.stream.messages import CheckpointKind, Seq
from idea.domain.stream.records import (
    Exit,
    Framed,
    Gap,
    Holder,
    Resize,
    decode_frames,
    encode_frame,
    frames_within,
    recorded_at,
)


class FakeSessionLog(SessionLog):
    """Keeps everything until it is told to lose something."""

    def __init__(self) -> None:
        self.stretches: list[tuple[Seq, bytearray]] = []
        """Where each run of frames without a hole begins, and the frames."""
        self.saved: list[tuple[Checkpoint, ...]] = []
        self.is_closed = False
        self.is_full = False
        """Set by a test: drops what is appended, like a full disk."""
        self.is_slow = False
        """Set by a test: nothing counts as written until `catch_up`."""
        self.tells: list[Callable[[], None]] = []
        self.is_whole = False
        self.used: Seq = 0
        """Set by a test: what a writer began there never got whole."""
        self.floods_from: Seq | None = None
        """Set by a test: what is given from here on stays in memory, and is dropped when it may."""
        self.on_disk: list[tuple[Checkpoint, ...]] = []
        """The checkpoints a flood does not keep in memory only."""
        self.limit = LOG_BYTES

    @property
    @override
    def limit_bytes(self) -> int:
        return self.limit

    @override
    def append(self, seq: Seq, frames: bytes) -> None:
        self.is_whole = False
        if self.is_full:
            return
        last = self.stretches[-1] if self.stretches else None
        if last is None or last[0] + len(last[1]) != seq:
            self.stretches.append((seq, bytearray()))
        self.stretches[-1][1].extend(frames)

    @override
    def is_written(self, tell: Callable[[], None]) -> bool:
        if self.is_slow:
            self.tells.append(tell)
        return not self.is_slow

    def catch_up(self) -> None:
        """Let everything appended be written."""
        self.is_slow = False
        tells, self.tells = self.tells, []
        for tell in tells:
            tell()

    @override
    async def read(self, start: Seq, limit_bytes: int) -> bytes:
        return self.read_now(start, limit_bytes)

    def read_now(self, start: Seq, limit_bytes: int) -> bytes:
        """Do what `read` does."""
        for begin, frames in self.stretches:
            if begin <= start < begin + len(frames):
                offset = start - begin
                return bytes(frames[offset : frames_within(frames, offset, limit_bytes)])
        if self.stretches and start == self.stretches[-1][0] + len(self.stretches[-1][1]):
            return b""
        raise NotFoundError(f"The log does not hold {start} any more.")

    @override
    def save_checkpoint(self, parts: Sequence[Checkpoint]) -> None:
        others = [one for one in self.saved if one[0].seq != parts[0].seq]
        self.saved = [*others, tuple(parts)][-2:]
        if self.floods_from is None:
            self.on_disk = self.saved
        elif len(self.saved) > 1:
            self._forget(self.floods_from, self.saved[0][0].seq)

    def calm_down(self) -> None:
        """Bring what a flood left to the disk."""
        self.floods_from = None
        self.on_disk = self.saved

    def reboot(self) -> None:
        """Lose what is in memory."""
        if self.floods_from is not None and self.stretches:
            start, frames = self.stretches[-1]
            self._forget(self.floods_from, start + len(frames))
        self.floods_from = None
        self.saved = self.on_disk
        self.is_whole = False

    def _forget(self, first: Seq, last: Seq) -> None:
        """Drop the frames from one seq to another, where frames begin."""
        if first >= last:
            return
        kept: list[tuple[Seq, bytearray]] = []
        for begin, frames in self.stretches:
            end = begin + len(frames)
            if begin < first:
                kept.append((begin, frames[: first - begin]))
            if end > last:
                kept.append((max(begin, last), frames[max(0, last - begin) :]))
        self.stretches = kept

    @override
    async def checkpoint(self, core: str, up_to: Seq | None = None) -> Checkpoint | None:
        return self.checkpoint_now(core, up_to)

    def checkpoint_now(self, core: str, up_to: Seq | None = None) -> Checkpoint | None:
        """Do what `checkpoint` does."""
        for parts in reversed(self.saved):
            if up_to is not None and parts[0].seq > up_to:
                continue
            for part in sorted(parts, key=lambda part: part.kind.value):
                if part.kind is CheckpointKind.PORTABLE or part.core == core:
                    return part
        return None

    def lose(self, before: Seq) -> None:
        """Forget the frames before a seq, where one begins."""
        self.stretches = [
            (max(begin, before), frames[max(0, before - begin) :])
            for begin, frames in self.stretches
            if begin + len(frames) > before
        ]

    @override
    async def pieces(self) -> Sequence[LogPiece]:
        return tuple(
            LogPiece(begin, begin + len(frames), recorded_at(bytes(frames)) or 0)
            for begin, frames in self.stretches
            if frames
        )

    @override
    async def contents(self) -> LogContents:
        return self.contents_now()

    def contents_now(self) -> LogContents:
        """Do what `contents` does."""
        size = base = base_size = over = over_at_ms = None
        epoch = 0
        start = end = 0
        skips: list[tuple[Seq, Seq]] = []
        found: list[Framed] = []
        for begin, frames in (one for one in self.stretches if one[1]):
            stretch = decode_frames(begin, bytes(frames))
            match stretch[0].record:
                case Gap(reset=False) if end:
                    skips.append((end, begin))
                case _:
                    start, skips, found = begin, [], []
            found += stretch
            end = begin + len(frames)
        for framed in found:
            match framed.record:
                case Resize(new):
                    if framed.seq == 0:
                        base = 0
                    if base is not None and base_size is None:
                        base_size = new
                    size = new
                case Gap(reset=True):
                    base, base_size = framed.seq, None
                case Holder(_, number):
                    epoch = number
                case Exit(status):
                    over, over_at_ms = status, framed.at_ms
                case _:
                    pass
        checkpoints = tuple(parts[0].seq for parts in self.saved if parts[0].seq >= start)
        return LogContents(
            start=start,
            end=end,
            used=max(end, self.used),
            skips=tuple(skips),
            is_whole=self.is_whole,
            size=size,
            base=base,
            base_size=base_size,
            epoch=epoch,
            checkpoints=checkpoints,
            over=over,
            over_at_ms=over_at_ms,
        )

    @override
    async def flush(self) -> None:
        return

    @override
    async def close(self) -> None:
        self.is_closed = True
        self.is_whole = not self.is_full


class FakeSessionLogs(SessionLogs):
    """Opens the same log for the same session."""

    def __init__(self) -> None:
        self.logs: dict[SessionId, FakeSessionLog] = {}

    @override
    def open(self, project: ProjectId, session: SessionId) -> FakeSessionLog:
        return self.logs.setdefault(session, FakeSessionLog())


def framed(*records: object) -> bytes:
    """Return records as frames."""
    return b"".join(encode_frame(record, 0) for record in records)  # type: ignore[arg-type]
