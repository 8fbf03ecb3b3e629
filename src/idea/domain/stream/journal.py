"""The writing end of a session's stream."""

from dataclasses import dataclass

from idea.domain.stream.effects import AppendLog, Effect
from idea.domain.stream.messages import Seq
from idea.domain.stream.recent_frames import RecentFrames
from idea.domain.stream.records import Gap, Output, Record, Resize, encode_frame
from idea.domain.terminal import Exited, Lost, Size

LOG_BYTES = 32 * 1024 * 1024
"""How large a log may become that nobody limits otherwise."""
LARGEST_OUTPUT_BYTES = 64 * 1024
"""Longer bursts become several records, so that a slow client acknowledges often enough."""
_TAKEN_OVER = "Engine restarted; lines may be missing."
_CUT_SHORT = "The last records were not on the disk yet; this is the newest screen that was."


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamOrigin:
    """Where a stream begins, or goes on when another engine takes the session over.

    A taken-over stream leaves out numbers behind what the log holds, because clients may have been
    sent records that never reached it: `logged_end` is where the log ends, `seq` where it goes on.
    """

    size: Size
    seq: Seq = 0
    epoch: int = 0
    logged_end: Seq = 0
    base: Seq = 0
    """The newest place in the log where a screen starts empty, and its size there."""
    base_size: Size | None = None
    skips: tuple[tuple[Seq, Seq], ...] = ()
    """What earlier engines left out: where each stretch of numbers nobody used begins and ends."""
    checkpoints: tuple[Seq, ...] = ()
    """The seqs of the last valid checkpoints, oldest first."""
    over: Exited | Lost | None = None
    """How the program ended, when it is gone and only the log is left to show."""
    over_is_logged: bool = False
    """Whether the stream says so already."""
    log_bytes: int = LOG_BYTES
    """How large the log may become."""

    @property
    def all_skips(self) -> tuple[tuple[Seq, Seq], ...]:
        """Every stretch of numbers nobody used, the one before this origin included."""
        return (*self.skips, (self.logged_end, self.seq))

    @property
    def mark(self) -> Gap | None:
        """What has to be said first, because no record ends at `seq`."""
        if not any(first < last == self.seq for first, last in self.all_skips):
            return None
        reason = _TAKEN_OVER if self.over is None else _CUT_SHORT
        return Gap(0, reason, reset=self.base == self.seq)


class Journal:
    """Frames records, keeps the newest ones, and has all of them logged."""

    def __init__(self, origin: StreamOrigin, wall_ms: int, effects: list[Effect]) -> None:
        """Start at an origin; `wall_ms` is the wall clock at monotonic second 0."""
        self.recent = RecentFrames(origin.seq)
        self.size = origin.size
        self._skips = dict(origin.all_skips)
        self.wall_ms = wall_ms
        self._effects = effects

    @property
    def end(self) -> Seq:
        """Where the next record will be."""
        return self.recent.end

    def append(self, record: Record, now: float) -> None:
        """Add a record at the end."""
        if isinstance(record, Resize):
            self.size = record.size
        frame = encode_frame(record, self.wall_ms + int(now * 1000))
        self._effects.append(AppendLog(self.end, frame))
        self.recent.append(frame)

    def append_output(self, data: bytes, now: float) -> None:
        """Add what the program wrote."""
        if len(data) <= LARGEST_OUTPUT_BYTES:
            self.append(Output(data), now)
            return
        for start in range(0, len(data), LARGEST_OUTPUT_BYTES):
            self.append(Output(data[start : start + LARGEST_OUTPUT_BYTES]), now)

    def holds(self, seq: Seq) -> bool:
        """Return whether a client may stand at `seq`: it exists and was not left out."""
        return seq <= self.end and not any(a < seq < b for a, b in self._skips.items())

    def onward(self, seq: Seq) -> Seq:
        """Return where the record after `seq` is: beyond the numbers that were left out."""
        while (after := self._skips.get(seq, seq)) != seq:
            seq = after  # A checkpoint may stand between two stretches of lost records.
        return seq
