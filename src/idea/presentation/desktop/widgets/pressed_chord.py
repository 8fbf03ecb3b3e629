"""What somebody pressed, as a chord."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from idea.domain.actions.keys import Chord, Platform

_MODIFIERS = {
    Qt.KeyboardModifier.ControlModifier: "Ctrl",
    Qt.KeyboardModifier.AltModifier: "Alt",
    Qt.KeyboardModifier.ShiftModifier: "Shift",
}
_ON_MAC = _MODIFIERS | {
    Qt.KeyboardModifier.ControlModifier: "Cmd",
    Qt.KeyboardModifier.MetaModifier: "Ctrl",
}
_NAMED = {
    Qt.Key.Key_Left: "Left",
    Qt.Key.Key_Right: "Right",
    Qt.Key.Key_Up: "Up",
    Qt.Key.Key_Down: "Down",
    Qt.Key.Key_PageUp: "PageUp",
    Qt.Key.Key_PageDown: "PageDown",
    Qt.Key.Key_Home: "Home",
    Qt.Key.Key_End: "End",
    Qt.Key.Key_Tab: "Tab",
    Qt.Key.Key_Backtab: "Tab",
    Qt.Key.Key_Return: "Return",
    Qt.Key.Key_Enter: "Return",
    Qt.Key.Key_Escape: "Escape",
    Qt.Key.Key_Space: "Space",
    Qt.Key.Key_Insert: "Insert",
    Qt.Key.Key_Delete: "Delete",
    Qt.Key.Key_Backspace: "Backspace",
}
_FIRST_SIGN, _LAST_SIGN = 0x21, 0xFF
"""Keys of signs have the sign's number in Latin-1."""
_LAST_FUNCTION_KEY = 24


def pressed_chord(event: QKeyEvent, platform: Platform) -> Chord | None:
    """Return the chord of a pressed key; None for a modifier alone and for what no chord names."""
    key = _key_name(event.key())
    if not key:
        return None
    names = _ON_MAC if platform is Platform.MAC else _MODIFIERS
    held = event.modifiers()
    if platform is not Platform.MAC and held & Qt.KeyboardModifier.MetaModifier:
        return None  # The desktop's own key.
    return Chord(frozenset(name for flag, name in names.items() if held & flag), key)


def _key_name(key: int) -> str:
    if key in _NAMED:
        return _NAMED[Qt.Key(key)]
    number = key - Qt.Key.Key_F1 + 1
    if 1 <= number <= _LAST_FUNCTION_KEY:
        return f"F{number}"
    return chr(key).upper() if _FIRST_SIGN <= key <= _LAST_SIGN else ""
