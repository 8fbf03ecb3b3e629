"""Typing into a terminal: keys, composed text, and the few keys the view keeps for itself."""

from collections.abc import Callable

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QInputMethodEvent, QKeyEvent

from idea.presentation.desktop.terminal.clusters import until_unit
from idea.presentation.desktop.terminal.cursor_overlay import PreEdit
from idea.presentation.desktop.terminal.keyboard import key_press
from idea.presentation.desktop.terminal.live_terminal import LiveTerminal
from idea.presentation.desktop.terminal.local_keys import LocalAction, local_action

_HINTS = Qt.InputMethodHint.ImhNoAutoUppercase | Qt.InputMethodHint.ImhNoPredictiveText
_ANSWERS: dict[Qt.InputMethodQuery, object] = {
    Qt.InputMethodQuery.ImEnabled: True,
    Qt.InputMethodQuery.ImHints: _HINTS,
    Qt.InputMethodQuery.ImCursorPosition: 0,
    Qt.InputMethodQuery.ImAnchorPosition: 0,
    Qt.InputMethodQuery.ImSurroundingText: "",
    Qt.InputMethodQuery.ImCurrentSelection: "",
}


class TypingDesk:
    """Decides what each key event means."""

    def __init__(self, terminal: LiveTerminal, is_reserved: Callable[[QKeyEvent], bool]) -> None:
        self._terminal = terminal
        self._is_reserved = is_reserved
        self.pre_edit: PreEdit | None = None
        """What an input method is composing."""

    def claims(self, event: QKeyEvent) -> bool:
        """Return whether a key is the program's though some shortcut has it."""
        return not self._is_reserved(event)

    def press(self, event: QKeyEvent) -> bool:
        """Take a key; returns whether the program got something."""
        if self._is_reserved(event):
            event.ignore()
            return False
        modes = self._terminal.program.modes
        action = local_action(event, alternate_screen=modes.alternate_screen)
        if action is not None:
            self._act(action)
            return False
        press = key_press(event)
        return press is not None and self._terminal.key(press)

    def release(self, event: QKeyEvent) -> None:
        """Take the end of a key, for programs that want to know it."""
        press = key_press(event)
        if press is not None:
            self._terminal.program.key(press)
            self._terminal.typed.emit(press)

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

    def _act(self, action: LocalAction) -> None:
        terminal = self._terminal
        match action:
            case LocalAction.COPY:
                terminal.copy()
            case LocalAction.PASTE:
                terminal.paste()
            case LocalAction.PASTE_PRIMARY:
                terminal.paste_primary()
            case LocalAction.PAGE_UP:
                terminal.scroll_pages(-1)
            case LocalAction.PAGE_DOWN:
                terminal.scroll_pages(1)
            case LocalAction.TO_TOP:
                terminal.scroll_to(0)
            case LocalAction.TO_BOTTOM:
                terminal.scroll_to_bottom()
