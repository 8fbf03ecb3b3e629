"""A sentence in place: what happened, and at most one thing to do about it.

It lies over what is below it, so that coming and going it moves nothing.
"""

from collections import deque
from collections.abc import Callable
from enum import Enum
from typing import override

from PySide6.QtCore import QRectF, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from idea.domain.visible import visible
from idea.presentation.desktop.theme import metrics
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.viewmodels.session_look import Shape
from idea.presentation.desktop.widgets.buttons import ButtonKind, IconButton, WordButton
from idea.presentation.desktop.widgets.drawing import draw_text
from idea.presentation.desktop.widgets.icons import Icon
from idea.presentation.desktop.widgets.plain_text import explain
from idea.presentation.desktop.widgets.shapes import SHAPE_SIZE, paint_shape

_HEIGHT = metrics.COLUMN_STRIP + metrics.CELL_HEADER
"""So that it covers strip and headers as a whole, and no text of a terminal."""
_HEIGHT_WITHOUT_STRIPS = metrics.CELL_HEADER + 10
_NOTICE_MS = 8_000


class Tone(Enum):
    """How much a sentence matters."""

    NOTICE = "notice"
    """Goes by itself after a while."""
    ATTENTION = "attention"
    ERROR = "error"


class Banner(QWidget):
    """Shows one sentence over the whole width, or nothing at all."""

    def __init__(self, skin: Skin, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._skin = skin
        self._sentence = ""
        self._tone = Tone.NOTICE
        self._todo: Callable[[], None] | None = None
        self._waiting: deque[str] = deque()
        self._added = ""
        self._button = WordButton("", ButtonKind.SECONDARY, skin, self)
        self._close = IconButton(Icon.CLOSE, "Close", skin, self)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_NOTICE_MS)
        self._timer.timeout.connect(self.clear)
        self._button.clicked.connect(self._act)
        self._close.clicked.connect(self.clear)
        self.setFixedHeight(_HEIGHT)
        self.hide()
        skin.changed.connect(self.update)

    @property
    def sentence(self) -> str:
        """What is said now; empty for nothing."""
        return self._sentence

    def say(
        self,
        sentence: str,
        tone: Tone = Tone.NOTICE,
        word: str = "",
        todo: Callable[[], None] | None = None,
    ) -> None:
        """Show a sentence; `word` and `todo` are what can be done about it."""
        if self._added and self._added == self._sentence:
            self._waiting.appendleft(self._added)
        self._added = ""
        sentence = visible(sentence)
        self._sentence, self._tone, self._todo = sentence, tone, todo
        self.setAccessibleName(sentence)
        explain(self, sentence)
        self._button.setText(word)
        self._button.setVisible(todo is not None)
        self._timer.stop()
        if tone is Tone.NOTICE:
            self._timer.start()
        self.setVisible(bool(sentence))
        self.raise_()
        self._place()
        self.update()

    def add(self, sentence: str) -> None:
        """Show a sentence for as long as a notice, after what is shown now."""
        if sentence not in {self._sentence, *self._waiting}:
            self._waiting.append(sentence)
        if not self._sentence:
            self.clear()

    def fit(self, *, strips: bool) -> None:
        """Take the height that covers what is above the terminals."""
        self.setFixedHeight(_HEIGHT if strips else _HEIGHT_WITHOUT_STRIPS)

    def clear(self) -> None:
        """Say what waits to be said, or nothing any more."""
        self._timer.stop()
        self._sentence = self._added = ""
        if self._waiting:
            sentence = self._waiting.popleft()
            self.say(sentence)
            self._added = self._sentence
        else:
            self.hide()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._skin.theme
        colors = theme.colors
        ground, shape = {
            Tone.NOTICE: (colors.bg2, Shape.IDLE),
            Tone.ATTENTION: (colors.need_soft, Shape.NEEDS_YOU),
            Tone.ERROR: (colors.error_soft, Shape.FAILED),
        }[self._tone]
        painter = QPainter(self)
        painter.fillRect(self.rect(), ground)
        painter.fillRect(QRectF(0, self.height() - 1, self.width(), 1), colors.line)
        middle = (self.height() - 1) / 2
        paint_shape(painter, shape, 14, middle, colors)
        left = 14 + SHAPE_SIZE + 8
        end = self._button.x() if self._button.isVisible() else self._close.x()
        draw_text(
            painter,
            self._sentence,
            theme.fonts.ui(),
            colors.text,
            left=left,
            middle=middle,
            room=end - left - 12,
        )
        painter.end()

    def _act(self) -> None:
        todo = self._todo
        self.clear()
        if todo is not None:
            todo()

    def _place(self) -> None:
        top = (self.height() - 1 - self._close.height()) // 2
        self._close.move(self.width() - self._close.width() - 10, top)
        self._button.resize(self._button.sizeHint())
        top = (self.height() - 1 - self._button.height()) // 2
        self._button.move(self._close.x() - self._button.width() - 8, top)
        self._button.setCursor(Qt.CursorShape.ArrowCursor)
