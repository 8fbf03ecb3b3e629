"""Drags a range over cells while Ctrl and Shift are held."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QMouseEvent

_HELD = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


class RangeDrag(QObject):
    """Takes from terminals the mouse events that belong to a range."""

    pressed = Signal(str, object)
    """Carries the cell in which a range begins and the modifiers that count."""
    reached = Signal(str, str)
    """Carries the cell in which a range began and the one under the mouse."""

    def __init__(self, cell_at: Callable[[QPoint], str], parent: QObject) -> None:
        super().__init__(parent)
        self._cell_at = cell_at
        self._anchor = ""

    def takes(self, cell: str, event: QMouseEvent) -> bool:
        """Return whether a mouse event in a cell's terminal was for a range."""
        kind = event.type()
        if kind == QEvent.Type.MouseButtonPress:
            left = event.button() is Qt.MouseButton.LeftButton
            starts = left and event.modifiers() & _HELD == _HELD
            if starts:
                self._anchor = cell
                self.pressed.emit(cell, Qt.KeyboardModifier.ShiftModifier)
            return starts
        if not self._anchor:
            return False
        if kind == QEvent.Type.MouseButtonRelease:
            self._anchor = ""
        else:
            self.reach(self._anchor, event.globalPosition().toPoint())
        return True

    def reach(self, anchor: str, point: QPoint) -> None:
        """Let the range that began in a cell go on to the cell at a global position."""
        here = self._cell_at(point)
        if here:
            self.reached.emit(anchor, here)
