"""Output credit: how many bytes a client may have unacknowledged, as a time.

A client may be about 100 ms behind at the rate it acknowledges, so that what it is sent reaches
the person soon and Ctrl+C acts at once, however fast or slow it is.
"""

from idea.domain.stream.messages import Seq

SMALLEST_CREDIT_BYTES = 16 * 1024
LARGEST_CREDIT_BYTES = 1024 * 1024
FIRST_CREDIT_BYTES = 128 * 1024
CREDIT_S = 0.1
STALL_S = 2.0
_SAMPLE_S = 0.02
_SHORTEST_S = 0.000_5


class OutputCredit:
    """Counts what one client was sent and has acknowledged; times are monotonic seconds."""

    def __init__(self, start: Seq, now: float) -> None:
        self.sent: Seq = start
        """Everything before it was sent."""
        self.acknowledged: Seq = start
        """Everything before it was acknowledged."""
        self.allowed_bytes = FIRST_CREDIT_BYTES
        self._progress_at = now
        self._sample_from = now
        self._sample_bytes = 0

    @property
    def outstanding_bytes(self) -> int:
        """What was sent and not acknowledged."""
        return self.sent - self.acknowledged

    @property
    def room_bytes(self) -> int:
        """What may be sent now."""
        return self.allowed_bytes - self.outstanding_bytes

    @property
    def stalls_at(self) -> float | None:
        """When the client counts as stalled unless it acknowledges something before."""
        return self._progress_at + STALL_S if self.outstanding_bytes else None

    def send(self, end: Seq, now: float) -> None:
        """Count bytes as sent, up to `end`."""
        if not self.outstanding_bytes:
            self._progress_at = self._sample_from = now
            self._sample_bytes = 0
        self.sent = end

    def acknowledge(self, seq: Seq, now: float) -> None:
        """Count bytes as acknowledged; `seq` is between `acknowledged` and `sent`."""
        self._sample_bytes += seq - self.acknowledged
        self.acknowledged = seq
        self._progress_at = now
        elapsed = now - self._sample_from
        # Only time with something outstanding says how fast the client is.
        if elapsed >= _SAMPLE_S or not self.outstanding_bytes:
            self._take_sample(self._sample_bytes / max(elapsed, _SHORTEST_S))
            self._sample_from = now
            self._sample_bytes = 0

    def _take_sample(self, bytes_per_s: float) -> None:
        # A few bytes echoed at leisure say nothing about a flood.
        if self._sample_bytes < SMALLEST_CREDIT_BYTES and not self.outstanding_bytes:
            return
        wanted = (self.allowed_bytes + bytes_per_s * CREDIT_S) / 2
        self.allowed_bytes = int(min(max(wanted, SMALLEST_CREDIT_BYTES), LARGEST_CREDIT_BYTES))
