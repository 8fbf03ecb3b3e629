"""Tells that something goes on, soon after it began and then every other second at most."""

from collections.abc import Callable
from time import monotonic

from PySide6.QtCore import QObject, QTimer

SOON_MS = 300
"""What starts a program usually goes on for so long; then it is there to be seen."""
AGAIN_MS = 2_000


class ActivityPace(QObject):
    """Nothing runs while nothing goes on; the end of something is always told."""

    def __init__(
        self,
        tell: Callable[[], None],
        parent: QObject,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        super().__init__(parent)  # A signal keeps no plain object alive that hears it.
        self._tell = tell
        self._clock = clock
        self._told_at = float("-inf")
        self.timer = QTimer(self)
        self.timer.setSingleShot(True)
        self.timer.timeout.connect(self._on_time)

    def note(self) -> None:
        """Hear that something went on."""
        if not self.timer.isActive():
            since_ms = (self._clock() - self._told_at) * 1000
            self.timer.start(round(max(SOON_MS, AGAIN_MS - since_ms)))

    def _on_time(self) -> None:
        self._told_at = self._clock()
        self._tell()
