"""What sessions out of sight have to say, and when the desktop may be told: plain values, no Qt.

All of it is one notification, which a newer one replaces. A burst is gathered for a moment; then
the desktop is told at most every few seconds (`notifications.least_seconds`), and of one session
less often still, whatever programs do. What was held back is told later, the newest sentence of
each session.
"""

from collections.abc import Callable, Collection
from typing import Final

from idea.domain.attention import Alert
from idea.domain.ports.desktop_notifier import DesktopNotification

GATHER_S: Final = 0.4
AGAIN_AFTER_S: Final = 5
SAME_SESSION_TIMES: Final = 4
"""How many times as long one session waits until it is told of again."""
_MOST_LINES: Final = 4
_NEVER: Final = float("-inf")


class WaitingAlerts:
    """Main thread only."""

    def __init__(
        self, clock: Callable[[], float], again_after_s: Callable[[], float] = lambda: AGAIN_AFTER_S
    ) -> None:
        """Read monotonic seconds, and the least of them between two notifications."""
        self._clock = clock
        self._again_after_s = again_after_s
        self._waiting: dict[str, Alert] = {}
        """The newest of each session the person has not looked at, as they first asked."""
        self._untold: dict[str, float] = {}
        """Sessions with something new for the desktop, and since when."""
        self._told: dict[str, float] = {}
        """When the desktop was last told something new of a session."""
        self._last_told = _NEVER

    @property
    def sessions(self) -> tuple[str, ...]:
        """Who waits, the most urgent first, then who has waited longest."""
        return tuple(sorted(self._waiting, key=lambda each: -self._waiting[each].urgency))

    def add(self, session: str, alert: Alert) -> None:
        """Take what a session has to say; only its newest sentence counts."""
        self._waiting[session] = alert
        self._untold.setdefault(session, self._clock())

    def drop(self, session: str) -> bool:
        """Forget a session the person looks at; returns whether the notification is wrong now."""
        self._untold.pop(session, None)
        return self._waiting.pop(session, None) is not None and session in self._told

    def keep_only(self, live: Collection[str]) -> None:
        """Forget sessions that are gone."""
        kept = set(live)
        for known in (self._waiting, self._untold, self._told):
            for session in known.keys() - kept:
                del known[session]

    def due_in(self) -> float | None:
        """Return in how many seconds the desktop is to be told; None for not at all."""
        if not self._untold:
            return None
        pause_s = self._again_after_s()
        soonest = min(
            max(since + GATHER_S, self._told.get(session, _NEVER) + SAME_SESSION_TIMES * pause_s)
            for session, since in self._untold.items()
        )
        return max(soonest, self._last_told + pause_s) - self._clock()

    def tell(self, name_of: Callable[[str], str]) -> DesktopNotification | None:
        """Return what the desktop shall show now, all that waits; None for nothing."""
        if self._untold:
            self._last_told = self._clock()
            self._told |= dict.fromkeys(self._untold, self._last_told)
            self._untold.clear()
        if not self._waiting:
            return None
        first, *others = self.sessions
        alert = self._waiting[first]
        if not others:
            return DesktopNotification(name_of(first), alert.sentence, alert.urgency)
        lines = [f"{name_of(each)}: {self._waiting[each].sentence}" for each in self.sessions]
        if len(lines) > _MOST_LINES:
            lines[_MOST_LINES:] = [f"and {len(lines) - _MOST_LINES} more"]
        title = f"{len(self._waiting)} sessions ask for you"
        return DesktopNotification(title, "\n".join(lines), alert.urgency)
