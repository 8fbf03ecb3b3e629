"""The line below a project's sessions that says what the ended ones left running."""

from typing import override

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QEnterEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

from idea.presentation.desktop.theme import metrics
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.viewmodels.survivors import SurvivorsNote
from idea.presentation.desktop.widgets.drawing import draw_edge, draw_text, text_width
from idea.presentation.desktop.widgets.plain_text import explain
from idea.presentation.desktop.widgets.spoken import call_it

_LEFT = 14


class SurvivorsLine(QAbstractButton):
    """Takes room only while there is something to say; a click asks for the list."""

    def __init__(self, skin: Skin, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._skin = skin
        self._view = SurvivorsNote()
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFixedHeight(metrics.ROW + 4)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.hide()
        skin.changed.connect(self.update)

    @property
    def view(self) -> SurvivorsNote:
        """What is shown."""
        return self._view

    def show_view(self, view: SurvivorsNote) -> None:
        """Say something else, or nothing."""
        if view != self._view:
            self._view = view
            call_it(self, f"{view.words}, {view.memory}")
            explain(self, "Their sessions have ended. A click lists them." if view.words else "")
            self.update()
        self.setVisible(bool(view.words))

    @override
    def sizeHint(self) -> QSize:
        return QSize(metrics.SIDE_BAR, self.height())

    @override
    def enterEvent(self, event: QEnterEvent) -> None:
        self.update()
        super().enterEvent(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._skin.theme
        colors = theme.colors
        painter = QPainter(self)
        painter.fillRect(self.rect(), colors.bg2 if self.underMouse() else colors.bg1)
        draw_edge(painter, QRectF(self.rect()), Qt.Edge.TopEdge, colors.line)
        font = theme.fonts.ui(metrics.SECONDARY_TEXT)
        middle = (self.height() + 1) / 2
        right = self.width() - _LEFT - text_width(self._view.memory, font)
        draw_text(
            painter, self._view.memory, font, colors.text2, left=right, middle=middle, room=120
        )
        draw_text(
            painter,
            self._view.words,
            font,
            colors.text,
            left=_LEFT,
            middle=middle,
            room=right - _LEFT - 8,
        )
        painter.end()
