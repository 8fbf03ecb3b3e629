"""Notices that the person wants everything larger or smaller, for which the window starts again.

Qt takes its scale once, when a process begins; see `docs/decisions/025-accessibility.md`.
"""

from PySide6.QtCore import QObject, QTimer, Signal

SETTING = "appearance.interface_scale"
STEPS = (50, 60, 70, 80, 90, 100, 110, 125, 150, 175, 200, 250, 300)
"""Percent; what the actions go through."""
_SETTLED_MS = 600
"""So that several steps are one start."""


class ScaleChange(QObject):
    """Follows the setting from the value it had first."""

    wanted = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._first: int | None = None
        self._settled = QTimer(self, singleShot=True, interval=_SETTLED_MS)
        self._settled.timeout.connect(self.wanted)

    def follow(self, percent: int) -> None:
        """Hear what the setting is, as the engine tells it."""
        if self._first is None:
            # Whatever it is, it was so when the window began: only a change is a wish.
            self._first = percent
        if percent == self._first:
            self._settled.stop()
        elif not self._settled.isActive():
            self._settled.start()


def step_from(percent: int, step: int) -> int:
    """Return the next larger or smaller step, or the last one there is."""
    further = [each for each in STEPS if (each - percent) * step > 0]
    if not further:
        return percent
    return min(further) if step > 0 else max(further)
