"""Chords: one key with its modifiers, as people write them (`Ctrl+Shift+P`).

`Cmd` and `Ctrl` are the keys with these names, on every platform.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import override

from idea.domain.errors import InvalidError

_ORDER = ("Cmd", "Ctrl", "Alt", "Shift")
_ARROWS = frozenset({"Left", "Right", "Up", "Down"})
_PAGING = frozenset({"PageUp", "PageDown", "Home", "End"})
_NAMED = _ARROWS | _PAGING | {"Tab", "Return", "Escape", "Space", "Insert", "Delete", "Backspace"}
_SCALING_KEYS = frozenset({"+", "=", "-", "0"})
_WINDOW_KEYS_WITH_CTRL = _SCALING_KEYS | {"Tab", ","}


class Platform(StrEnum):
    """Where the window runs, as far as keys differ."""

    LINUX = "linux"
    WINDOWS = "windows"
    MAC = "mac"


@dataclass(frozen=True, slots=True)
class Chord:
    """A key pressed while modifiers are held."""

    modifiers: frozenset[str]
    key: str

    @override
    def __str__(self) -> str:
        held = [name for name in _ORDER if name in self.modifiers]
        return "+".join([*held, self.key])

    @property
    def belongs_to_program(self) -> bool:
        """Whether shells and full-screen programs need this chord, so that the window must not.

        Taken by the window: everything with Cmd; Ctrl+Shift, which a terminal cannot tell from
        Ctrl alone in its classic encoding; Alt+Shift with an arrow or a paging key; Shift with a
        paging key, for the scrollback; and the few keys with Ctrl, or Ctrl+Alt, that never had a
        terminal encoding.
        """
        if "Cmd" in self.modifiers or {"Ctrl", "Shift"} <= self.modifiers:
            return False
        if self.modifiers == {"Alt", "Shift"}:
            return self.key not in _ARROWS | _PAGING
        if self.modifiers == {"Shift"}:
            return self.key not in _PAGING
        if self.modifiers == {"Ctrl"}:
            return self.key not in _WINDOW_KEYS_WITH_CTRL
        if self.modifiers == {"Ctrl", "Alt"}:
            return self.key not in _SCALING_KEYS
        return True


def parse_chord(text: str) -> Chord:
    """Return the chord written as `Ctrl+Shift+P`.

    Raises:
        InvalidError: A modifier or the key is unknown, or a modifier is there twice.
    """
    written, _, key = (text[:-1], "+", "+") if text.endswith("++") else text.rpartition("+")
    names = [name for name in written.split("+") if name]
    known_key = key in _NAMED or _is_function_key(key) or (len(key) == 1 and key == key.upper())
    if not known_key or not set(names) <= set(_ORDER) or len(set(names)) != len(names):
        raise InvalidError(f"{text!r} is not a key; write it like Ctrl+Shift+P.")
    return Chord(frozenset(names), key)


def _is_function_key(name: str) -> bool:
    return name[:1] == "F" and name[1:].isdigit() and 1 <= int(name[1:]) <= 24
