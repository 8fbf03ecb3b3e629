"""Chords: one key with its modifiers, as people write them (`Ctrl+Shift+P`).

`Cmd` and `Ctrl` are the keys with these names, on every platform. What starts an action is a key
sequence: one chord, or two of which the second is pressed after the first (`Ctrl+B %`).
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
_WINDOW_KEYS_WITH_CTRL = _SCALING_KEYS | {"Tab", ",", "Insert"}
_TYPING_KEYS = frozenset({"Space", "Return", "Tab", "Backspace", "Escape"})
_MOST_CHORDS = 2


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
        paging key, for the scrollback; Insert with Shift or Ctrl, which pastes and copies in every
        terminal; and the few keys with Ctrl, or Ctrl+Alt, that never had a terminal encoding.
        """
        if "Cmd" in self.modifiers or {"Ctrl", "Shift"} <= self.modifiers:
            return False
        if self.modifiers == {"Alt", "Shift"}:
            return self.key not in _ARROWS | _PAGING
        if self.modifiers == {"Shift"}:
            return self.key not in _PAGING | {"Insert"}
        if self.modifiers == {"Ctrl"}:
            return self.key not in _WINDOW_KEYS_WITH_CTRL
        if self.modifiers == {"Ctrl", "Alt"}:
            return self.key not in _SCALING_KEYS
        return True

    @property
    def is_typed(self) -> bool:
        """Whether it is needed to write text, so that no window may take it."""
        return not self.modifiers & {"Ctrl", "Alt", "Cmd"} and (
            len(self.key) == 1 or self.key in _TYPING_KEYS
        )


@dataclass(frozen=True, slots=True)
class KeySequence:
    """What is pressed to start an action: one chord, or two, one after the other."""

    first: Chord
    """What the window takes from programs."""
    then: Chord | None = None
    """What is pressed next; None when the first chord is all."""

    @override
    def __str__(self) -> str:
        return str(self.first) if self.then is None else f"{self.first} {self.then}"

    @property
    def chords(self) -> tuple[Chord, ...]:
        """The chords in their order."""
        return (self.first,) if self.then is None else (self.first, self.then)

    def excludes(self, other: "KeySequence") -> bool:
        """Whether both cannot start an action: they are one, or one is the beginning of both."""
        if self.then is None or other.then is None:
            return self.first == other.first
        return self == other


def parse_chord(text: str) -> Chord:
    """Return the chord written as `Ctrl+Shift+P`.

    Raises:
        InvalidError: A modifier or the key is unknown, or a modifier is there twice.
    """
    is_plus = text == "+" or text.endswith("++")
    written, _, key = (text[:-1], "+", "+") if is_plus else text.rpartition("+")
    names = [name for name in written.split("+") if name]
    known_key = key in _NAMED or _is_function_key(key) or (len(key) == 1 and key == key.upper())
    if not known_key or not set(names) <= set(_ORDER) or len(set(names)) != len(names):
        raise InvalidError(f"{text!r} is not a key; write it like Ctrl+Shift+P.")
    return Chord(frozenset(names), key)


def parse_keys(text: str) -> KeySequence:
    """Return the key sequence written as `Ctrl+Shift+P` or as `Ctrl+B %`.

    Raises:
        InvalidError: It is not one or two chords, or one that can never be pressed so.
    """
    words = text.split()
    if not 1 <= len(words) <= _MOST_CHORDS:
        raise InvalidError(f"{text!r} is not a key, nor one after another like Ctrl+B %.")
    first, *rest = map(parse_chord, words)
    then = rest[0] if rest else None
    if then == first:
        raise InvalidError(f"{first} twice gives {first} to the program, so it starts nothing.")
    if then is not None and then == Chord(frozenset(), "Escape"):
        raise InvalidError(f"{text!r} starts nothing, since Escape ends what {first} began.")
    if then is not None and "Shift" in then.modifiers and _is_sign(then.key):
        raise InvalidError(f"{text!r} needs the sign itself as its second key, without Shift.")
    return KeySequence(first, then)


def _is_sign(key: str) -> bool:
    return len(key) == 1 and not key.isalpha()


def _is_function_key(name: str) -> bool:
    return name[:1] == "F" and name[1:].isdigit() and 1 <= int(name[1:]) <= 24
