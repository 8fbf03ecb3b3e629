"""A clock that tests turn by hand."""

from datetime import UTC, datetime, timedelta
from typing import override

from idea.domain.ports.clock import Clock


class FakeClock(Clock):
    """Stands still until it is advanced."""

    def __init__(self) -> None:
        self._now = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
        self._monotonic_s = 1_000.0

    @override
    def now(self) -> datetime:
        return self._now

    @override
    def monotonic_s(self) -> float:
        return self._monotonic_s

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        self._now += timedelta(seconds=seconds)
        self._monotonic_s += seconds

    def sleep(self, seconds: float) -> None:
        """Let time pass that a sleeping computer's monotonic clock does not count."""
        self._now += timedelta(seconds=seconds)
