"""A line inside a part that says one sentence, with buttons that answer it."""

from collections.abc import Callable, Sequence
from typing import override

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from idea.domain.visible import visible
from idea.presentation.desktop.theme import metrics
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.widgets.buttons import ButtonKind, WordButton
from idea.presentation.desktop.widgets.plain_text import plain_label
from idea.presentation.desktop.widgets.spoken import announce

type Answer = tuple[str, Callable[[], object]]
"""A button's word and what it does."""


class SentenceLine(QWidget):
    """Hidden while it has nothing to say; main thread only."""

    def __init__(self, skin: Skin, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._skin = skin
        self._label = plain_label("", self)
        self._label.setWordWrap(True)
        self._label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.buttons: tuple[WordButton, ...] = ()
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(12, 8, 8, 8)
        self._row.setSpacing(6)
        self._row.addWidget(self._label, 1)
        skin.changed.connect(self._dress)
        self._dress()
        self.hide()

    @property
    def sentence(self) -> str:
        """What it says; empty while hidden."""
        return self._label.text()

    def say(self, sentence: str, answers: Sequence[Answer] = (), *, stays: bool = False) -> None:
        """Say something, or nothing with an empty sentence; an answer ends it unless it `stays`."""
        if (sentence, stays) == (self.sentence, True):
            return
        for button in self.buttons:
            self._row.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.buttons = tuple(self._button(word, answer, stays=stays) for word, answer in answers)
        self._label.setText(visible(sentence))
        self.setVisible(bool(sentence))
        announce(self, sentence, at_once=True)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._skin.theme.colors.need_soft)
        radius = metrics.CONTROL_RADIUS
        painter.drawRoundedRect(QRectF(self.rect()), radius, radius)
        painter.end()

    def _button(self, word: str, answer: Callable[[], object], *, stays: bool) -> WordButton:
        button = WordButton(word, ButtonKind.SECONDARY, self._skin, self)

        def answered() -> None:
            if not stays:
                self.say("")
            answer()

        button.clicked.connect(answered)
        self._row.addWidget(button)
        return button

    def _dress(self) -> None:
        theme = self._skin.theme
        self._label.setFont(theme.fonts.ui())
        self._label.setStyleSheet(f"color: {theme.colors.need.name()}; background: transparent")
        self.update()
