"""What every dialog of the window is made of; it opens without waiting."""

from collections.abc import Callable
from typing import override

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.widgets.buttons import ButtonKind, WordButton
from idea.presentation.desktop.widgets.plain_text import plain_label

_WIDTH = 460
_EDGE = 16
_MARGIN = 24


class Sheet(QDialog):
    """A sheet with a sentence, an explanation and word buttons.

    Its parts are dressed by the style sheet of all, so a theme may change while it is open.
    """

    def __init__(self, title: str, words: str, skin: Skin, parent: QWidget | None) -> None:
        super().__init__(parent)
        self._skin = skin
        self.is_left = False
        """Whether it was answered or closed: what comes in for it then is too late."""
        self.setWindowTitle(title)
        self.setModal(True)
        fonts = skin.theme.fonts
        column = QVBoxLayout(self)
        column.setContentsMargins(_MARGIN, 22, _MARGIN, 18)
        column.setSpacing(6)
        self._words = plain_label(words, self)
        heading = plain_label(title, self)
        heading.setProperty("says", "title")
        for label, font in ((heading, fonts.semibold(15)), (self._words, fonts.ui())):
            label.setFont(font)
            label.setWordWrap(True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            column.addWidget(label)
        column.addSpacing(14)
        self._column = column
        self._buttons = QHBoxLayout()
        self._buttons.setSpacing(8)
        self._buttons.addStretch(1)
        column.addLayout(self._buttons)
        room = self.screen().availableGeometry().width()
        if parent is not None:
            room = min(room, parent.window().width())
        # A least width of its own would let the sheet be narrower than what stands in it.
        column.addStrut(min(_WIDTH, room - 2 * _EDGE) - 2 * _MARGIN)
        self.inside = room - 2 * (_EDGE + _MARGIN)
        """How wide a part can be without the sheet being wider than window and screen."""

    @override
    def done(self, result: int) -> None:
        self.is_left = True
        super().done(result)

    def say(self, words: str) -> None:
        """Explain something else."""
        self._words.setText(words)

    def add_part(self, part: QWidget) -> None:
        """Show something between the words and the buttons."""
        self._column.insertWidget(2, part)

    def add_picture(self, picture: QPixmap) -> None:
        """Show a picture above the title."""
        label = QLabel(self)
        label.setPixmap(picture)
        self._column.insertWidget(0, label)

    def add_button(
        self, text: str, kind: ButtonKind, chosen: Callable[[], object], *, first: bool = False
    ) -> WordButton:
        """Add a button at the right; `first` gets the keyboard."""
        button = WordButton(text, kind, self._skin, self)
        button.clicked.connect(chosen)
        self._buttons.addWidget(button)
        if first:
            button.setFocus(Qt.FocusReason.OtherFocusReason)
        return button

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._skin.theme.colors.bg1)
        painter.setPen(self._skin.theme.colors.line_strong)
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()
