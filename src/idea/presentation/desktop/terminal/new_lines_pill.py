"""“↓ 12 new lines”, or “↓” alone, while somebody reads further up; a click goes to the newest."""

from typing import override

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from idea.domain.ports.terminal_core import Frame
from idea.presentation.desktop.terminal.look import TerminalColors

_HEIGHT_PX = 24
_SIDE_PX = 12
_TEXT_PX = 12


def sentence(count: int) -> str:
    """Return what the pill says; the arrow alone while nothing came."""
    if not count:
        return "↓"
    return f"↓ {count:,} new line" + ("" if count == 1 else "s")


class NewLines:
    """Counts the lines that came since the viewport left the newest output."""

    def __init__(self) -> None:
        self.count = 0
        self._total = 0
        self._below = 0

    def see(self, frame: Frame, *, moved: bool) -> None:
        """Take a frame into account; `moved` tells that the person scrolled since the last."""
        total = frame.scrollback.total
        below = total - frame.size.rows - frame.scrollback.top
        if below <= 0 or frame.modes.alternate_screen:
            self.count = 0
        elif self._below > 0:
            # A full history does not grow any more, but its lines still move up.
            grown = total - self._total if moved else below - self._below
            self.count = min(max(self.count + grown, 0), below)
        self._total, self._below = total, below


class NewLinesPill(QWidget):
    """The pill itself; hidden while the newest output is shown."""

    clicked = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._count = 0
        self._colors = TerminalColors()
        font = self.font()
        font.setPixelSize(_TEXT_PX)
        self.setFont(font)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.setAccessibleName("Go to the newest output")
        self.hide()

    @property
    def count(self) -> int:
        """How many new lines it tells of."""
        return self._count

    def set_colors(self, colors: TerminalColors) -> None:
        """Wear the colours of a theme."""
        self._colors = colors
        self.update()

    def tell(self, count: int, *, away: bool) -> None:
        """Say how many lines came while the newest output is `away` from the shown part."""
        if count == self._count and away != self.isHidden():
            return
        self._count = count
        self.setVisible(away)
        if away:
            self.resize(self.sizeHint())
            self.update()

    @override
    def sizeHint(self) -> QSize:
        width = QFontMetricsF(self.font()).horizontalAdvance(sentence(self._count))
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
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, sentence(self._count))
        painter.end()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self.rect().contains(event.position().toPoint()):
            self.clicked.emit()
