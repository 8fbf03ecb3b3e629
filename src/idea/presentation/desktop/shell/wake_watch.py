"""Tells that the machine slept: the clock that counts sleep ran ahead of the one that does not.

Main thread only.
"""

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

_LOOK_EVERY_MS = 5_000
_SLEPT_S = 2.0
"""So much between two looks is no rounding."""


def seconds_asleep() -> float:
    """Return for how long the machine has slept since it started; 0 where nothing tells."""
    if not hasattr(time, "CLOCK_BOOTTIME"):
        return 0.0
    return time.clock_gettime(time.CLOCK_BOOTTIME) - time.clock_gettime(time.CLOCK_MONOTONIC)


class WakeWatch(QObject):
    """Looks from time to time, and whenever somebody says that now would be good."""

    woke = Signal()

    def __init__(
        self, asleep_s: Callable[[], float] = seconds_asleep, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._asleep_s = asleep_s
        self._known_s = asleep_s()
        self._timer = QTimer(self)
        self._timer.setInterval(_LOOK_EVERY_MS)
        self._timer.timeout.connect(self.look)
        self._timer.start()

    def look(self) -> None:
        """Say `woke` if the machine slept since the last look."""
        known, self._known_s = self._known_s, self._asleep_s()
        if self._known_s - known >= _SLEPT_S:
            self.woke.emit()
