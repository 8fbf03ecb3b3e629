"""Every action with its keys, one row each, and the row that waits for other ones.

Main thread only.
"""

from collections.abc import Callable, Sequence
from enum import Enum
from functools import partial
from typing import override

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QWidget

from idea.domain.actions.keys import Chord, KeySequence, Platform
from idea.presentation.desktop.theme import metrics
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.viewmodels.keymap import shown_chord, shown_keys
from idea.presentation.desktop.viewmodels.keymap_page import KeyRow
from idea.presentation.desktop.widgets.drawing import (
    draw_edge,
    draw_key,
    draw_text,
    paint_focus,
    text_width,
)
from idea.presentation.desktop.widgets.pressed_chord import pressed_chord, pressed_second
from idea.presentation.desktop.widgets.spoken import SpokenPart, SpokenWidget, announce

_ROW = 46
_LEFT = 16
_MARK = 3
_KEYS = 330
_PRESS = "Press the keys; Escape leaves all as it is."
_PRESS_TWO = "Press the first key, then the second; Escape leaves all as it is."

type Look = Callable[[str, KeySequence], str]
"""Returns a sentence about giving keys to an action."""


class Awaited(Enum):
    """What the list does with the next key."""

    COMMAND = "command"
    KEYS = "keys"
    """It is the current row's, or its first one if that is a leader."""
    FIRST = "first"
    """It is the first of two."""
    SECOND = "second"
    FIND = "find"


class KeyList(SpokenWidget):
    """Arrows go to a row, Enter lets it wait for keys; then whatever is pressed is its key.

    With Shift, Enter lets it wait for two keys, one after the other.
    """

    ROLE = QAccessible.Role.List

    chosen = Signal(str, object)
    """Carries an action and the `KeySequence` that it shall have."""
    found = Signal(object)
    """Carries the chord that the person looks for."""
    moved = Signal(int)
    """Carries where the middle of the current row is, in pixels from the top."""
    taken_away = Signal(str)
    given_back = Signal(str)

    def __init__(self, platform: Platform, skin: Skin, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._platform = platform
        self._skin = skin
        self.rows: tuple[KeyRow, ...] = ()
        self.at = 0
        self.refuses: Look = lambda _action, _keys: ""
        """Says why keys cannot be; empty when they can."""
        self.warns: Look = lambda _action, _keys: ""
        """Says what keys would cost; empty for nothing."""
        self.leads: Callable[[Chord], bool] = lambda _chord: False
        """Says whether a second key follows a chord."""
        self._waiting = Awaited.COMMAND
        self._first: Chord | None = None
        """What was pressed of two keys."""
        self._pending: KeySequence | None = None
        self._said = ""
        self.setAccessibleName("Actions and their keys")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        skin.changed.connect(self.update)

    @property
    def current(self) -> KeyRow | None:
        """The row that the keyboard is at."""
        return self.rows[self.at] if self.rows else None

    @property
    def said(self) -> str:
        """What the current row says while it waits."""
        return self._said

    def show_rows(self, rows: Sequence[KeyRow]) -> None:
        """Show these rows; the keyboard stays at the action it was at."""
        held = self.current.id if self.current is not None else ""
        self.rows = tuple(rows)
        places = [place for place, row in enumerate(self.rows) if row.id == held]
        self.at = next(iter(places), 0)
        self.setFixedHeight(_ROW * len(self.rows))
        self.update()

    def wait_for_keys(self) -> None:
        """Let the current row wait for the keys that it shall have."""
        if self.current is not None:
            self._begin(Awaited.KEYS, _PRESS)

    def wait_for_two_keys(self) -> None:
        """Let the current row wait for two keys, of which the second follows the first."""
        if self.current is not None:
            self._begin(Awaited.FIRST, _PRESS_TWO)

    def wait_to_find(self) -> None:
        """Wait for keys whose action the person looks for."""
        self._begin(Awaited.FIND, "")

    @property
    def is_waiting(self) -> bool:
        """Whether the next keys are no commands."""
        return self._waiting is not Awaited.COMMAND

    @override
    def spoken_parts(self) -> Sequence[SpokenPart]:
        return [
            SpokenPart(
                name=row.spoken,
                box=QRect(0, place * _ROW, self.width(), _ROW),
                press=partial(self._press, place),
                is_current=place == self.at,
            )
            for place, row in enumerate(self.rows)
        ]

    @override
    def sizeHint(self) -> QSize:
        return QSize(420, _ROW * len(self.rows))

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and self.is_waiting:
            event.accept()  # Also what is a key of the window comes here.
            return True
        return super().event(event)

    @override
    def focusNextPrevChild(self, next: bool) -> bool:
        return False if self.is_waiting else super().focusNextPrevChild(next)

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._end()

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._go(self.at)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.is_waiting:
            self._hear(event)
            return
        row = self.current
        match event.key():
            case Qt.Key.Key_Down:
                self._go(self.at + 1)
            case Qt.Key.Key_Up:
                self._go(self.at - 1)
            case Qt.Key.Key_Home:
                self._go(0)
            case Qt.Key.Key_End:
                self._go(len(self.rows) - 1)
            case Qt.Key.Key_Return | Qt.Key.Key_Enter if _has_shift(event):
                self.wait_for_two_keys()
            case Qt.Key.Key_Return | Qt.Key.Key_Enter | Qt.Key.Key_Space:
                self.wait_for_keys()
            case Qt.Key.Key_Delete if row is not None:
                self.taken_away.emit(row.id)
            case Qt.Key.Key_Backspace if row is not None:
                self.given_back.emit(row.id)
            case _:
                super().keyPressEvent(event)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = int(event.position().y()) // _ROW
        if self._pending is not None and place == self.at:
            self._take(self._pending)
        elif place < len(self.rows):
            self._end()
            self._go(place)

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.wait_for_keys()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        first, last = event.rect().top() // _ROW, event.rect().bottom() // _ROW
        for place in range(max(first, 0), min(last + 1, len(self.rows))):
            self._paint_row(painter, place)
        painter.end()

    def _paint_row(self, painter: QPainter, place: int) -> None:
        row, theme = self.rows[place], self._skin.theme
        colors, fonts = theme.colors, theme.fonts
        box = QRectF(0, place * _ROW, self.width(), _ROW)
        is_current = place == self.at and self.hasFocus()
        if place == self.at:  # Also while the keyboard is at a button that concerns it.
            painter.fillRect(box, colors.bg2)
        draw_edge(painter, box.adjusted(_LEFT, 0, 0, 0), Qt.Edge.BottomEdge, colors.line)
        if row.note:
            painter.fillRect(QRectF(0, box.top() + 8, _MARK, _ROW - 16), colors.accent)
        small, upper, lower = fonts.ui(metrics.SECONDARY_TEXT), box.top() + 15, box.top() + 32
        room = box.width() - _LEFT - _KEYS
        draw_text(
            painter, row.title, fonts.semibold(), colors.text, left=_LEFT, middle=upper, room=room
        )
        waits = is_current and self._waiting not in {Awaited.COMMAND, Awaited.FIND}
        words, color = (self._said, colors.accent) if waits else (row.sentence, colors.text2)
        whole = box.width() - _LEFT - 12 if waits else room
        draw_text(painter, words, small, color, left=_LEFT, middle=lower, room=whole)
        right = box.right() - 10
        shown = (self._awaited(),) if waits else row.keys
        for key in reversed(shown):
            ground = (colors.bg3, colors.text)
            right = draw_key(painter, key, small, ground, right=right, middle=upper) - 8
        if not shown:
            left = right - text_width("no key", small)
            draw_text(painter, "no key", small, colors.text3, left=left, middle=upper, room=60)
        if row.note and not waits:
            left = box.right() - 10 - text_width(row.note, small)
            draw_text(painter, row.note, small, colors.accent, left=left, middle=lower, room=_KEYS)
        if is_current:
            paint_focus(painter, box, colors.accent)

    def _awaited(self) -> str:
        if self._pending is not None:
            return shown_keys(self._pending, self._platform)
        return "…" if self._first is None else f"{shown_chord(self._first, self._platform)} …"

    def _press(self, place: int) -> None:
        self._go(place)
        self.wait_for_keys()

    def _go(self, place: int) -> None:
        self.at = min(max(place, 0), max(len(self.rows) - 1, 0))
        self.moved.emit(self.at * _ROW + _ROW // 2)
        self.tell_current()
        self.update()

    def _begin(self, waiting: Awaited, said: str) -> None:
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self._waiting, self._first, self._pending = waiting, None, None
        self._say(said)

    def _end(self) -> None:
        self._waiting, self._first, self._pending, self._said = Awaited.COMMAND, None, None, ""
        self.update()

    def _say(self, sentence: str) -> None:
        self._said = sentence
        announce(self, sentence)
        self.update()

    def _hear(self, event: QKeyEvent) -> None:
        if self._waiting is Awaited.SECOND:
            chord = pressed_second(event, self._platform)
        else:
            chord = pressed_chord(event, self._platform)
        row = self.current
        if chord is None:
            return
        if not chord.modifiers and chord.key == "Escape":
            self._end()
        elif self._waiting is Awaited.FIND:
            self._end()
            self.found.emit(chord)
        elif row is None:
            self._end()
        elif self._pending is not None and (
            self._pending == KeySequence(chord) or _is_enter(chord)
        ):
            self._take(self._pending)
        elif self._waiting is Awaited.SECOND and self._first is not None:
            self._waiting = Awaited.KEYS
            self._consider(row.id, KeySequence(self._first, chord))
        elif self._waiting is Awaited.FIRST or self.leads(chord):
            self._wait_for_second(row.id, chord)
        else:
            self._consider(row.id, KeySequence(chord))

    def _wait_for_second(self, action: str, chord: Chord) -> None:
        if refused := self.refuses(action, KeySequence(chord)):
            self._say(refused)
            return
        self._waiting, self._first, self._pending = Awaited.SECOND, chord, None
        shown = shown_chord(chord, self._platform)
        self._say(f"{shown}, and then? Escape leaves all as it is.")

    def _consider(self, action: str, keys: KeySequence) -> None:
        """Take keys, or say first what is against them."""
        self._first, self._pending = None, None
        if refused := self.refuses(action, keys):
            self._say(refused)
        elif warned := self.warns(action, keys):
            self._pending = keys
            self._say(f"{warned} Enter gives it to this action, Escape does not.")
        else:
            self._take(keys)

    def _take(self, keys: KeySequence) -> None:
        row = self.current
        self._end()
        if row is not None:
            self.chosen.emit(row.id, keys)


def _is_enter(chord: Chord) -> bool:
    return not chord.modifiers and chord.key == "Return"


def _has_shift(event: QKeyEvent) -> bool:
    return bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
