"""Which window of ours is under the pointer during a drag."""

from PySide6.QtCore import QPoint
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget


def window_under(point: QPoint, own: QWidget) -> QWidget | None:
    """Return the window at a global position, as people see them; None for none of ours.

    Wayland tells no program where its windows are. There only `own`, the window that the drag
    began in, is known for certain.
    """
    if QGuiApplication.platformName().startswith("wayland"):
        return own if own.geometry().contains(point) else None
    return QApplication.topLevelAt(point)
