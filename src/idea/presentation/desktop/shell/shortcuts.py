"""The window's keys, from the keymap.

A key of the window is always taken, also while its action cannot be used: otherwise Ctrl+Shift+Z
with nothing to undo would reach the program as Ctrl+Z and stop it.
"""

from collections.abc import Callable, Sequence
from typing import cast

from PySide6.QtCore import QKeyCombination, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from idea.presentation.desktop.viewmodels.keymap import Keymap, qt_chord

_TERMINAL_HANDLES = frozenset(
    {
        "edit.copy",
        "edit.paste",
        "view.scroll_page_up",
        "view.scroll_page_down",
        "view.scroll_to_top",
        "view.scroll_to_bottom",
    }
)
"""Keys a focused terminal takes itself, because what they do depends on its screen."""
_MODIFIERS = (
    Qt.KeyboardModifier.ShiftModifier
    | Qt.KeyboardModifier.ControlModifier
    | Qt.KeyboardModifier.AltModifier
    | Qt.KeyboardModifier.MetaModifier
)


class Shortcuts:
    """Makes the shortcuts of a window and tells terminals which keys are not theirs."""

    def __init__(self, keymap: Keymap, window: QWidget, invoke: Callable[[str], None]) -> None:
        self._keymap = keymap
        self._window = window
        self._invoke = invoke
        self._reserved: set[QKeyCombination] = set()
        self.made: dict[str, list[QShortcut]] = {}
        self.follow()

    def follow(self) -> None:
        """Make the shortcuts that the keymap asks for now, and no others."""
        for shortcuts in self.made.values():
            for shortcut in shortcuts:
                shortcut.setEnabled(False)
                shortcut.deleteLater()
        self.made.clear()
        self._reserved.clear()
        for action, chords in self._keymap.chords.items():
            for chord in chords:
                self._make(action, qt_chord(chord, self._keymap.platform))

    def is_reserved(self, event: QKeyEvent) -> bool:
        """Whether a key belongs to the window and not to a focused terminal."""
        pressed = event.modifiers() & _MODIFIERS
        key = Qt.Key(event.key())
        if key == Qt.Key.Key_Backtab:
            key = Qt.Key.Key_Tab
        if QKeyCombination(pressed, key) in self._reserved:
            return True
        # On many keyboards the plus sign needs Shift, which then says nothing.
        plain = pressed & ~Qt.KeyboardModifier.ShiftModifier
        return key == Qt.Key.Key_Plus and QKeyCombination(plain, key) in self._reserved

    def _make(self, action: str, chord: str) -> None:
        sequence = QKeySequence(chord)
        shortcut = QShortcut(sequence, self._window)
        shortcut.setContext(Qt.ShortcutContext.WindowShortcut)
        shortcut.activated.connect(lambda: self._invoke(action))
        self.made.setdefault(action, []).append(shortcut)
        if action not in _TERMINAL_HANDLES:
            # PySide's stubs do not know that a sequence has items.
            self._reserved.add(cast("Sequence[QKeyCombination]", sequence)[0])
