"""Lets a kind of event through at most so often; of what comes in between, the latest counts."""

from collections.abc import Callable


class LatestWins[Event]:
    """Holds events back by type for `interval_s` after the last one of that type."""

    def __init__(self, deliver: Callable[[Event], None], interval_s: float) -> None:
        self._deliver = deliver
        self._interval_s = interval_s
        self._free_at: dict[type, float] = {}
        self._waiting: dict[type, Event] = {}

    def offer(self, event: Event, now: float) -> None:
        """Deliver an event at once, or later instead of the one that waits."""
        kind = type(event)
        if now >= self._free_at.get(kind, now):
            self._free_at[kind] = now + self._interval_s
            self._deliver(event)
        else:
            self._waiting[kind] = event

    def release(self, now: float) -> None:
        """Deliver what has waited long enough."""
        for kind in [kind for kind in self._waiting if now >= self._free_at[kind]]:
            self._free_at[kind] = now + self._interval_s
            self._deliver(self._waiting.pop(kind))

    @property
    def due_at(self) -> float | None:
        """When `release` has something to do; None when nothing waits."""
        return min((self._free_at[kind] for kind in self._waiting), default=None)
