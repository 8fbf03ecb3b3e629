"""What the page of keys shows: every action with its keys, and what giving another one changes."""

from collections.abc import Sequence
from dataclasses import dataclass

from idea.application.settings.set_keys import KeysChange
from idea.domain.actions.catalogue import BY_ID, CATALOGUE
from idea.domain.actions.keys import Chord
from idea.domain.actions.overrides import is_typed
from idea.presentation.desktop.viewmodels.keymap import Keymap, shown_chord


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyRow:
    """One action."""

    id: str
    title: str
    sentence: str
    keys: tuple[str, ...]
    """As the platform writes them, the first one shown everywhere."""
    note: str = ""
    """What the person changed; empty for nothing."""

    @property
    def spoken(self) -> str:
        """The row for those who do not see it."""
        keys = " or ".join(self.keys) or "no key"
        return ", ".join(filter(None, (self.title, keys, self.note)))


def key_rows(keymap: Keymap, query: str = "", pressed: Chord | None = None) -> tuple[KeyRow, ...]:
    """Return the actions whose words or keys match; with a chord, those that it starts."""
    rows = (_row(keymap, action) for action in BY_ID if pressed in {None, *keymap.of(action)})
    return tuple(row for row in rows if _matches(row, query))


def changed_count(keymap: Keymap) -> int:
    """Return how many actions do not have their usual keys."""
    return sum(keymap.of(each.id) != keymap.usual(each.id) for each in CATALOGUE)


def owners(keymap: Keymap, action: str, chord: Chord) -> tuple[str, ...]:
    """Return the other actions that a chord starts now."""
    return tuple(each for each in BY_ID if each != action and chord in keymap.of(each))


def refusal(keymap: Keymap, chord: Chord) -> str:
    """Return why a chord cannot start an action; empty when it can."""
    if not is_typed(chord):
        return ""
    return f"{shown_chord(chord, keymap.platform)} is what people type, so it stays with programs."


def warning(keymap: Keymap, action: str, chord: Chord) -> str:
    """Return what giving a chord to an action costs; empty for nothing."""
    if chord in keymap.of(action):
        return ""
    shown = shown_chord(chord, keymap.platform)
    said = [f"{shown} is the key of “{BY_ID[one].title}”." for one in owners(keymap, action, chord)]
    if chord.belongs_to_program:
        said.append(f"Programs in cells would get {shown} no more.")
    return " ".join(said)


def given(keymap: Keymap, action: str, chord: Chord) -> tuple[KeysChange, ...]:
    """Return what to change so that a chord starts an action, and no other one."""
    others = (
        KeysChange(action=each, keys=_without(keymap.of(each), chord))
        for each in owners(keymap, action, chord)
    )
    return (KeysChange(action=action, keys=(str(chord),)), *others)


def taken(action: str) -> tuple[KeysChange, ...]:
    """Return what to change so that an action has no key."""
    return (KeysChange(action=action, keys=()),)


def given_back(keymap: Keymap, actions: Sequence[str]) -> tuple[KeysChange, ...]:
    """Return what to change so that actions have their usual keys, and no others have these."""
    changes = {action: KeysChange(action=action, keys=None) for action in actions}
    usual = {chord for action in actions for chord in keymap.usual(action)}
    for each in CATALOGUE:
        kept = tuple(str(chord) for chord in keymap.of(each.id) if chord not in usual)
        if each.id not in changes and len(kept) < len(keymap.of(each.id)):
            changes[each.id] = KeysChange(action=each.id, keys=kept)
    return tuple(changes.values())


def _without(chords: Sequence[Chord], chord: Chord) -> tuple[str, ...]:
    return tuple(str(one) for one in chords if one != chord)


def _row(keymap: Keymap, action: str) -> KeyRow:
    spec, now, usual = BY_ID[action], keymap.of(action), keymap.usual(action)
    keys = tuple(shown_chord(chord, keymap.platform) for chord in now)
    note = ""
    if now != usual:
        words = " or ".join(shown_chord(chord, keymap.platform) for chord in usual) or "no key"
        note = f"usually {words}"
    return KeyRow(id=action, title=spec.bare_title, sentence=spec.sentence, keys=keys, note=note)


def _matches(row: KeyRow, query: str) -> bool:
    said = " ".join((row.title, row.id, row.sentence, *row.keys)).lower()
    return all(word in said for word in query.lower().split())
