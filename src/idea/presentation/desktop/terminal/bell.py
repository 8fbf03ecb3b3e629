"""A bell that is seen: a line at the top of a terminal for a moment."""

from PySide6.QtCore import QTimer
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QWidget

from idea.presentation.desktop.terminal.look import Rgb

_SEEN_MS = 120
_HEIGHT_PX = 2


class BellLine:
    """The line of one widget."""

    def __init__(self, widget: QWidget) -> None:
        self._widget = widget
        self._timer = QTimer(widget)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_SEEN_MS)
        self._timer.timeout.connect(self._update)

    def ring(self) -> None:
        """Show the line, and hide it soon."""
        self._timer.start()
        self._update()

    def stop(self) -> None:
        """Show nothing any more."""
        self._timer.stop()

    def paint(self, painter: QPainter, color: Rgb) -> None:
        """Draw the line if it is to be seen."""
        if self._timer.isActive():
            painter.fillRect(0, 0, self._widget.width(), _HEIGHT_PX, QColor(color))

    def _update(self) -> None:
        self._widget.update(0, 0, self._widget.width(), _HEIGHT_PX)
