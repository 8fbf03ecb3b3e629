"""The line at the bottom: project, counts by state, engine."""

from typing import override

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QAccessible, QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from idea.presentation.desktop.theme import metrics
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.viewmodels.panels import CountView, StatusLineView
from idea.presentation.desktop.widgets.drawing import (
    draw_edge,
    draw_text,
    longest_fitting,
    text_width,
)
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
        self.waiting = ""
        """What the keyboard waits for; it stands where modes do."""
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
            parts = [view.project, view.modes, *(c.words for c in view.counts)]
            call_it(self, ", ".join(filter(None, parts)))
            self.update()

    def show_waiting(self, words: str) -> None:
        """Say what the keyboard waits for; empty for nothing."""
        self.waiting = words
        self.update()

    @property
    def _modes(self) -> str:
        return self.waiting or self._view.modes

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._skin.theme
        colors = theme.colors
        painter = QPainter(self)
        painter.fillRect(self.rect(), colors.bg1)
        draw_edge(painter, QRectF(self.rect()), Qt.Edge.TopEdge, colors.line)
        font = theme.fonts.ui(metrics.SECONDARY_TEXT)
        middle = (self.height() + 1) / 2
        words = self._right_words(font)
        right = self.width() - 12 - text_width(words, font)
        left = draw_text(
            painter, self._view.project, font, colors.text2, left=12, middle=middle, room=200
        )
        if self._modes:
            left = draw_text(
                painter,
                self._modes,
                font,
                colors.accent,
                left=left + _GAP,
                middle=middle,
                room=right - left - 2 * _GAP,
            )
        for count in self._view.counts:
            if left + _count_width(count, font) > right - _GAP:
                break  # Half a word would only puzzle; the side bar has it all.
            left += _GAP
            paint_shape(painter, count.shape, left, middle, colors)
            left += SHAPE_SIZE + 5
            room = right - left - _GAP
            left = draw_text(
                painter, count.words, font, colors.text2, left=left, middle=middle, room=room
            )
        room = self.width() - right
        draw_text(painter, words, font, colors.text2, left=right, middle=middle, room=room)
        painter.end()

    def _right_words(self, font: QFont) -> str:
        """Return as much of what stands at the right as the counts leave room for, or nothing."""
        view = self._view
        taken = 12 + min(text_width(view.project, font), 200) + _GAP
        taken += text_width(self._modes, font) + _GAP if self._modes else 0
        taken += sum(_count_width(count, font) for count in view.counts)
        parts = view.right.split(" · ")
        endings = [" · ".join(parts[first:]) for first in range(len(parts))]
        return longest_fitting((*endings, ""), font, self.width() - 12 - taken)


def _count_width(count: CountView, font: QFont) -> float:
    return _GAP + SHAPE_SIZE + 5 + text_width(count.words, font)
