"""What somebody pressed, as a chord."""

import sys

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from idea.domain.actions.keys import Chord, Platform
from idea.presentation.desktop.viewmodels.key_places import place_of, us_character

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
_DEAD = {
    Qt.Key.Key_Dead_Grave: "`",
    Qt.Key.Key_Dead_Acute: "'",
    Qt.Key.Key_Dead_Circumflex: "^",
    Qt.Key.Key_Dead_Tilde: "~",
    Qt.Key.Key_Dead_Diaeresis: '"',
}
"""The signs on keys that wait for a letter to stand on."""
_DEAD_KEYS = {key.value for key in _DEAD}
_MODIFIER_KEYS = {
    key.value
    for key in (
        *(Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_AltGr, Qt.Key.Key_Meta),
        *(Qt.Key.Key_Super_L, Qt.Key.Key_Super_R, Qt.Key.Key_Hyper_L, Qt.Key.Key_Hyper_R),
        *(Qt.Key.Key_CapsLock, Qt.Key.Key_NumLock, Qt.Key.Key_ScrollLock, Qt.Key.Key_Multi_key),
        *(Qt.Key.Key_Mode_switch, Qt.Key.Key_Codeinput),
    )
}
_FIRST_SIGN, _LAST_SIGN = 0x21, 0xFF
"""Keys of signs have the sign's number in Latin-1."""
_LAST_FUNCTION_KEY = 24


def pressed_chord(event: QKeyEvent, platform: Platform) -> Chord | None:
    """Return the chord of a pressed key; None for a modifier alone and for what no chord names."""
    key = _key_name(event.key()) or _key_of_us_layout(event)
    held = _held(event, platform)
    return Chord(held, key) if key and held is not None else None


def pressed_second(event: QKeyEvent, platform: Platform) -> Chord | None:
    """Return the chord of a key that follows a leader, where a sign is itself on every layout.

    What the layout uses up to type the sign, Shift at the least, is no part of it.
    """
    held = _held(event, platform)
    sign = _DEAD.get(Qt.Key(event.key())) if event.key() in _DEAD_KEYS else event.text()
    if held is None or not sign or not _is_sign(sign):
        return pressed_chord(event, platform)
    used_up = {"Shift"}
    if platform is Platform.MAC:
        used_up.add("Alt")
    elif platform is Platform.WINDOWS and held >= {"Ctrl", "Alt"}:
        used_up |= {"Ctrl", "Alt"}
    return Chord(held - used_up, sign)


def composed_second(text: str) -> Chord | None:
    """Return the chord of a key that follows a leader, from what an input method made of it."""
    if len(text) != 1 or not text.isprintable():
        return None
    shift = frozenset({"Shift"}) if text.isalpha() and text != text.lower() else frozenset[str]()
    return Chord(shift, "Space" if text == " " else text.upper())


def is_modifier(event: QKeyEvent) -> bool:
    """Return whether a key means something only while others are pressed."""
    return event.key() in _MODIFIER_KEYS


def _is_sign(text: str) -> bool:
    return len(text) == 1 and text.isprintable() and not text.isalpha() and not text.isspace()


def _held(event: QKeyEvent, platform: Platform) -> frozenset[str] | None:
    """Return the modifiers by name; None with the desktop's own key."""
    names = _ON_MAC if platform is Platform.MAC else _MODIFIERS
    held = event.modifiers()
    if platform is not Platform.MAC and held & Qt.KeyboardModifier.MetaModifier:
        return None
    return frozenset(name for flag, name in names.items() if held & flag)


def _key_of_us_layout(event: QKeyEvent) -> str:
    """Return the letter that stands there on a US keyboard, for layouts without Latin letters."""
    return us_character(place_of(event.nativeScanCode(), sys.platform)).upper()


def _key_name(key: int) -> str:
    if key in _NAMED:
        return _NAMED[Qt.Key(key)]
    number = key - Qt.Key.Key_F1 + 1
    if 1 <= number <= _LAST_FUNCTION_KEY:
        return f"F{number}"
    return chr(key).upper() if _FIRST_SIGN <= key <= _LAST_SIGN else ""
