"""A sentence in a cell with what can be said to it, floating over the header.

It floats so that a terminal never changes its size, and with it its program's screen, for a
question. The keyboard comes here only when the person takes it here.
"""

from typing import override

from PySide6.QtCore import QRect, QRectF, Qt, Signal
from PySide6.QtGui import QAccessible, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from idea.presentation.desktop.theme import metrics
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.viewmodels.session_look import Shape
from idea.presentation.desktop.viewmodels.session_news import Answer, Note, NoteKind
from idea.presentation.desktop.widgets.buttons import ButtonKind, WordButton
from idea.presentation.desktop.widgets.drawing import draw_edge, draw_text
from idea.presentation.desktop.widgets.plain_text import explain
from idea.presentation.desktop.widgets.shapes import SHAPE_SIZE, paint_shape
from idea.presentation.desktop.widgets.spoken import SpokenWidget, announce

HEIGHT = metrics.CELL_HEADER + 10
"""Of the header, the ring and a terminal's padding."""
_EDGE = 10
_TEXT = _EDGE + SHAPE_SIZE + 8
_SHAPES = {NoteKind.CUT_OFF: Shape.FAILED, NoteKind.CLIPBOARD: Shape.NEEDS_YOU}


class CellNote(SpokenWidget):
    """Shows one note of one cell."""

    ROLE = QAccessible.Role.AlertMessage

    answered = Signal(str, object, object)
    """Carries the session, the `NoteKind` and the `Answer`."""
    left = Signal()
    """The person wants the keyboard back in the terminal."""

    def __init__(self, session: str, skin: Skin, parent: QWidget) -> None:
        super().__init__(parent)
        self.session = session
        self._skin = skin
        self._note: Note | None = None
        self._buttons: list[WordButton] = []
        skin.changed.connect(self.update)

    @property
    def note(self) -> Note | None:
        """What is said."""
        return self._note

    @property
    def has_keyboard(self) -> bool:
        """Whether one of its buttons has the keyboard."""
        return any(button.hasFocus() for button in self._buttons)

    def show_note(self, note: Note) -> None:
        """Say something else, or nothing new."""
        if note == self._note:
            return
        self._note = note
        self.setAccessibleName(note.sentence)
        announce(self, note.sentence)
        explain(self, note.sentence)
        for button in self._buttons:
            button.hide()
            button.deleteLater()
        self._buttons = [self._button(answer, note.kind) for answer in note.answers]
        self.update()

    def place(self, frame: QRect) -> None:
        """Lie over a cell's header and the empty edge below it, so that no text is covered."""
        self.setGeometry(frame.x(), frame.y(), frame.width(), HEIGHT)
        self._arrange()
        self.raise_()

    def take_keyboard(self) -> None:
        """Let the person choose with Tab and Enter."""
        if self._buttons:
            self._buttons[0].setFocus(Qt.FocusReason.ShortcutFocusReason)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        self._arrange()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    @override
    def focusNextPrevChild(self, next: bool) -> bool:
        """Stay among the buttons: beyond them Tab belongs to programs."""
        at = next_button(self._buttons, self.focusWidget(), 1 if next else -1)
        if at is not None:
            at.setFocus(Qt.FocusReason.TabFocusReason)
        return at is not None

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme, note = self._skin.theme, self._note
        if note is None:
            return
        colors = theme.colors
        shape = _SHAPES.get(note.kind, Shape.IDLE)
        painter = QPainter(self)
        ground = {Shape.FAILED: colors.error_soft, Shape.NEEDS_YOU: colors.need_soft}
        painter.fillRect(self.rect(), ground.get(shape, colors.bg2))
        draw_edge(painter, QRectF(self.rect()), Qt.Edge.BottomEdge, colors.line)
        paint_shape(painter, shape, _EDGE, (self.height() - 1) / 2, colors)
        right = min((button.x() for button in self._buttons), default=self.width())
        draw_text(
            painter,
            note.sentence,
            theme.fonts.ui(metrics.SECONDARY_TEXT),
            colors.text,
            left=_TEXT,
            middle=(self.height() - 1) / 2,
            room=right - _TEXT - 12,
        )
        painter.end()

    def _arrange(self) -> None:
        right = self.width() - 8
        for button in reversed(self._buttons):
            hint = button.sizeHint()
            right -= hint.width()
            top = (self.height() - 1 - hint.height()) // 2
            button.setGeometry(right, top, hint.width(), hint.height())
            right -= 6

    def _button(self, answer: Answer, kind: NoteKind) -> WordButton:
        button = WordButton(answer.value, ButtonKind.SECONDARY, self._skin, self)
        button.clicked.connect(lambda: self.answered.emit(self.session, kind, answer))
        button.show()
        return button


def next_button(buttons: list[WordButton], current: QWidget | None, step: int) -> WordButton | None:
    """Return the button `step` places further, around the end; None without buttons."""
    if not buttons:
        return None
    here = buttons.index(current) if isinstance(current, WordButton) and current in buttons else -1
    return buttons[(here + step) % len(buttons)]
