"""Time, so that tests own it."""

from datetime import datetime
from typing import Protocol


class Clock(Protocol):
    """Wall clock for people, monotonic clock for durations."""

    def now(self) -> datetime:
        """Return the time in UTC."""
        ...

    def monotonic_s(self) -> float:
        """Return seconds that never go back."""
        ...
