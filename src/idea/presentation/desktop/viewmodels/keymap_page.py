"""What the page of keys shows: every action with its keys, and what giving another one changes."""

from collections.abc import Sequence
from dataclasses import dataclass

from idea.application.settings.set_keys import KeysChange
from idea.domain.actions.catalogue import BY_ID, CATALOGUE
from idea.domain.actions.keys import Chord, KeySequence
from idea.domain.actions.overrides import checked_keys
from idea.domain.actions.taken_keys import taken_keys
from idea.domain.errors import InvalidError
from idea.presentation.desktop.viewmodels.keymap import Keymap, shown_chord, shown_keys


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
    """Return the actions whose words or keys match; with a chord, those it is for."""
    rows = (
        _row(keymap, action)
        for action in BY_ID
        if pressed in {None, *(keys.first for keys in keymap.of(action))}
    )
    return tuple(row for row in rows if _matches(row, query))


def changed_count(keymap: Keymap) -> int:
    """Return how many actions do not have their usual keys."""
    return sum(keymap.of(each.id) != keymap.usual(each.id) for each in CATALOGUE)


def owners(keymap: Keymap, action: str, keys: KeySequence) -> tuple[str, ...]:
    """Return the other actions that could not keep one of their keys beside these."""
    return tuple(
        each
        for each in BY_ID
        if each != action and any(keys.excludes(one) for one in keymap.of(each))
    )


def refusal(keymap: Keymap, keys: KeySequence) -> str:
    """Return why keys cannot start an action; empty when they can."""
    try:
        checked_keys([str(keys)])
    except InvalidError as error:
        return error.sentence.replace(str(keys.first), shown_chord(keys.first, keymap.platform))
    return ""


def warning(keymap: Keymap, action: str, keys: KeySequence) -> str:
    """Return what giving keys to an action costs; empty for nothing."""
    if keys in keymap.of(action):
        return ""
    first = shown_chord(keys.first, keymap.platform)
    said = []
    found = owners(keymap, action, keys)
    if keys.then is None and keys.first in keymap.leaders:
        said.append(f"{first} begins the keys of {_named(found)}.")
    elif found:
        whole = shown_keys(keys, keymap.platform)
        shown = whole if keys.first in keymap.leaders else first
        said.append(f"{shown} is the key of {_named(found)}.")
    if keys.first.belongs_to_program and keys.first not in keymap.leaders:
        when = "no more" if keys.then is None else "only when it is pressed twice"
        said.append(f"Programs in cells would get {first} {when}.")
    return " ".join(said)


def given(keymap: Keymap, action: str, keys: KeySequence) -> tuple[KeysChange, ...]:
    """Return what to change so that keys start an action, and no other one."""
    others = (
        KeysChange(action=each, keys=_beside(keymap.of(each), [keys]))
        for each in owners(keymap, action, keys)
    )
    return (KeysChange(action=action, keys=(str(keys),)), *others)


def taken_words(keymap: Keymap) -> str:
    """Return how many keys programs do not get, and which of them they have a use for."""
    found = taken_keys(keymap.keys)
    missed = [each for each in found if each.is_missed]
    said = [f"The window takes {len(found)} keys; programs in cells get every other one."]
    if missed:
        names = [shown_chord(each.chord, keymap.platform) for each in missed]
        said.append(f"Shells and programs have a use for {', '.join(names)}.")
    else:
        said.append("They have a use for none of those.")
    return " ".join(said)


def leader_words(keymap: Keymap) -> str:
    """Return what the preset's leader is and costs; empty for a preset without one."""
    if keymap.leader is None:
        return ""
    leader = shown_chord(keymap.leader, keymap.platform)
    return (
        f"{leader} is the leader: press it, then the second key. "
        f"Programs get {leader} only when it is pressed twice."
    )


def taken(action: str) -> tuple[KeysChange, ...]:
    """Return what to change so that an action has no key."""
    return (KeysChange(action=action, keys=()),)


def given_back(keymap: Keymap, actions: Sequence[str]) -> tuple[KeysChange, ...]:
    """Return what to change so that actions have their usual keys, and no others have these."""
    changes = {action: KeysChange(action=action, keys=None) for action in actions}
    usual = [keys for action in actions for keys in keymap.usual(action)]
    for each in CATALOGUE:
        kept = _beside(keymap.of(each.id), usual)
        if each.id not in changes and len(kept) < len(keymap.of(each.id)):
            changes[each.id] = KeysChange(action=each.id, keys=kept)
    return tuple(changes.values())


def _beside(mine: Sequence[KeySequence], theirs: Sequence[KeySequence]) -> tuple[str, ...]:
    """Return those that the others leave possible."""
    return tuple(str(one) for one in mine if not any(one.excludes(other) for other in theirs))


def _named(actions: Sequence[str]) -> str:
    first = f"“{BY_ID[actions[0]].title}”"
    return f"{first} and {len(actions) - 1} more" if len(actions) > 1 else first


def _row(keymap: Keymap, action: str) -> KeyRow:
    spec, now, usual = BY_ID[action], keymap.of(action), keymap.usual(action)
    keys = tuple(shown_keys(one, keymap.platform) for one in now)
    note = ""
    if now != usual:
        words = " or ".join(shown_keys(one, keymap.platform) for one in usual) or "no key"
        note = f"usually {words}"
    return KeyRow(id=action, title=spec.bare_title, sentence=spec.sentence, keys=keys, note=note)


def _matches(row: KeyRow, query: str) -> bool:
    said = " ".join((row.title, row.id, row.sentence, *row.keys)).lower()
    return all(word in said for word in query.lower().split())
