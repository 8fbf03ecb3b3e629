"""Which keys start which action on this platform."""

import sys
from collections.abc import Mapping, Sequence

from idea.domain.actions.key_presets import KeyPreset, leader_of, preset_keys
from idea.domain.actions.keys import Chord, KeySequence, Platform
from idea.domain.actions.overrides import chosen_keys
from idea.domain.actions.taken_keys import leaders

_SIGNS = {"Cmd": "⌘", "Ctrl": "⌃", "Alt": "⌥", "Shift": "⇧"}
_QT_ON_MAC = {"Cmd": "Ctrl", "Ctrl": "Meta"}
_QT_KEYS = {"PageUp": "PgUp", "PageDown": "PgDown", "Delete": "Del", "Insert": "Ins"}


class Keymap:
    """What starts every action on one platform, the first one shown. Main thread only.

    There is one in a window, so that everybody who shows a key shows the one that works.
    """

    def __init__(self, platform: Platform) -> None:
        self.platform = platform
        self.preset = KeyPreset.IDEA
        self.leader: Chord | None = None
        """The leader of the preset; None for one that has none."""
        self._usual = preset_keys(self.preset, platform, None)
        self._own: Mapping[str, Sequence[str]] = {}
        self.keys = self._usual
        self.faults: tuple[str, ...] = ()
        """What is wrong with the person's own keys."""

    def take(self, own: Mapping[str, Sequence[str]]) -> None:
        """Use the person's own keys over the usual ones."""
        self._own = own
        found = chosen_keys(self._usual, own)
        self.keys, self.faults = found.keys, found.faults

    def use_preset(self, preset: str, leader: str) -> None:
        """Use the usual keys of a preset below the person's own.

        What is no preset or no leader, as a newer IdeA may have kept, is passed over.
        """
        wanted = KeyPreset(preset) if preset in set(KeyPreset) else KeyPreset.IDEA
        found = leader_of(wanted, self.platform, leader)
        if (wanted, found) != (self.preset, self.leader):
            self.preset, self.leader = wanted, found
            self._usual = preset_keys(wanted, self.platform, found)
            self.take(self._own)

    @property
    def leaders(self) -> frozenset[Chord]:
        """The chords after which a second one is pressed: the preset's, and the person's own."""
        return leaders(self.keys)

    def of(self, action_id: str) -> tuple[KeySequence, ...]:
        """Return what starts an action."""
        return self.keys.get(action_id, ())

    def usual(self, action_id: str) -> tuple[KeySequence, ...]:
        """Return what starts an action when the person chose nothing."""
        return self._usual.get(action_id, ())

    def shown(self, action_id: str) -> str:
        """Return the first keys as this platform writes them; empty for none."""
        found = self.of(action_id)
        return shown_keys(found[0], self.platform) if found else ""


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


def shown_keys(keys: KeySequence, platform: Platform) -> str:
    """Return keys as people on a platform write them."""
    return " ".join(shown_chord(chord, platform) for chord in keys.chords)


def qt_chord(chord: Chord, platform: Platform) -> str:
    """Return a chord in the spelling of Qt, where Ctrl is the Cmd key on macOS."""
    names = str(chord).removesuffix(f"+{chord.key}").split("+") if chord.modifiers else []
    if platform is Platform.MAC:
        names = [_QT_ON_MAC.get(name, name) for name in names]
    return "+".join([*names, _QT_KEYS.get(chord.key, chord.key)])
