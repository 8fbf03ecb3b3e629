"""Encodes keys with libghostty-vt where a program asked for kitty's keyboard protocol.

Without it, keys go out as xterm sends them: the library's own legacy encoding writes sequences
for Shift+Enter and the like that shells print as garbage.

An encoder is used on the GUI thread; it has its own native objects and never touches a terminal.
"""

import re
import string
from typing import Any, override

from idea.domain.ports.terminal_input import (
    InputEncoder,
    InputEncoderFactory,
    KeyAction,
    KeyPress,
    Modifiers,
)
from idea.infrastructure.screen.encoding import typed_text
from idea.infrastructure.screen.ghostty.abi import Abi, load
from idea.infrastructure.screen.plain_input import PlainInputEncoder

_LONGEST = 256
_MODIFIERS = (
    (Modifiers.SHIFT, 1),
    (Modifiers.CONTROL, 2),
    (Modifiers.ALT, 4),
    (Modifiers.META, 8),
    (Modifiers.CAPS_LOCK, 16),
    (Modifiers.NUM_LOCK, 32),
)
"""Bits of `GhosttyMods`, macros that the declarations do not carry."""

_NAMED = {
    "Enter": "ENTER", "Tab": "TAB", "Backspace": "BACKSPACE", "Escape": "ESCAPE",
    "Delete": "DELETE", "Insert": "INSERT", "Home": "HOME", "End": "END",
    "PageUp": "PAGE_UP", "PageDown": "PAGE_DOWN", "ArrowUp": "ARROW_UP",
    "ArrowDown": "ARROW_DOWN", "ArrowLeft": "ARROW_LEFT", "ArrowRight": "ARROW_RIGHT",
    "ContextMenu": "CONTEXT_MENU", "PrintScreen": "PRINT_SCREEN", "Pause": "PAUSE",
    "CapsLock": "CAPS_LOCK", "NumLock": "NUM_LOCK", "ScrollLock": "SCROLL_LOCK",
    "Shift": "SHIFT_LEFT", "Control": "CONTROL_LEFT", "Alt": "ALT_LEFT", "Meta": "META_LEFT",
    "AltGraph": "ALT_RIGHT", "Help": "HELP", " ": "SPACE", "`": "BACKQUOTE",
    "\\": "BACKSLASH", "[": "BRACKET_LEFT", "]": "BRACKET_RIGHT", ",": "COMMA", "=": "EQUAL",
    "-": "MINUS", ".": "PERIOD", "'": "QUOTE", ";": "SEMICOLON", "/": "SLASH",
    **{f"F{number}": f"F{number}" for number in range(1, 26)},
    **{letter: letter.upper() for letter in string.ascii_lowercase},
    **{digit: f"DIGIT_{digit}" for digit in string.digits},
}  # fmt: skip
_KEYPAD = {
    "Enter": "ENTER", "+": "ADD", "-": "SUBTRACT", "*": "MULTIPLY", "/": "DIVIDE",
    ".": "DECIMAL", ",": "COMMA", "=": "EQUAL", "ArrowUp": "UP", "ArrowDown": "DOWN",
    "ArrowLeft": "LEFT", "ArrowRight": "RIGHT", "Home": "HOME", "End": "END",
    "PageUp": "PAGE_UP", "PageDown": "PAGE_DOWN", "Insert": "INSERT", "Delete": "DELETE",
    "Clear": "BEGIN", "Backspace": "BACKSPACE", **{digit: digit for digit in string.digits},
}  # fmt: skip


_MODIFIER_PLACES = frozenset({"Shift", "Control", "Alt", "Meta"})
_REPORT_EVENTS = 2
_KITTY_BITS = (Modifiers.SHIFT, Modifiers.ALT, Modifiers.CONTROL, Modifiers.META)
_NOT_IN_LIBRARY = {"ContextMenu": 57363}
"""Keys the library has no code of kitty's for."""


class GhosttyInputEncoder(PlainInputEncoder):
    """Kitty's keyboard protocol by the library, everything else as xterm does it."""

    def __init__(self, abi: Abi) -> None:
        """Encode for a fresh terminal."""
        super().__init__()
        self._abi = abi
        ffi, lib = abi.ffi, abi.lib
        self._encoder, self._event = ffi.new("GhosttyKeyEncoder *"), ffi.new("GhosttyKeyEvent *")
        abi.check(lib.ghostty_key_encoder_new(ffi.NULL, self._encoder), "make a key encoder")
        abi.check(lib.ghostty_key_event_new(ffi.NULL, self._event), "make a key event")
        self._buffer = ffi.new("char[]", _LONGEST)
        self._length = ffi.new("size_t *")

    def __del__(self) -> None:
        lib = self._abi.lib
        lib.ghostty_key_event_free(self._event[0])
        lib.ghostty_key_encoder_free(self._encoder[0])

    @override
    def _modes_changed(self) -> None:
        lib, modes = self._abi.lib, self._modes
        for name, value in (
            ("CURSOR_KEY_APPLICATION", modes.application_cursor),
            ("KEYPAD_KEY_APPLICATION", modes.application_keypad),
            ("IGNORE_KEYPAD_WITH_NUMLOCK", True),
            ("ALT_ESC_PREFIX", modes.alt_sends_escape),
            ("KITTY_FLAGS", modes.kitty_keyboard),
            ("BACKARROW_KEY_MODE", modes.backarrow_sends_backspace),
        ):
            option = getattr(lib, f"GHOSTTY_KEY_ENCODER_OPT_{name}")
            flag = self._abi.ffi.new("uint64_t *", int(value))
            lib.ghostty_key_encoder_setopt(self._encoder[0], option, flag)

    @override
    def key(self, press: KeyPress) -> bytes:
        if not self._modes.kitty_keyboard:
            return super().key(press)
        lib, event = self._abi.lib, self._event[0]
        text = typed_text(press)
        if press.key in _NOT_IN_LIBRARY:
            return self._by_number(_NOT_IN_LIBRARY[press.key], press)
        # Also where Shift changed nothing: a space typed with it is a space.
        consumed = press.modifiers & Modifiers.SHIFT if text else Modifiers.NONE
        lib.ghostty_key_event_set_action(event, _action(lib, press.action))
        lib.ghostty_key_event_set_key(event, self._key_code(press))
        lib.ghostty_key_event_set_mods(event, _bits(press.modifiers))
        lib.ghostty_key_event_set_consumed_mods(event, _bits(consumed))
        code = ord(press.key.lower()[0]) if len(press.key) == 1 else 0
        lib.ghostty_key_event_set_unshifted_codepoint(event, code)
        # The event borrows the text, so it lives until the encoding is done.
        data = text.encode(errors="replace")
        borrowed = self._abi.ffi.from_buffer(data)
        lib.ghostty_key_event_set_utf8(event, borrowed, len(data))
        self._length[0] = 0
        encoder = self._encoder[0]
        if lib.ghostty_key_encoder_encode(encoder, event, self._buffer, _LONGEST, self._length):
            return b""
        return bytes(self._abi.ffi.buffer(self._buffer, self._length[0]))

    def _by_number(self, number: int, press: KeyPress) -> bytes:
        flags = self._modes.kitty_keyboard
        if press.action is KeyAction.RELEASE and not flags & _REPORT_EVENTS:
            return b""
        held = (1 << at for at, one in enumerate(_KITTY_BITS) if one in press.modifiers)
        modifiers = str(1 + sum(held))
        if press.action is not KeyAction.PRESS and flags & _REPORT_EVENTS:
            modifiers += ":2" if press.action is KeyAction.REPEAT else ":3"
        return (f"\x1b[{number}u" if modifiers == "1" else f"\x1b[{number};{modifiers}u").encode()

    def _key_code(self, press: KeyPress) -> int:
        """Return the library's key: the one at this place where it types or is one of two."""
        if press.keypad and press.key in _KEYPAD:
            name = f"NUMPAD_{_KEYPAD[press.key]}"
        elif press.place and (len(press.key) == 1 or press.key in _MODIFIER_PLACES):
            words = press.place.removeprefix("Key")
            name = re.sub(r"(?<=[a-z])(?=[A-Z0-9])", "_", words).upper()
        else:
            key = press.key.lower() if len(press.key) == 1 else press.key
            name = _NAMED.get(key, "UNIDENTIFIED")
        return int(getattr(self._abi.lib, f"GHOSTTY_KEY_{name}"))


class GhosttyInputEncoderFactory(InputEncoderFactory):
    """Makes encoders of the installed wheel."""

    def __init__(self) -> None:
        """Load the library.

        Raises:
            ProcessError: No wheel is installed here.
        """
        self._abi = load()

    @override
    def create_encoder(self) -> InputEncoder:
        return GhosttyInputEncoder(self._abi)


def _bits(modifiers: Modifiers) -> int:
    return sum(bit for modifier, bit in _MODIFIERS if modifier in modifiers)


def _action(lib: Any, action: KeyAction) -> int:
    return int(getattr(lib, f"GHOSTTY_KEY_ACTION_{action.name}"))
