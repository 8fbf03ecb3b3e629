"""When a checkpoint is asked for, which are kept, and when it is too late for one.

Words: the *base* is the newest place where a screen may start empty: the beginning of the stream
or a gap that reset it.
"""

from dataclasses import dataclass
from typing import Self

from idea.domain.ids import ClientId
from idea.domain.stream.journal import LOG_BYTES, StreamOrigin
from idea.domain.stream.messages import Seq
from idea.domain.terminal import Size

ASK_AFTER_BYTES = 8 * 1024 * 1024
IDLE_S = 2.0
ASK_TIMEOUT_S = 10.0
SPACING_S = 10.0
"""A clock that ticks every three seconds does not deserve a checkpoint for each tick."""
SPACED_BYTES = 64 * 1024
"""Idle checkpoints for fewer new bytes than this keep the spacing."""
UNSAVED_BYTES = 24 * 1024 * 1024
PATIENCE_S = 10.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Base:
    """Where a screen of this size may start empty."""

    seq: Seq
    size: Size


class CheckpointSchedule:
    """Keeps the places of the last two checkpoints and decides when the next one is due."""

    def __init__(
        self,
        base: Base,
        kept: tuple[Seq, ...],
        now: float,
        skips: tuple[tuple[Seq, Seq], ...] = (),
        *,
        log_bytes: int = LOG_BYTES,
    ) -> None:
        """Go on with the checkpoints `kept`; numbers in `skips` were never used.

        A log of `log_bytes` must hold what is printed from one checkpoint to the next.
        """
        self._ask_after_bytes = min(ASK_AFTER_BYTES, log_bytes // 4)
        self._unsaved_bytes = min(UNSAVED_BYTES, log_bytes * 9 // 16)
        self.base = base
        self._skips = skips
        self._kept = kept[-2:]
        self._content_end = base.seq
        self._changed_at = now
        self._saved_at = now - SPACING_S
        self._asked: tuple[ClientId, float] | None = None
        self._starving_since: float | None = None
        self._saved_bytes = 0

    @classmethod
    def of(cls, origin: StreamOrigin, now: float) -> Self:
        """Return the schedule of a stream that begins or goes on."""
        base = Base(seq=origin.base, size=origin.base_size or origin.size)
        kept, skips = origin.checkpoints, origin.all_skips
        return cls(base, kept, now, skips, log_bytes=origin.log_bytes)

    @property
    def newest(self) -> Seq | None:
        """The newest checkpoint a screen may start from."""
        return self._kept[-1] if self._kept and self._kept[-1] >= self.base.seq else None

    @property
    def is_starving(self) -> bool:
        """Whether so much stands without a checkpoint that the program must wait for one."""
        return self._starving_since is not None

    @property
    def asked(self) -> ClientId | None:
        """Who was asked for a checkpoint and has not sent it."""
        return self._asked[0] if self._asked is not None else None

    @property
    def _saved_to(self) -> Seq:
        return max(self.base.seq, *self._kept) if self._kept else self.base.seq

    @property
    def _spacing_bytes(self) -> int:
        """Return after how much output a screen that prints on is saved.

        One of many colours is larger than what it was printed with; it is saved half as often.
        """
        least_bytes = self._ask_after_bytes
        return min(max(self._saved_bytes, least_bytes), 2 * least_bytes)

    def unsaved_bytes(self, end: Seq) -> int:
        """Return how much of the stream no checkpoint covers."""
        start = self._saved_to
        unused = sum(
            min(last, end) - max(first, start)
            for first, last in self._skips
            if first < end and last > start
        )
        return end - start - unused

    def changed(self, end: Seq, now: float) -> None:
        """Note that the screen may have changed; the stream ends at `end`."""
        self._content_end = end
        self._changed_at = now
        if self._starving_since is None and self.unsaved_bytes(end) >= self._unsaved_bytes:
            self._starving_since = now

    def ask_at(self, reached: Seq) -> float | None:
        """Return when the holder should be asked, perhaps in the past; None for not at all.

        The holder takes its picture at `reached`. One that took over far behind the end works its
        way there, and a picture of each step would cost it more than the way.
        """
        if self._asked is not None:
            return self._asked[1] + ASK_TIMEOUT_S
        gained = self.unsaved_bytes(reached)
        if gained >= (SPACED_BYTES if self.is_starving else self._spacing_bytes):
            return self._changed_at
        if reached < self._content_end or self._content_end <= self._saved_to:
            return None
        spaced = gained < SPACED_BYTES
        return max(self._changed_at + IDLE_S, self._saved_at + SPACING_S if spaced else 0.0)

    def ask(self, client: ClientId, now: float) -> None:
        """Note that `client` was asked."""
        self._asked = (client, now)

    def gone(self, client: ClientId) -> None:
        """Note that `client` will not answer any more."""
        if self.asked == client:
            self._asked = None

    def saved(self, seq: Seq, size_bytes: int, now: float) -> None:
        """Note a new checkpoint of so many bytes."""
        older = tuple(kept for kept in self._kept if kept < seq)
        self._kept = (*older, seq)[-2:]
        self._saved_at = now
        self._saved_bytes = size_bytes
        self._asked = None
        self._starving_since = None

    def gives_up_at(self) -> float | None:
        """Return when the program has waited long enough for a checkpoint."""
        return None if self._starving_since is None else self._starving_since + PATIENCE_S

    def start_anew(self, base: Base) -> None:
        """Note that the screen starts empty at `base`."""
        self.base = base
        self._content_end = base.seq
        self._starving_since = None

    def rest(self) -> None:
        """Note that the program is gone: it need not wait for a checkpoint any more."""
        self._starving_since = None
