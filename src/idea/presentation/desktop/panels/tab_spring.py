"""A tab that something is dragged onto for a moment comes to the front."""

from PySide6.QtCore import QObject, QTimer, Signal

_HELD_MS = 600


class TabSpring(QObject):
    """Main thread only."""

    sprung = Signal(str)
    """Carries the project whose tab is to be in front."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._project = ""
        self.timer = QTimer(self, singleShot=True, interval=_HELD_MS)
        """Runs while something is held over a tab."""
        self.timer.timeout.connect(lambda: self.sprung.emit(self._project))

    def hold_over(self, project: str) -> None:
        """Hear over which project's tab something is held; empty for none."""
        if project == self._project:
            return
        self._project = project
        if project:
            self.timer.start()
        else:
            self.timer.stop()
