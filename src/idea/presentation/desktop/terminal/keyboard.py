"""From Qt's key events to the port's: names, text, modifiers and what happened."""

import sys
from collections.abc import Mapping

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent

from idea.domain.ports.terminal_input import KeyAction, KeyPress, Modifiers
from idea.presentation.desktop.viewmodels.key_places import place_of, us_character, without_shift

_NAMES: Mapping[int, str] = {
    Qt.Key.Key_Return: "Enter",
    Qt.Key.Key_Enter: "Enter",
    Qt.Key.Key_Tab: "Tab",
    Qt.Key.Key_Backtab: "Tab",
    Qt.Key.Key_Backspace: "Backspace",
    Qt.Key.Key_Escape: "Escape",
    Qt.Key.Key_Delete: "Delete",
    Qt.Key.Key_Insert: "Insert",
    Qt.Key.Key_Home: "Home",
    Qt.Key.Key_End: "End",
    Qt.Key.Key_PageUp: "PageUp",
    Qt.Key.Key_PageDown: "PageDown",
    Qt.Key.Key_Up: "ArrowUp",
    Qt.Key.Key_Down: "ArrowDown",
    Qt.Key.Key_Left: "ArrowLeft",
    Qt.Key.Key_Right: "ArrowRight",
    Qt.Key.Key_Menu: "ContextMenu",
    Qt.Key.Key_Print: "PrintScreen",
    Qt.Key.Key_Pause: "Pause",
    Qt.Key.Key_CapsLock: "CapsLock",
    Qt.Key.Key_NumLock: "NumLock",
    Qt.Key.Key_ScrollLock: "ScrollLock",
    Qt.Key.Key_Shift: "Shift",
    Qt.Key.Key_Control: "Control",
    Qt.Key.Key_Alt: "Alt",
    Qt.Key.Key_AltGr: "AltGraph",
    Qt.Key.Key_Meta: "Meta",
    Qt.Key.Key_Super_L: "Meta",
    Qt.Key.Key_Super_R: "Meta",
    Qt.Key.Key_Clear: "Clear",
    **{Qt.Key(Qt.Key.Key_F1.value + number): f"F{number + 1}" for number in range(25)},
}
_MODIFIERS = (
    (Qt.KeyboardModifier.ShiftModifier, Modifiers.SHIFT),
    (Qt.KeyboardModifier.AltModifier, Modifiers.ALT),
    (Qt.KeyboardModifier.ControlModifier, Modifiers.CONTROL),
    (Qt.KeyboardModifier.MetaModifier, Modifiers.META),
)
_LOCKS = ((0x02, Modifiers.CAPS_LOCK), (0x10, Modifiers.NUM_LOCK))
"""Bits of the native modifiers of X11 and Wayland."""
_ALT_GR = Modifiers.CONTROL | Modifiers.ALT
_LARGEST_UNICODE = 0x10FFFF


def modifiers_of(held: Qt.KeyboardModifier, platform: str = sys.platform) -> Modifiers:
    """Return the held modifiers; on macOS, Qt calls Command Control and Control Meta."""
    found = Modifiers.NONE
    for theirs, ours in _MODIFIERS:
        if held & theirs:
            found |= ours
    if platform == "darwin":
        swapped = found & ~(Modifiers.CONTROL | Modifiers.META)
        if found & Modifiers.CONTROL:
            swapped |= Modifiers.META
        if found & Modifiers.META:
            swapped |= Modifiers.CONTROL
        return swapped
    return found


def key_press(event: QKeyEvent, platform: str = sys.platform) -> KeyPress | None:
    """Return a key event for the encoder; None for events that mean no key."""
    if event.type() == QEvent.Type.KeyRelease:
        if event.isAutoRepeat():
            return None
        action = KeyAction.RELEASE
    else:
        action = KeyAction.REPEAT if event.isAutoRepeat() else KeyAction.PRESS
    modifiers = modifiers_of(event.modifiers(), platform) | _locks(event, platform)
    text = event.text() if event.text().isprintable() else ""
    modifiers &= ~_used_up(modifiers, text, platform)
    name = _name(event.key(), text)
    if not name:
        return None
    place = place_of(event.nativeScanCode(), platform)
    if event.key() == Qt.Key.Key_Backtab:
        modifiers |= Modifiers.SHIFT
    elif len(name) == 1 and Modifiers.SHIFT in modifiers:
        # With Control, Qt tells the control character; the letter is needed as well.
        text = text or name.upper()
        name = without_shift(text, place)
    return KeyPress(
        key=name,
        text=text,
        modifiers=modifiers,
        action=action,
        keypad=bool(event.modifiers() & Qt.KeyboardModifier.KeypadModifier),
        place=place,
        us_key=us_character(place),
    )


def _locks(event: QKeyEvent, platform: str) -> Modifiers:
    found = Modifiers.NONE
    if platform.startswith("linux"):
        for bit, lock in _LOCKS:
            if event.nativeModifiers() & bit:
                found |= lock
    return found


def _used_up(modifiers: Modifiers, text: str, platform: str) -> Modifiers:
    """Return the modifiers that the layout used up to type the text."""
    if platform == "win32" and text and modifiers & _ALT_GR == _ALT_GR:
        return _ALT_GR
    if platform == "darwin" and text and not modifiers & Modifiers.CONTROL:
        return modifiers & Modifiers.ALT
    return Modifiers.NONE


def is_interrupt(press: KeyPress) -> bool:
    """Return whether a person means to stop the program with this key."""
    return (
        press.key == "c"
        and press.modifiers & ~(Modifiers.CAPS_LOCK | Modifiers.NUM_LOCK) == Modifiers.CONTROL
        and press.action is not KeyAction.RELEASE
    )


def _name(key: int, text: str) -> str:
    name = _NAMES.get(key)
    if name is not None:
        return name
    if 0x20 <= key <= _LARGEST_UNICODE and chr(key).isprintable():
        return chr(key).lower()
    # Composed and dead-key characters, and layouts whose keys Qt does not name.
    return text[:1].lower()
