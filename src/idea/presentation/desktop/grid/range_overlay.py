"""A selected range: one outline, a tint, and a bar with what can be done to it."""

from collections.abc import Sequence
from typing import override

from PySide6.QtCore import QRect, QRectF, Qt, Signal
from PySide6.QtGui import QAccessible, QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QWidget

from idea.presentation.desktop.theme import metrics
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.widgets.buttons import ButtonKind, WordButton
from idea.presentation.desktop.widgets.spoken import SpokenWidget

_TINT = 0.10


class RangeOverlay(QWidget):
    """Lies over the range and lets the mouse through."""

    def __init__(self, skin: Skin, parent: QWidget) -> None:
        super().__init__(parent)
        self._skin = skin
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()
        skin.changed.connect(self.update)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        accent = self._skin.theme.colors.accent
        tint = QColor(accent)
        tint.setAlphaF(_TINT)
        painter = QPainter(self)
        painter.fillRect(self.rect(), tint)
        half = metrics.RING / 2
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(accent, metrics.RING))
        painter.drawRect(QRectF(self.rect()).adjusted(half, half, -half, -half))
        painter.end()


class RangeBar(SpokenWidget):
    """Floats near the bottom of the range; the first button is the default."""

    ROLE = QAccessible.Role.ToolBar

    action_asked = Signal(str)

    def __init__(self, actions: Sequence[tuple[str, str]], skin: Skin, parent: QWidget) -> None:
        """Offer actions, each an id and a word; `{range}` in the first word is filled in."""
        super().__init__(parent)
        self._skin = skin
        self._first = actions[0][1]
        self.setAccessibleName("Selected range")
        row = QHBoxLayout(self)
        row.setContentsMargins(5, 4, 5, 4)
        row.setSpacing(4)
        self._buttons: list[WordButton] = []
        for number, (action, word) in enumerate(actions):
            kind = ButtonKind.PLAIN if number else ButtonKind.SOFT
            button = WordButton(word, kind, skin, self)
            button.clicked.connect(lambda _=False, action=action: self.action_asked.emit(action))
            row.addWidget(button)
            self._buttons.append(button)
        self.hide()
        skin.changed.connect(self.update)

    def show_over(self, box: QRect, text: str, room: QRect) -> None:
        """Float over a range that people call `text`, inside `room`."""
        self._buttons[0].setText(self._first.replace("{range}", text))
        self._buttons[0].updateGeometry()
        self.adjustSize()
        left = box.center().x() - self.width() // 2
        top = box.bottom() - self.height() - 12
        self.move(
            min(max(left, room.left() + 4), room.right() - self.width() - 4),
            max(top, room.top() + 4),
        )
        self.show()
        self.raise_()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colors = self._skin.theme.colors
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(colors.line_strong)
        painter.setBrush(colors.bg2)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
        painter.end()
