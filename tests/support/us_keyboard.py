"""A keyboard for tests: key events as Qt makes them on X11, for keys written in words.

`Ctrl+Shift+a`, `release F5`, `NumLock+KP_5`: a key of a US keyboard, `Shift+1` types `!`.
`de AltGr+KeyQ=@`: a key of another layout, by its place, and what it types there.
"""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent

_KERNEL_OFFSET = 8
_HELD = {
    "Shift": (Qt.KeyboardModifier.ShiftModifier, 0x01),
    "CapsLock": (Qt.KeyboardModifier.NoModifier, 0x02),
    "Ctrl": (Qt.KeyboardModifier.ControlModifier, 0x04),
    "Alt": (Qt.KeyboardModifier.AltModifier, 0x08),
    "NumLock": (Qt.KeyboardModifier.NoModifier, 0x10),
    "Meta": (Qt.KeyboardModifier.MetaModifier, 0x40),
    "AltGr": (Qt.KeyboardModifier.GroupSwitchModifier, 0x80),
}
_ROWS = ((2, "1234567890-="), (16, "qwertyuiop[]"), (30, "asdfghjkl;'`"), (43, "\\zxcvbnm,./"))
_SCAN = {char: first + at for first, chars in _ROWS for at, char in enumerate(chars)}
_SHIFTED = dict(
    zip("`1234567890-=[]\\;',./", '~!@#$%^&*()_+{}|:"<>?', strict=True)
)  # fmt: skip
_NAMED = {
    "Enter": (Qt.Key.Key_Return, 28, "\r"),
    "Tab": (Qt.Key.Key_Tab, 15, "\t"),
    "Escape": (Qt.Key.Key_Escape, 1, "\x1b"),
    "Backspace": (Qt.Key.Key_Backspace, 14, "\b"),
    "Space": (Qt.Key.Key_Space, 57, " "),
    "Insert": (Qt.Key.Key_Insert, 110, ""),
    "Delete": (Qt.Key.Key_Delete, 111, "\x7f"),
    "Home": (Qt.Key.Key_Home, 102, ""),
    "End": (Qt.Key.Key_End, 107, ""),
    "PageUp": (Qt.Key.Key_PageUp, 104, ""),
    "PageDown": (Qt.Key.Key_PageDown, 109, ""),
    "Up": (Qt.Key.Key_Up, 103, ""),
    "Down": (Qt.Key.Key_Down, 108, ""),
    "Left": (Qt.Key.Key_Left, 105, ""),
    "Right": (Qt.Key.Key_Right, 106, ""),
    "Menu": (Qt.Key.Key_Menu, 127, ""),
    "Print": (Qt.Key.Key_Print, 99, ""),
    "Pause": (Qt.Key.Key_Pause, 119, ""),
    "ScrollLock": (Qt.Key.Key_ScrollLock, 70, ""),
    "CapsLock": (Qt.Key.Key_CapsLock, 58, ""),
    "NumLock": (Qt.Key.Key_NumLock, 69, ""),
    "Shift": (Qt.Key.Key_Shift, 42, ""),
    "Ctrl": (Qt.Key.Key_Control, 29, ""),
    "Alt": (Qt.Key.Key_Alt, 56, ""),
    "Meta": (Qt.Key.Key_Meta, 125, ""),
    "RightShift": (Qt.Key.Key_Shift, 54, ""),
    "RightCtrl": (Qt.Key.Key_Control, 97, ""),
    "RightAlt": (Qt.Key.Key_Alt, 100, ""),
    "RightMeta": (Qt.Key.Key_Meta, 126, ""),
    **{f"F{n}": (Qt.Key(Qt.Key.Key_F1 + n - 1), 0, "") for n in range(1, 26)},
}
_KEYPAD = {
    "Enter": (Qt.Key.Key_Enter, "\r"), "Multiply": (Qt.Key.Key_Asterisk, "*"),
    "Add": (Qt.Key.Key_Plus, "+"), "Subtract": (Qt.Key.Key_Minus, "-"),
    "Divide": (Qt.Key.Key_Slash, "/"), "Decimal": (Qt.Key.Key_Period, "."),
    "Equal": (Qt.Key.Key_Equal, "="), "Separator": (Qt.Key.Key_Comma, ","),
    "Begin": (Qt.Key.Key_Clear, ""),
    **{digit: (Qt.Key(ord(digit)), digit) for digit in "0123456789"},
}  # fmt: skip
_PLACES = {
    "IntlBackslash": 86, "Minus": 12, "Semicolon": 39,
    **{f"Key{char.upper()}": code for char, code in _SCAN.items() if char.isalpha()},
    **{f"Digit{char}": code for char, code in _SCAN.items() if char.isdigit()},
}  # fmt: skip


def key_event(words: str) -> QKeyEvent:
    """Return the event for a key written in words."""
    kinds = {"repeat": QEvent.Type.KeyPress, "release": QEvent.Type.KeyRelease}
    kind = QEvent.Type.KeyPress
    first, _, rest = words.partition(" ")
    if first in kinds:
        kind, words = kinds[first], rest
    _, _, rest = words.partition(" ")
    typed = ""
    if rest:
        words, _, typed = rest.partition("=")
    *held, name = words.split("+") if not words.endswith("++") else [*words[:-2].split("+"), "+"]
    modifiers, native = Qt.KeyboardModifier.NoModifier, 0
    for each in held:
        modifiers |= _HELD[each][0]
        native |= _HELD[each][1]
    key, scan, text = _of_layout(name, typed) if rest else _of_us(name, held)
    if name.startswith("KP_"):
        modifiers |= Qt.KeyboardModifier.KeypadModifier
    if kind is QEvent.Type.KeyRelease and name in _HELD:
        # X11 tells the state before the event; Qt takes the key itself out of it.
        modifiers |= _HELD[name][0]
    if "Ctrl" in held:
        text = _with_control(text)
    return QKeyEvent(
        kind, int(key), modifiers, scan + _KERNEL_OFFSET, 0, native, text, first == "repeat"
    )


def _of_layout(name: str, typed: str) -> tuple[int, int, str]:
    return ord(typed.upper()) if len(typed.upper()) == 1 else ord(typed), _PLACES[name], typed


def _of_us(name: str, held: list[str]) -> tuple[int, int, str]:
    if name.startswith("KP_"):
        name = name[3:]
        if name in _KEYPAD:
            key, text = _KEYPAD[name]
            return key, 71, text
        key, scan, _ = _NAMED[name]
        return key, scan, ""
    if name in _NAMED:
        key, scan, text = _NAMED[name]
        if name == "Tab" and "Shift" in held:
            return Qt.Key.Key_Backtab, scan, ""
        return key, scan, text
    shifted = "Shift" in held
    if name.isalpha():
        big = shifted != ("CapsLock" in held)
        return ord(name.upper()), _SCAN[name], name.upper() if big else name
    char = _SHIFTED[name] if shifted else name
    return ord(char), _SCAN[name], char


def _with_control(text: str) -> str:
    """Return what X11 makes of a typed character while Control is held."""
    if len(text) == 1 and ("@" <= text <= "~" or text == " "):
        return chr(ord(text) & 0x1F)
    controls = "\0\x1b\x1c\x1d\x1e\x1f\x7f\x1f"
    return dict(zip("2345678/", controls, strict=True)).get(text, text)
