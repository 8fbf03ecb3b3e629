"""Where the parts of the window stand."""

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

_LEAST = 400, 240


def arrange(window: QWidget, top: QWidget, left: QWidget, middle: QWidget, bottom: QWidget) -> None:
    """Put the parts into the window, edge to edge; what is left of the room is the middle's."""
    window.setMinimumSize(*_LEAST)
    row = QHBoxLayout()
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(0)
    row.addWidget(left)
    row.addWidget(middle, 1)
    column = QVBoxLayout(window)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    column.addWidget(top)
    column.addLayout(row, 1)
    column.addWidget(bottom)
