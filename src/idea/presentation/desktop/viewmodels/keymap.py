"""Which chords start which action on this platform."""

import sys
from collections.abc import Mapping, Sequence

from idea.domain.actions.catalogue import CATALOGUE
from idea.domain.actions.keys import Chord, Platform
from idea.domain.actions.overrides import Chords, chosen_keys

_SIGNS = {"Cmd": "⌘", "Ctrl": "⌃", "Alt": "⌥", "Shift": "⇧"}
_QT_ON_MAC = {"Cmd": "Ctrl", "Ctrl": "Meta"}
_QT_KEYS = {"PageUp": "PgUp", "PageDown": "PgDown", "Delete": "Del", "Insert": "Ins"}


class Keymap:
    """The chords of every action on one platform, the first one shown. Main thread only.

    There is one in a window, so that everybody who shows a key shows the one that works.
    """

    def __init__(self, platform: Platform, usual: Chords) -> None:
        self.platform = platform
        self._usual = usual
        self.chords = usual

    def take(self, own: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
        """Use the person's own keys over the usual ones; returns what is wrong with them."""
        found = chosen_keys(self._usual, own)
        self.chords = found.chords
        return found.faults

    def of(self, action_id: str) -> tuple[Chord, ...]:
        """Return the chords of an action."""
        return self.chords.get(action_id, ())

    def usual(self, action_id: str) -> tuple[Chord, ...]:
        """Return the chords that an action has when the person chose none."""
        return self._usual.get(action_id, ())

    def shown(self, action_id: str) -> str:
        """Return the first chord as this platform writes it; empty for none."""
        chords = self.of(action_id)
        return shown_chord(chords[0], self.platform) if chords else ""


def default_keymap(platform: Platform) -> Keymap:
    """Return the catalogue's own keys."""
    return Keymap(platform, {each.id: each.keys.on(platform) for each in CATALOGUE})


def this_platform(name: str = sys.platform) -> Platform:
    """Return the platform the window runs on."""
    if name == "darwin":
        return Platform.MAC
    return Platform.WINDOWS if name == "win32" else Platform.LINUX


def shown_chord(chord: Chord, platform: Platform) -> str:
    """Return a chord as people on a platform write it."""
    if platform is not Platform.MAC:
        return str(chord)
    signs = [sign for name, sign in _SIGNS.items() if name in chord.modifiers]
    return "".join([*reversed(signs), chord.key])


def qt_chord(chord: Chord, platform: Platform) -> str:
    """Return a chord in the spelling of Qt, where Ctrl is the Cmd key on macOS."""
    names = str(chord).removesuffix(f"+{chord.key}").split("+") if chord.modifiers else []
    if platform is Platform.MAC:
        names = [_QT_ON_MAC.get(name, name) for name in names]
    return "+".join([*names, _QT_KEYS.get(chord.key, chord.key)])
