"""Escape during a drag, whatever has the keyboard meanwhile."""

from typing import override

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication


class EscapeWatch(QObject):
    """Takes the key from the whole application between `begin` and `end`; main thread only."""

    pressed = Signal()

    def begin(self) -> None:
        """Take the key from now on."""
        application = QApplication.instance()
        if application is not None:
            application.installEventFilter(self)

    def end(self) -> None:
        """Leave the key to whoever has the keyboard."""
        application = QApplication.instance()
        if application is not None:
            application.removeEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QKeyEvent) or event.key() != Qt.Key.Key_Escape:
            return False
        if event.type() == QEvent.Type.KeyPress:
            self.pressed.emit()
        event.accept()
        return True
