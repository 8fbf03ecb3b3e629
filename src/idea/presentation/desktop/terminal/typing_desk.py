"""Typing into a terminal: keys, and what input methods compose of them.

Every key is the program's but for those of the window.
"""

from typing import Protocol

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QInputMethodEvent, QKeyEvent

from idea.presentation.desktop.terminal.clusters import until_unit
from idea.presentation.desktop.terminal.cursor_overlay import PreEdit
from idea.presentation.desktop.terminal.keyboard import key_press
from idea.presentation.desktop.terminal.live_terminal import LiveTerminal

_HINTS = Qt.InputMethodHint.ImhNoAutoUppercase | Qt.InputMethodHint.ImhNoPredictiveText
_ANSWERS: dict[Qt.InputMethodQuery, object] = {
    Qt.InputMethodQuery.ImEnabled: True,
    Qt.InputMethodQuery.ImHints: _HINTS,
    Qt.InputMethodQuery.ImCursorPosition: 0,
    Qt.InputMethodQuery.ImAnchorPosition: 0,
    Qt.InputMethodQuery.ImSurroundingText: "",
    Qt.InputMethodQuery.ImCurrentSelection: "",
}


class Reserved(Protocol):
    """Tells which keys belong to the window."""

    def __call__(self, event: QKeyEvent, *, full_screen: bool) -> bool:
        """Return whether a key is no program's; `full_screen` ones have nothing to scroll."""
        ...


def reserves_nothing(event: QKeyEvent, *, full_screen: bool) -> bool:
    """Leave every key to programs."""
    del event, full_screen
    return False


class TypingDesk:
    """Decides what each key event means."""

    def __init__(self, terminal: LiveTerminal, is_reserved: Reserved) -> None:
        self._terminal = terminal
        self._reserved = is_reserved
        self._down: set[int] = set()
        """Keys that the program was told are down; it must hear the end of these and no others."""
        self.pre_edit: PreEdit | None = None
        """What an input method is composing."""

    def claims(self, event: QKeyEvent) -> bool:
        """Return whether a key is the program's though some shortcut has it."""
        modes = self._terminal.program.modes
        return not self._reserved(event, full_screen=modes.alternate_screen)

    def press(self, event: QKeyEvent) -> bool:
        """Take a key; returns whether the program got something."""
        if not self.claims(event):
            event.ignore()
            return False
        return self.give(event)

    def give(self, event: QKeyEvent) -> bool:
        """Give a key to the program, whoever else has it; returns whether it got something."""
        press = key_press(event)
        if press is None:
            return False
        self._down.add(_place(event))
        return self._terminal.key(press)

    def release(self, event: QKeyEvent) -> None:
        """Take the end of a key, for programs that want to know it."""
        press = key_press(event)
        if press is not None and _place(event) in self._down:
            self._down.discard(_place(event))
            self._terminal.program.key(press)
            self._terminal.typed.emit(press)

    def leave(self) -> None:
        """Forget what was composed and which keys are down: the keyboard is elsewhere."""
        self.pre_edit = None
        self._down.clear()

    def compose(self, event: QInputMethodEvent) -> None:
        """Take what an input method composes or has composed."""
        if event.commitString():
            self._terminal.commit(event.commitString())
        text = event.preeditString()
        cursors = [
            attribute.start
            for attribute in event.attributes()
            if attribute.type == QInputMethodEvent.AttributeType.Cursor
        ]
        cursor = cursors[0] if cursors else None
        self.pre_edit = PreEdit(text, len(until_unit(text, cursor))) if text else None
        event.accept()

    @staticmethod
    def answer(query: Qt.InputMethodQuery, cursor: QRect) -> object | None:
        """Return what an input method asks; None for what a terminal has nothing to say to."""
        if query == Qt.InputMethodQuery.ImCursorRectangle:
            return cursor
        return _ANSWERS.get(query)


def _place(event: QKeyEvent) -> int:
    """Return a number that press and release of one key have in common."""
    return event.nativeScanCode() or event.nativeVirtualKey() or event.key()
