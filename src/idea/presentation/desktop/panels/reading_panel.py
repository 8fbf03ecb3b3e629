"""What an agent reads at launch, beside its role: parts, cost, what changed, where it goes.

Main thread only.
"""

from typing import override

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from idea.application.agents.views import ContextView
from idea.presentation.desktop.panels.context_list import ContextList
from idea.presentation.desktop.theme import metrics
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.viewmodels.agent_page import (
    change_words,
    context_notes,
    context_title,
    hidden_words,
    tokens_words,
)
from idea.presentation.desktop.widgets.drawing import draw_edge
from idea.presentation.desktop.widgets.plain_text import plain_label
from idea.presentation.desktop.widgets.sentence_line import SentenceLine

_MARGIN = 18


class ReadingPanel(QWidget):
    """The eight sections, and what else there is to know about the document."""

    chosen = Signal(int)
    """Carries the place of the section to be read."""
    difference_asked = Signal()
    """The person wants to see what a relaunch would change."""

    def __init__(self, skin: Skin, home: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._skin = skin
        self._home = home
        self._context: ContextView | None = None
        self._title = plain_label("What it reads at launch", self)
        self._tokens = plain_label("", self)
        self.list = ContextList(skin)
        self.list.chosen.connect(self.chosen)
        self.change = SentenceLine(skin)
        self.hidden = SentenceLine(skin)
        self._notes: list[tuple[QLabel, QLabel]] = []
        self._inside = QWidget(self)
        self._column = QVBoxLayout(self._inside)
        self._column.setContentsMargins(_MARGIN, 0, _MARGIN, _MARGIN)
        self._column.setSpacing(2)
        for part in (self.list, self.hidden, self.change):
            self._column.addWidget(part)
            self._column.addSpacing(4)
        self._column.addStretch(1)
        area = QScrollArea(self)
        area.setWidget(self._inside)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        head = QHBoxLayout()
        head.setContentsMargins(_MARGIN, 14, _MARGIN, 8)
        head.addWidget(self._title, 1)
        head.addWidget(self._tokens)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(area, 1)
        skin.changed.connect(self._dress)
        self._dress()

    @property
    def context(self) -> ContextView | None:
        """What is shown."""
        return self._context

    @property
    def notes(self) -> tuple[str, ...]:
        """What stands below the sections."""
        return tuple(f"{caption.text()} {words.text()}" for caption, words in self._notes)

    def show_context(self, context: ContextView, at: int) -> None:
        """Show what an agent reads, with the section at a place chosen."""
        if context == self._context:
            self.list.show_sections(context.sections, at)
            return
        self._context = context
        self._title.setText(context_title(context))
        self._tokens.setText(tokens_words(context))
        self.list.show_sections(context.sections, at)
        self.hidden.say(hidden_words(context))
        self.change.say(change_words(context), (("Show", self.difference_asked.emit),), stays=True)
        self._show_notes(context)

    def say(self, sentence: str) -> None:
        """Say why it cannot be told what the agent reads."""
        self._context = None
        self._tokens.setText("")
        self.list.show_sections((), 0)
        self.change.say("")
        self.hidden.say(sentence)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colors = self._skin.theme.colors
        painter = QPainter(self)
        painter.fillRect(self.rect(), colors.bg1)
        draw_edge(painter, QRectF(self.rect()), Qt.Edge.LeftEdge, colors.line)
        painter.end()

    def _show_notes(self, context: ContextView) -> None:
        for pair in self._notes:
            for label in pair:
                self._column.removeWidget(label)
                label.deleteLater()
        self._notes = []
        for caption, words in context_notes(context, self._home):
            pair = plain_label(caption, self._inside), plain_label(_breakable(words), self._inside)
            pair[1].setWordWrap(True)
            pair[1].setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            pair[0].setContentsMargins(0, 8, 0, 0)
            for label in pair:
                self._column.insertWidget(self._column.count() - 1, label)
            self._notes.append(pair)
        self._dress()

    def _dress(self) -> None:
        colors, fonts = self._skin.theme.colors, self._skin.theme.fonts
        small = fonts.ui(metrics.SECONDARY_TEXT)
        mono = fonts.mono(metrics.SECONDARY_TEXT)
        for label, font, color in (
            (self._title, fonts.semibold(), colors.text2),
            (self._tokens, small, colors.text2),
            *((caption, small, colors.text3) for caption, _ in self._notes),
            *((words, mono, colors.text2) for _, words in self._notes),
        ):
            label.setFont(font)
            label.setStyleSheet(f"color: {color.name()}; background: transparent")
        self._inside.setStyleSheet("background: transparent")
        self.update()


def _breakable(words: str) -> str:
    """Return words that may be broken behind each separator of a path."""
    return words.replace("/", "/\u200b")
