"""The corner of the focused cell: dragged over other cells, it repeats there what the cell runs."""

from typing import override

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QAccessible, QHideEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from idea.domain.layout.geometry import Placement, Rectangle
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.widgets.escape_watch import EscapeWatch
from idea.presentation.desktop.widgets.plain_text import explain
from idea.presentation.desktop.widgets.spoken import SpokenWidget, call_it

_SIDE = 9
_INSET = 2


class FillHandle(SpokenWidget):
    """Lies over the grid; while it is dragged, Escape gives the drag up."""

    ROLE = QAccessible.Role.Grip

    reached = Signal(str, str)
    """Carries the cell that is repeated and the one under the mouse."""
    let_go = Signal()
    """The range that was reached is to be filled."""
    given_up = Signal()

    def __init__(self, skin: Skin, grid: QWidget) -> None:
        super().__init__(grid)
        self._skin = skin
        self._grid = grid
        self._cell = ""
        self._end = ""
        self._placement: Placement | None = None
        self._escape = EscapeWatch(self)
        self._escape.pressed.connect(self._give_up)
        self.setFixedSize(_SIDE, _SIDE)
        self.setCursor(Qt.CursorShape.CrossCursor)
        explain(self, "Drag to repeat what runs here")
        call_it(self, "Repeat in other cells")
        self.hide()
        skin.changed.connect(self.update)

    def follow(self, cell: str, tile: Rectangle | None, placement: Placement) -> None:
        """Stand in the corner of a cell; without a tile nowhere, unless it is dragged now."""
        self._placement = placement
        if self._end:
            return
        self._cell = cell
        self.setVisible(tile is not None)
        if tile is not None:
            self.move(tile.right - _SIDE - _INSET, tile.y + tile.height - _SIDE - _INSET)
            self.raise_()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            self._end = self._cell
            self._escape.begin()

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if not self._end or self._placement is None:
            return
        point = self.mapTo(self._grid, event.position().toPoint())
        found = self._placement.cell_at(point.x(), point.y())
        if found is not None and found.value != self._end:
            self._end = found.value
            self.reached.emit(self._cell, found.value)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._end:
            fills = self._end != self._cell
            self._stop()
            if fills:
                self.let_go.emit()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        self._stop()
        super().hideEvent(event)

    def _give_up(self) -> None:
        self._stop()
        self.given_up.emit()

    def _stop(self) -> None:
        if self._end:
            self._end = ""
            self._escape.end()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colors = self._skin.theme.colors
        painter = QPainter(self)
        painter.setPen(colors.bg0)
        painter.setBrush(colors.accent)
        painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))
        painter.end()
