"""A sentence in the side bar's list where there are no rows, with a button. Main thread only."""

from typing import override

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QVBoxLayout, QWidget

from idea.presentation.desktop.theme import metrics
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.viewmodels.panels import NoticeView
from idea.presentation.desktop.widgets.buttons import ButtonKind, WordButton
from idea.presentation.desktop.widgets.plain_text import plain_label

_LEFT = 14


class ListNotice(QWidget):
    """Placed by the list; the keyboard stays with that, and is shown here."""

    pressed = Signal()

    def __init__(self, skin: Skin, parent: QWidget) -> None:
        super().__init__(parent)
        self._skin = skin
        self._has_keyboard = False
        self._words = plain_label("", self)
        self._words.setWordWrap(True)
        self.button = WordButton("", ButtonKind.SECONDARY, skin, self)
        self.button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.button.clicked.connect(self.pressed)
        column = QVBoxLayout(self)
        column.setContentsMargins(_LEFT, 4, _LEFT, 8)
        column.setSpacing(8)
        column.addWidget(self._words)
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)
        self.hide()
        skin.changed.connect(self._dress)
        self._dress()

    def show_notice(self, notice: NoticeView) -> None:
        """Show another sentence and button."""
        self._words.setText(notice.words)
        self.button.setText(notice.button)
        self.button.setVisible(bool(notice.button))

    def height_at(self, width: int) -> int:
        """Return how high it is in a list of a width."""
        words = self._words.heightForWidth(width - 2 * _LEFT)
        button = 0 if self.button.isHidden() else self.button.sizeHint().height() + 8
        return 4 + words + button + 8

    def show_keyboard(self, *, here: bool) -> None:
        """Show whether Enter presses the button."""
        if here is not self._has_keyboard:
            self._has_keyboard = here
            self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if self._has_keyboard:
            painter = QPainter(self)
            painter.setPen(QPen(self._skin.theme.colors.accent, metrics.RING))
            painter.drawRect(QRectF(self.rect()).adjusted(1, 1, -2, -1))
            painter.end()

    def _dress(self) -> None:
        theme = self._skin.theme
        self._words.setFont(theme.fonts.ui(metrics.SECONDARY_TEXT))
        color = theme.colors.text2.name()
        self._words.setStyleSheet(f"color: {color}; background: transparent")
