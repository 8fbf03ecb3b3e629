"""The words beside the pointer while something is dragged."""

from typing import override

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from idea.presentation.desktop.theme import metrics
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.widgets.drawing import draw_text, text_width

_ASIDE = QPoint(14, 16)


class DragLabel(QWidget):
    """The name of what is dragged, and what letting it go would do."""

    def __init__(self, skin: Skin, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.ToolTip | Qt.WindowType.WindowTransparentForInput)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self._skin = skin
        self.words = ""
        """What it says."""

    def show_at(self, point: QPoint, name: str, todo: str) -> None:
        """Say beside a global position what is dragged, and what would be done with it."""
        words = f"{name} · {todo}" if todo else name
        if words != self.words:
            self.words = words
            width = round(text_width(words, self._skin.theme.fonts.ui())) + 24
            self.setFixedSize(QSize(width, 26))
            self.update()
        self.move(point + _ASIDE)
        self.show()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._skin.theme
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.colors.bg3)
        painter.setPen(theme.colors.line_strong)
        painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))
        font = theme.fonts.ui(metrics.SECONDARY_TEXT)
        draw_text(
            painter,
            self.words,
            font,
            theme.colors.text,
            left=12,
            middle=self.height() / 2,
            room=self.width() - 16,
        )
        painter.end()
