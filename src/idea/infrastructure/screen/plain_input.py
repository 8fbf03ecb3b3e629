"""Encodes keys and mouse the way xterm does without extensions, for cores without an encoder.

Source: https://invisible-island.net/xterm/ctlseqs/ctlseqs.html (PC-style function keys).
"""

from types import MappingProxyType
from typing import override

from idea.domain.ports.terminal_core import MouseFormat, MouseTracking
from idea.domain.ports.terminal_input import (
    InputEncoder,
    InputEncoderFactory,
    KeyAction,
    KeyPress,
    Modifiers,
    MouseAction,
    MouseButton,
    MouseEvent,
)
from idea.infrastructure.screen.encoding import SharedEncoder, typed_text

_LETTER_KEYS = MappingProxyType({
    "ArrowUp": "A", "ArrowDown": "B", "ArrowRight": "C", "ArrowLeft": "D", "Clear": "E",
    "Home": "H", "End": "F",
})  # fmt: skip
_F1_TO_F4 = MappingProxyType({"F1": "P", "F2": "Q", "F3": "R", "F4": "S"})
_NUMBER_KEYS = MappingProxyType({
    "Insert": 2, "Delete": 3, "PageUp": 5, "PageDown": 6, "F5": 15, "F6": 17, "F7": 18, "F8": 19,
    "F9": 20, "F10": 21, "F11": 23, "F12": 24, "F13": 25, "F14": 26, "F15": 28, "F16": 29,
    "F17": 31, "F18": 32, "F19": 33, "F20": 34, "ContextMenu": 29,
})  # fmt: skip
_KEYPAD_LETTERS = MappingProxyType({
    "Enter": "M", "=": "X", "*": "j", "+": "k", ",": "l", "-": "m", "/": "o",
})  # fmt: skip
_OTHER_CODES = MappingProxyType({"Enter": 13, "Tab": 9, "Escape": 27, "Backspace": 127})
_CONTROL_CODES = MappingProxyType({
    " ": 0, "2": 0, "@": 0, "3": 27, "4": 28, "5": 29, "6": 30, "7": 31, "8": 127, "/": 31,
    "?": 127, "~": 30,
})  # fmt: skip
_BUTTON_CODES = MappingProxyType({
    MouseButton.LEFT: 0, MouseButton.MIDDLE: 1, MouseButton.RIGHT: 2, MouseButton.NONE: 3,
    MouseButton.WHEEL_UP: 64, MouseButton.WHEEL_DOWN: 65, MouseButton.WHEEL_LEFT: 66,
    MouseButton.WHEEL_RIGHT: 67, MouseButton.BACK: 128, MouseButton.FORWARD: 129,
})  # fmt: skip
_LARGEST_BYTE_PLACE = 223
_LARGEST_UTF8_PLACE = 2015


class PlainInputEncoder(SharedEncoder):
    """Legacy keys, application modes and modifyOtherKeys; all mouse formats."""

    def __init__(self) -> None:
        """Encode for a fresh terminal."""
        super().__init__()
        self._last_motion: tuple[MouseButton, int, int] | None = None

    @override
    def key(self, press: KeyPress) -> bytes:
        if press.action is KeyAction.RELEASE:
            return b""
        return self._special(press) or self._typed(press)

    def _special(self, press: KeyPress) -> bytes:
        """Encode a key that types nothing; empty for one that types."""
        code = _modifier_code(press.modifiers)
        if press.key in _LETTER_KEYS:
            letter = _LETTER_KEYS[press.key]
            if code > 1:
                return f"\x1b[1;{code}{letter}".encode()
            return f"\x1b{'O' if self._modes.application_cursor else '['}{letter}".encode()
        if press.key in _F1_TO_F4:
            letter = _F1_TO_F4[press.key]
            return (f"\x1b[1;{code}{letter}" if code > 1 else f"\x1bO{letter}").encode()
        if press.key in _NUMBER_KEYS:
            number = _NUMBER_KEYS[press.key]
            return (f"\x1b[{number};{code}~" if code > 1 else f"\x1b[{number}~").encode()
        # Digits and the point are not here: they type only while NumLock is on.
        applies = press.keypad and self._modes.application_keypad and code == 1
        if applies and press.key in _KEYPAD_LETTERS and Modifiers.NUM_LOCK not in press.modifiers:
            return f"\x1bO{_KEYPAD_LETTERS[press.key]}".encode()
        return b""

    def _typed(self, press: KeyPress) -> bytes:
        if press.key not in _OTHER_CODES and not (typed_text(press) or len(press.key) == 1):
            return b""
        held = press.modifiers & (Modifiers.SHIFT | Modifiers.ALT | Modifiers.CONTROL)
        if self._is_told(press, held):
            code = _OTHER_CODES.get(press.key) or ord((typed_text(press) or press.key)[0])
            modifiers = _modifier_code(held)
            if self._modes.format_other_keys == 1:
                return f"\x1b[{code};{modifiers}u".encode()
            return f"\x1b[27;{modifiers};{code}~".encode()
        data = self._plain(press)
        if Modifiers.ALT in held and data:
            return b"\x1b" + data if self._modes.alt_sends_escape else data
        return data

    def _is_told(self, press: KeyPress, held: Modifiers) -> bool:
        """Whether the level of modifyOtherKeys tells of this press by a sequence."""
        match self._modes.modify_other_keys:
            case 1:
                return self._is_unspoken(press, held)
            case 2:
                return self._is_other(press, held)
            case _:
                return False

    def _is_unspoken(self, press: KeyPress, held: Modifiers) -> bool:
        """Whether level 1 reports this press: modified, and without a code of its own."""
        if self._modes.alt_sends_escape:
            held &= ~Modifiers.ALT  # An ESC before the rest says it already.
        if press.key in {"Enter", "Tab"}:
            is_back_tab = press.key == "Tab" and Modifiers.SHIFT in held
            return bool(held) and not is_back_tab
        if press.key in _OTHER_CODES:
            return Modifiers.ALT in held
        char = (typed_text(press) or press.key)[0]
        if "@" <= char <= "~" or (Modifiers.CONTROL in held and char in " /2345678"):
            return Modifiers.ALT in held
        return bool(held & (Modifiers.CONTROL | Modifiers.ALT))

    def _is_other(self, press: KeyPress, held: Modifiers) -> bool:
        """Whether level 2 reports this press: modified, and not just by Shift to type."""
        if press.key == "Tab" and held == Modifiers.SHIFT:
            return False  # It has a code of its own in a real xterm; vim takes the other for Tab.
        if press.key in _OTHER_CODES or press.key == " ":
            return bool(held)
        return bool(held & (Modifiers.CONTROL | Modifiers.ALT))

    def _plain(self, press: KeyPress) -> bytes:
        control = Modifiers.CONTROL in press.modifiers
        match press.key:
            case "Enter":
                return b"\r"
            case "Tab":
                return b"\x1b[Z" if Modifiers.SHIFT in press.modifiers else b"\t"
            case "Escape":
                return b"\x1b"
            case "Backspace":
                return b"\b" if control != self._modes.backarrow_sends_backspace else b"\x7f"
            case _ if control:
                return _controlled(press)
            case _:
                text = typed_text(press) or (press.key if Modifiers.ALT in press.modifiers else "")
                return text.encode(errors="replace")

    @override
    def mouse(self, event: MouseEvent) -> bytes:
        if not self._is_tracked(event):
            return b""
        code = _BUTTON_CODES[event.button]
        is_release = event.action is MouseAction.RELEASE
        form = self._modes.mouse_format
        if is_release and form not in {MouseFormat.SGR, MouseFormat.SGR_PIXELS}:
            code = 3
        if event.action is MouseAction.MOTION:
            code += 32
        if self._modes.mouse_tracking is not MouseTracking.X10:
            held = event.modifiers
            code += 4 * (Modifiers.SHIFT in held) + 8 * (Modifiers.ALT in held)
            code += 16 * (Modifiers.CONTROL in held)
        return _mouse_report(form, code, event, is_release=is_release)

    def _is_tracked(self, event: MouseEvent) -> bool:
        tracking = self._modes.mouse_tracking
        if event.action is MouseAction.MOTION:
            return self._is_new_motion(event) and (
                tracking is MouseTracking.ANY
                or (tracking is MouseTracking.BUTTON and event.button is not MouseButton.NONE)
            )
        self._last_motion = None
        if tracking is MouseTracking.X10:
            return event.action is MouseAction.PRESS and _BUTTON_CODES[event.button] <= 2
        return tracking is not MouseTracking.NONE

    def _is_new_motion(self, event: MouseEvent) -> bool:
        """Whether the mouse reached another cell, or pixel where pixels are told."""
        in_pixels = self._modes.mouse_format is MouseFormat.SGR_PIXELS
        place = (event.x, event.y) if in_pixels else (event.row, event.column)
        motion = (event.button, *place)
        is_new, self._last_motion = motion != self._last_motion, motion
        return is_new


class PlainInputEncoderFactory(InputEncoderFactory):
    """Makes encoders that need no library."""

    @override
    def create_encoder(self) -> InputEncoder:
        return PlainInputEncoder()


def _modifier_code(modifiers: Modifiers) -> int:
    bits = ((Modifiers.SHIFT, 1), (Modifiers.ALT, 2), (Modifiers.CONTROL, 4), (Modifiers.META, 8))
    return 1 + sum(bit for modifier, bit in bits if modifier in modifiers)


def _controlled(press: KeyPress) -> bytes:
    """Return what Control makes of a key; of a letter that is not Latin, what its place says."""
    latin = "" if press.key.isascii() else press.us_key
    for char in (typed_text(press)[:1], press.key, latin):
        if len(char) == 1 and "@" <= char.upper() <= "_":
            return bytes([ord(char.upper()) & 0x1F])
        if char in _CONTROL_CODES:
            return bytes([_CONTROL_CODES[char]])
    return typed_text(press).encode(errors="replace")


def _mouse_report(form: MouseFormat, code: int, event: MouseEvent, *, is_release: bool) -> bytes:
    column, row = event.column + 1, event.row + 1
    if form is MouseFormat.SGR_PIXELS:
        column, row = event.x, event.y
    if form in {MouseFormat.SGR, MouseFormat.SGR_PIXELS}:
        return f"\x1b[<{code};{column};{row}{'m' if is_release else 'M'}".encode()
    if form is MouseFormat.URXVT:
        return f"\x1b[{code + 32};{column};{row}M".encode()
    wide = form is MouseFormat.UTF8
    if max(column, row) > (_LARGEST_UTF8_PLACE if wide else _LARGEST_BYTE_PLACE):
        return b""
    text = "".join(chr(part + 32) for part in (code, column, row))
    return b"\x1b[M" + text.encode("utf-8" if wide else "latin-1")
