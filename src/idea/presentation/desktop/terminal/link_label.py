"""Where a link leads, in the lower left corner, as browsers show it; plain text only."""

from typing import override

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from idea.presentation.desktop.terminal.look import TerminalColors

_HEIGHT_PX = 22
_SIDE_PX = 8
_TEXT_PX = 12


class LinkLabel(QWidget):
    """A line of text over its parent, out of the mouse's way."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._host = parent
        self._colors = TerminalColors()
        self._at_top = False
        self.sentence = ""
        """What it says."""
        font = self.font()
        font.setPixelSize(_TEXT_PX)
        self.setFont(font)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def set_colors(self, colors: TerminalColors) -> None:
        """Take the colours of a theme."""
        self._colors = colors
        self.update()

    def say(self, sentence: str, *, at_top: bool = False) -> None:
        """Show a sentence, or nothing; at the top when the link itself is at the bottom."""
        self.sentence = sentence
        self._at_top = at_top
        self.setVisible(bool(sentence))
        self.arrange()
        self.update()

    def arrange(self) -> None:
        """Lie in the left corner of the parent."""
        wanted = QFontMetricsF(self.font()).horizontalAdvance(self.sentence) + 2 * _SIDE_PX
        width = min(round(wanted) + 1, self._host.width())
        top = 0 if self._at_top else self._host.height() - _HEIGHT_PX
        self.setGeometry(0, top, width, _HEIGHT_PX)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(QColor(self._colors.float_line))
        painter.setBrush(QColor(self._colors.float_ground))
        painter.drawRect(QRectF(self.rect()).adjusted(-0.5, 0.5, -0.5, -0.5))
        painter.setPen(QColor(self._colors.float_text))
        room = self.width() - 2 * _SIDE_PX
        # The end goes, never the host.
        text = QFontMetricsF(self.font()).elidedText(
            self.sentence, Qt.TextElideMode.ElideRight, room
        )
        box = self.rect().adjusted(_SIDE_PX, 0, -_SIDE_PX, 0)
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, text)
        painter.end()
