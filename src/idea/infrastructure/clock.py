"""The computer's own clocks."""

import time
from datetime import UTC, datetime
from typing import override

from idea.domain.ports.clock import Clock


class SystemClock(Clock):
    """Tells the real time."""

    @override
    def now(self) -> datetime:
        return datetime.now(UTC)

    @override
    def monotonic_s(self) -> float:
        return time.monotonic()
