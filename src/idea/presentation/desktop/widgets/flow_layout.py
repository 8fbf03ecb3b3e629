"""Puts widgets in a row, and into the next one where there is no more room."""

from typing import override

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Rows from the left, each as high as its highest widget; main thread only."""

    def __init__(self, gap: int, row_gap: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._gap = gap
        self._row_gap = row_gap
        self._items: list[QLayoutItem] = []

    @override
    def addItem(self, arg__1: QLayoutItem) -> None:
        self._items.append(arg__1)

    @override
    def count(self) -> int:
        return len(self._items)

    @override
    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    @override
    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    @override
    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    @override
    def hasHeightForWidth(self) -> bool:
        return True

    @override
    def heightForWidth(self, arg__1: int) -> int:
        return self._place(QRect(0, 0, arg__1, 0), move=False)

    @override
    def sizeHint(self) -> QSize:
        return self.minimumSize()

    @override
    def minimumSize(self) -> QSize:
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        return size

    @override
    def setGeometry(self, arg__1: QRect) -> None:
        super().setGeometry(arg__1)
        self._place(arg__1, move=True)

    def _place(self, room: QRect, *, move: bool) -> int:
        """Place the widgets if `move`; return how high all rows are."""
        left, top, height = room.left(), room.top(), 0
        for item in self._items:
            if item.isEmpty():
                continue
            size = item.sizeHint()
            width = min(size.width(), room.width())
            if left > room.left() and left + width > room.right() + 1:
                left, top, height = room.left(), top + height + self._row_gap, 0
            if move:
                item.setGeometry(QRect(QPoint(left, top), QSize(width, size.height())))
            left += width + self._gap
            height = max(height, size.height())
        return top + height - room.top()
