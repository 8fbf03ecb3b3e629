"""A rounded line of text that floats over a terminal and can be clicked."""

from typing import override

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QWidget

from idea.presentation.desktop.terminal.look import TerminalColors

_HEIGHT_PX = 24
_SIDE_PX = 12
_TEXT_PX = 12


class Pill(QAbstractButton):
    """Hidden while it has nothing to say."""

    def __init__(self, says: str, parent: QWidget) -> None:
        """`says` is what a click does, for screen readers."""
        super().__init__(parent)
        self._sentence = ""
        self._colors = TerminalColors()
        font = self.font()
        font.setPixelSize(_TEXT_PX)
        self.setFont(font)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.setAccessibleName(says)
        self.hide()

    @property
    def sentence(self) -> str:
        """What it says; empty while it is hidden."""
        return self._sentence

    def set_colors(self, colors: TerminalColors) -> None:
        """Wear the colours of a theme."""
        self._colors = colors
        self.update()

    def say(self, sentence: str) -> None:
        """Say something, or nothing and be hidden."""
        if sentence == self._sentence:
            return
        self._sentence = sentence
        self.setVisible(bool(sentence))
        if sentence:
            self.resize(self.sizeHint())
            self.update()

    @override
    def sizeHint(self) -> QSize:
        width = QFontMetricsF(self.font()).horizontalAdvance(self._sentence)
        return QSize(round(width) + 2 * _SIDE_PX, _HEIGHT_PX)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        frame = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(QPen(QColor(self._colors.float_line), 1))
        painter.setBrush(QColor(self._colors.float_ground))
        painter.drawRoundedRect(frame, frame.height() / 2, frame.height() / 2)
        painter.setPen(QColor(self._colors.float_text))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self._sentence)
        painter.end()
