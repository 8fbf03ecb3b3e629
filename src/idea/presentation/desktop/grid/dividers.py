"""Grips over the dividers: invisible, wide enough to catch, on top of everything."""

from typing import override

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtGui import QAccessible, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from idea.domain.layout.geometry import Divider
from idea.domain.layout.tree import Direction
from idea.presentation.desktop.theme import metrics
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.widgets.spoken import SpokenWidget, call_it


class DividerGrip(SpokenWidget):
    """Catches the mouse near one divider and tells how far it was dragged."""

    ROLE = QAccessible.Role.Splitter

    grabbed = Signal(object)
    """Carries the divider."""
    moved = Signal(int)
    """Carries the pixels from where it was grabbed."""
    released = Signal()
    evened = Signal(object)
    """Carries the divider that was double-clicked."""

    def __init__(self, skin: Skin, parent: QWidget) -> None:
        super().__init__(parent)
        self._skin = skin
        self._divider: Divider | None = None
        self._from: QPoint | None = None

    @property
    def divider(self) -> Divider | None:
        """The divider under the grip."""
        return self._divider

    @property
    def is_held(self) -> bool:
        """Whether the mouse holds it."""
        return self._from is not None

    def is_over(self, divider: Divider) -> bool:
        """Whether it lies over that piece of that divider, wherever both are now."""
        mine = self._divider
        if mine is None or (mine.node, mine.index) != (divider.node, divider.index):
            return False
        along = mine.direction.other
        return mine.direction is divider.direction and mine.rectangle.start(
            along
        ) == divider.rectangle.start(along)

    def show_divider(self, divider: Divider) -> None:
        """Lie over a divider."""
        if divider == self._divider:
            self.show()
            return
        self._divider = divider
        between = "columns" if divider.direction is Direction.ROW else "rows"
        call_it(self, f"Divider between {between}")
        self.follow(divider)
        self.show()
        self.raise_()

    def follow(self, divider: Divider) -> None:
        """Go where a divider is while it is dragged."""
        box = divider.rectangle
        reach = (metrics.DIVIDER_GRIP - metrics.HAIRLINE) // 2
        if divider.direction is Direction.ROW:
            place = QRect(box.x - reach, box.y, metrics.DIVIDER_GRIP, box.height)
            self.setCursor(Qt.CursorShape.SplitHCursor)
        else:
            place = QRect(box.x, box.y - reach, box.width, metrics.DIVIDER_GRIP)
            self.setCursor(Qt.CursorShape.SplitVCursor)
        self.setGeometry(place)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton and self._divider is not None:
            self._from = event.globalPosition().toPoint()
            self.grabbed.emit(self._divider)
            self.update()

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._from is not None and self._divider is not None:
            way = event.globalPosition().toPoint() - self._from
            self.moved.emit(way.x() if self._divider.direction is Direction.ROW else way.y())

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._from is not None:
            self._from = None
            self.released.emit()
            self.update()

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if self._divider is not None:
            self.evened.emit(self._divider)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if self._from is None:
            return
        painter = QPainter(self)
        middle = (metrics.DIVIDER_GRIP - 1) // 2
        line = QRect(middle, 0, 1, self.height())
        if self.height() < self.width():
            line = QRect(0, middle, self.width(), 1)
        painter.fillRect(line, self._skin.theme.colors.accent)
        painter.end()
