"""The window's keys, from the keymap.

A key of the window is always taken, also while its action cannot be used: otherwise Ctrl+Shift+Z
with nothing to undo would reach the program as Ctrl+Z and stop it.
"""

import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import cast

from PySide6.QtCore import QKeyCombination, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from idea.domain.actions.keys import Chord
from idea.domain.actions.taken_keys import SCROLLING, taken_keys
from idea.presentation.desktop.viewmodels.key_places import place_of, without_shift
from idea.presentation.desktop.viewmodels.keymap import Keymap, qt_chord

_MODIFIERS = (
    Qt.KeyboardModifier.ShiftModifier
    | Qt.KeyboardModifier.ControlModifier
    | Qt.KeyboardModifier.AltModifier
    | Qt.KeyboardModifier.MetaModifier
)
_FIRST_SIGN, _LAST_SIGN = 0x21, 0x7E


class Shortcuts:
    """Makes the shortcuts of a window and tells terminals which keys are not theirs."""

    def __init__(
        self,
        keymap: Keymap,
        window: QWidget,
        invoke: Callable[[str], None],
        begin: Callable[[Chord], None],
    ) -> None:
        """Make them; `begin` hears of a leader, after which a second key is pressed."""
        self._keymap = keymap
        self._window = window
        self._invoke = invoke
        self._begin = begin
        self._reserved: dict[QKeyCombination, bool] = {}
        """Whether a full-screen program gets a key of the window all the same."""
        self.made: dict[str, list[QShortcut]] = {}
        """By the action that each starts; those of leaders by the leader."""
        self.follow()

    def follow(self) -> None:
        """Make the shortcuts that the keymap asks for now, and no others."""
        for shortcuts in self.made.values():
            for shortcut in shortcuts:
                shortcut.setEnabled(False)
                shortcut.deleteLater()
        self.made.clear()
        self._reserved.clear()
        for taken in taken_keys(self._keymap.keys):
            [action, *_] = taken.actions
            if taken.is_leader:
                shortcut = self._make(
                    str(taken.chord), taken.chord, partial(self._begin, taken.chord)
                )
                shortcut.setAutoRepeat(False)
            else:
                self._make(action, taken.chord, partial(self._invoke, action))

    def is_reserved(self, event: QKeyEvent, *, full_screen: bool) -> bool:
        """Whether a key belongs to the window and not to a focused terminal."""
        for combination in _meanings(event):
            if combination in self._reserved:
                return not (full_screen and self._reserved[combination])
        return False

    def _make(self, owner: str, chord: Chord, activated: Callable[[], None]) -> QShortcut:
        sequence = QKeySequence(qt_chord(chord, self._keymap.platform))
        shortcut = QShortcut(sequence, self._window)
        shortcut.setContext(Qt.ShortcutContext.WindowShortcut)
        shortcut.activated.connect(activated)
        self.made.setdefault(owner, []).append(shortcut)
        # PySide's stubs do not know that a sequence has items.
        combination = cast("Sequence[QKeyCombination]", sequence)[0]
        self._reserved[combination] = owner in SCROLLING
        return shortcut


def _meanings(event: QKeyEvent) -> list[QKeyCombination]:
    """Return what a pressed key may be called, as Qt's own shortcuts understand it as well."""
    pressed, key = event.modifiers() & _MODIFIERS, Qt.Key(event.key())
    if key == Qt.Key.Key_Backtab:
        key = Qt.Key.Key_Tab
    found = [QKeyCombination(pressed, key)]
    if pressed & Qt.KeyboardModifier.ShiftModifier and _FIRST_SIGN <= key.value <= _LAST_SIGN:
        # Ctrl+Shift+5 comes as Ctrl+Shift+%, and on many keyboards the plus sign needs Shift.
        plain = without_shift(chr(key.value), place_of(event.nativeScanCode(), sys.platform))
        found.append(QKeyCombination(pressed, Qt.Key(ord(plain.upper()))))
        if key == Qt.Key.Key_Plus:
            without = pressed & ~Qt.KeyboardModifier.ShiftModifier
            found.append(QKeyCombination(without, key))
    return found
