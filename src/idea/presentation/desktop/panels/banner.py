"""A sentence in place: what happened, and at most one thing to do about it.

It lies over what is below it, so that coming and going it moves nothing.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import override

from PySide6.QtCore import QEvent, QPoint, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAccessible,
    QCursor,
    QEnterEvent,
    QFont,
    QFontMetricsF,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QWidget

from idea.domain.visible import visible
from idea.presentation.desktop.theme import metrics
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.viewmodels.session_look import Shape
from idea.presentation.desktop.widgets.buttons import ButtonKind, IconButton, WordButton
from idea.presentation.desktop.widgets.drawing import draw_edge, draw_text, text_width
from idea.presentation.desktop.widgets.icons import Icon
from idea.presentation.desktop.widgets.plain_text import explain
from idea.presentation.desktop.widgets.shapes import SHAPE_SIZE, paint_shape
from idea.presentation.desktop.widgets.spoken import SpokenWidget, announce

_HEIGHT = metrics.COLUMN_STRIP + metrics.CELL_HEADER
"""So that it covers strip and headers as a whole, and no text of a terminal."""
_HEIGHT_WITHOUT_STRIPS = metrics.CELL_HEADER + 10
_STAYS_MS = 6_000
_LETTER_MS = 60
"""What one letter of a long sentence adds to be read in."""
_WAITING_MOST = 32
_LINE = 16


class Tone(Enum):
    """How much a sentence matters."""

    NOTICE = "notice"
    ATTENTION = "attention"
    ERROR = "error"
    """Stays until it is closed or no longer true; others go by themselves after a while."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Said:
    """A sentence, and what becomes of it."""

    sentence: str = ""
    tone: Tone = Tone.NOTICE
    tab: str = ""
    """The project it belongs to; empty for the whole window."""
    word: str = ""
    todo: Callable[[], None] | None = None
    waits: bool = False
    """Whether it comes again after a sentence that took its place."""

    @property
    def stays(self) -> bool:
        return self.tone is Tone.ERROR or self.todo is not None

    def belongs_in(self, tab: str) -> bool:
        return self.tab in {"", tab}


_SILENCE = _Said()


class Banner(SpokenWidget):
    """Shows one sentence over the whole width, or nothing at all."""

    ROLE = QAccessible.Role.AlertMessage

    left = Signal()
    """The person wants the keyboard back in the terminal."""

    def __init__(self, skin: Skin, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._skin = skin
        self._now = _SILENCE
        self._waiting: deque[_Said] = deque(maxlen=_WAITING_MOST)
        self._tab = ""
        self._rested_on = False
        self._pointer = QPoint()
        """Where the pointer was when the sentence came; there it does not rest on purpose."""
        self._button = WordButton("", ButtonKind.SECONDARY, skin, self)
        self._close = IconButton(Icon.CLOSE, "Close", skin, self)
        self._close.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.clear)
        self._button.clicked.connect(self._act)
        self._close.clicked.connect(self.clear)
        self.setMouseTracking(True)
        self.setFixedHeight(_HEIGHT)
        self.hide()
        skin.changed.connect(self.update)

    @property
    def sentence(self) -> str:
        """What is said now; empty for nothing."""
        return self._now.sentence

    def say(
        self,
        sentence: str,
        tone: Tone = Tone.NOTICE,
        word: str = "",
        todo: Callable[[], None] | None = None,
        *,
        tab: str = "",
    ) -> None:
        """Show a sentence, in its tab only; `word` and `todo` are what can be done about it."""
        said = _Said(sentence=visible(sentence), tone=tone, tab=tab, word=word, todo=todo)
        if not said.belongs_in(self._tab):
            self._waiting.append(said)
            return
        if self._now.waits and self._now != said:
            self._waiting.appendleft(self._now)
        self._show(said)

    def add(self, sentence: str) -> None:
        """Show a sentence for as long as a notice, after what is shown now."""
        said = _Said(sentence=visible(sentence), waits=True)
        if said.sentence not in {self.sentence, *(each.sentence for each in self._waiting)}:
            self._waiting.append(said)
        if not self.sentence:
            self.clear()

    def show_tab(self, tab: str) -> None:
        """Say what belongs to a tab that came to the front, and no more what does not."""
        self._tab = tab
        if not self._now.belongs_in(tab) or not self.sentence:
            self.clear()

    def fit(self, *, strips: bool) -> None:
        """Take the height that covers what is above the terminals."""
        self.setFixedHeight(_HEIGHT if strips else _HEIGHT_WITHOUT_STRIPS)

    def clear(self) -> None:
        """Say what waits to be said, or nothing any more."""
        said = next((each for each in self._waiting if each.belongs_in(self._tab)), _SILENCE)
        if said is not _SILENCE:
            self._waiting.remove(said)
        self._show(said)

    def take_keyboard(self) -> None:
        """Let the person do what can be done about it, or close it; Escape leaves."""
        first = self._close if self._button.isHidden() else self._button
        first.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @override
    def focusNextPrevChild(self, next: bool) -> bool:
        """Stay among the buttons: beyond them Tab belongs to programs."""
        other = self._button if self._close.hasFocus() else self._close
        if not other.isHidden():
            other.setFocus(Qt.FocusReason.TabFocusReason)
        return True

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def _show(self, said: _Said) -> None:
        if self._button.hasFocus() or self._close.hasFocus():
            # Hiding would hand the keyboard to any widget.
            self.left.emit()
        self._now = said
        self._pointer = QCursor.pos()
        self.setAccessibleName(said.sentence)
        explain(self, said.sentence)
        self._button.setText(said.word)
        self._button.setVisible(said.todo is not None)
        self.setVisible(bool(said.sentence))
        announce(self, said.sentence, at_once=said.tone is Tone.ERROR)
        self._count_down()
        self.raise_()
        self._place()
        self.update()

    def _count_down(self) -> None:
        """Begin the time to read in anew, unless the sentence stays or is being read."""
        self._timer.stop()
        if self.sentence and not self._now.stays and not self._rested_on:
            self._timer.start(max(_STAYS_MS, _LETTER_MS * len(self.sentence)))

    @override
    def enterEvent(self, event: QEnterEvent) -> None:
        self._rest(event.globalPosition().toPoint())

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._rest(event.globalPosition().toPoint())

    def _rest(self, pointer: QPoint) -> None:
        if pointer != self._pointer:
            self._rested_on = True
            self._count_down()

    @override
    def leaveEvent(self, event: QEvent) -> None:
        self._rested_on = False
        self._count_down()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        self._rested_on = False

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
        }[self._now.tone]
        painter = QPainter(self)
        painter.fillRect(self.rect(), ground)
        draw_edge(painter, QRectF(self.rect()), Qt.Edge.BottomEdge, colors.line)
        middle = (self.height() - 1) / 2
        paint_shape(painter, shape, 14, middle, colors)
        left = 14 + SHAPE_SIZE + 8
        end = self._button.x() if self._button.isVisible() else self._close.x()
        room = end - left - 12
        lines, font = self._lines(room)
        for number, line in enumerate(lines):
            at = middle + (number - (len(lines) - 1) / 2) * _LINE
            draw_text(painter, line, font, colors.text, left=left, middle=at, room=room)
        painter.end()

    def _lines(self, room: float) -> tuple[tuple[str, ...], QFont]:
        """Return the sentence in one line, or in two smaller ones that keep its end."""
        fonts = self._skin.theme.fonts
        if text_width(self.sentence, fonts.ui()) <= room:
            return (self.sentence,), fonts.ui()
        small = fonts.ui(metrics.SECONDARY_TEXT)
        words = self.sentence.split(" ")
        fitting = range(1, len(words))
        count = max(
            (each for each in fitting if text_width(" ".join(words[:each]), small) <= room),
            default=0,
        )
        first, rest = " ".join(words[:count]), " ".join(words[count:])
        measure = QFontMetricsF(small)
        rest = measure.elidedText(rest, Qt.TextElideMode.ElideMiddle, room)
        return (first, rest) if first else (rest,), small

    def _act(self) -> None:
        todo = self._now.todo
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
