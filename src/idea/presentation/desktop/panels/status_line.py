"""The line at the bottom: project, counts by state, engine."""

from typing import override

from PySide6.QtGui import QAccessible, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from idea.presentation.desktop.theme import metrics
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.viewmodels.panels import StatusLineView
from idea.presentation.desktop.widgets.drawing import draw_text, text_width
from idea.presentation.desktop.widgets.shapes import SHAPE_SIZE, paint_shape
from idea.presentation.desktop.widgets.spoken import SpokenWidget, call_it

_GAP = 16


class StatusLine(SpokenWidget):
    """Shows a `StatusLineView`."""

    ROLE = QAccessible.Role.StatusBar

    def __init__(self, skin: Skin, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._skin = skin
        self._view = StatusLineView()
        self.setFixedHeight(metrics.STATUS_LINE)
        skin.changed.connect(self.update)

    @property
    def view(self) -> StatusLineView:
        """What is shown."""
        return self._view

    def show_view(self, view: StatusLineView) -> None:
        """Show something else, or nothing new."""
        if view != self._view:
            self._view = view
            call_it(self, ", ".join([view.project, *(c.words for c in view.counts)]))
            self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._skin.theme
        colors = theme.colors
        painter = QPainter(self)
        painter.fillRect(self.rect(), colors.bg1)
        painter.fillRect(0, 0, self.width(), 1, colors.line)
        font = theme.fonts.ui(metrics.SECONDARY_TEXT)
        middle = (self.height() + 1) / 2
        right = self.width() - 12 - text_width(self._view.right, font)
        left = draw_text(
            painter, self._view.project, font, colors.text2, left=12, middle=middle, room=200
        )
        for count in self._view.counts:
            left += _GAP
            paint_shape(painter, count.shape, left, middle, colors)
            left += SHAPE_SIZE + 5
            room = right - left - _GAP
            left = draw_text(
                painter, count.words, font, colors.text2, left=left, middle=middle, room=room
            )
        room = self.width() - right
        draw_text(
            painter, self._view.right, font, colors.text2, left=right, middle=middle, room=room
        )
        painter.end()
