"""The person's own keys over the usual ones, and what is wrong with them.

Own keys win over usual ones; of two own ones the action listed first in the catalogue wins.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from idea.domain.actions.catalogue import BY_ID, CATALOGUE
from idea.domain.actions.keys import Chord, parse_chord
from idea.domain.errors import InvalidError

type Chords = Mapping[str, tuple[Chord, ...]]
"""Chords by action id."""


@dataclass(frozen=True, slots=True)
class ChosenKeys:
    """What results, and a sentence for each thing the person should know."""

    chords: Chords
    faults: tuple[str, ...] = ()


def chosen_keys(usual: Chords, own: Mapping[str, Sequence[str]]) -> ChosenKeys:
    """Return which chords start which action; an empty list in `own` takes an action its keys."""
    faults = [f"there is no action {name!r}" for name in own if name not in BY_ID]
    mine: dict[str, tuple[Chord, ...]] = {}
    for action in CATALOGUE:
        if action.id in own:
            mine[action.id] = tuple(_readable(action.id, own[action.id], faults))
    owners: dict[Chord, str] = {}
    for name, chords in mine.items():
        for chord in chords:
            if chord in owners:
                faults.append(f"{chord} is given to {owners[chord]} and to {name}")
            owners.setdefault(chord, name)
    merged: dict[str, tuple[Chord, ...]] = {}
    for action in CATALOGUE:
        chords = mine.get(action.id, usual.get(action.id, ()))
        kept = tuple(chord for chord in chords if owners.get(chord, action.id) == action.id)
        if action.id not in mine and chords and not kept:
            faults.append(f"“{action.title}” lost its key to {owners[chords[0]]}")
        merged[action.id] = kept
    return ChosenKeys(merged, tuple(faults))


def checked_keys(texts: Sequence[str]) -> tuple[str, ...]:
    """Return keys that somebody wants to give to an action, each once.

    Raises:
        InvalidError: One of them is no key, or is needed to write text.
    """
    chords = dict.fromkeys(parse_chord(text) for text in texts)
    for chord in chords:
        if is_typed(chord):
            raise InvalidError(f"{chord} is what people type, so it stays with programs.")
    return tuple(map(str, chords))


def faults_in_one_sentence(file: str, faults: Sequence[str]) -> str:
    """Return one sentence about all faults of a file; empty for none."""
    if not faults:
        return ""
    more = f", and {len(faults) - 1} more" if len(faults) > 1 else ""
    return f"{file}: {faults[0].rstrip('.')}{more}."


def _readable(name: str, texts: Sequence[str], faults: list[str]) -> list[Chord]:
    chords: list[Chord] = []
    for text in texts:
        try:
            chord = parse_chord(text)
        except InvalidError as error:
            faults.append(f"{name}: {error.sentence}")
            continue
        if is_typed(chord):
            faults.append(f"{name}: {chord} is what people type, so it stays with programs")
        else:
            chords.append(chord)
    return chords


def is_typed(chord: Chord) -> bool:
    """Whether a chord is needed to write text, which no window may take."""
    return not chord.modifiers & {"Ctrl", "Alt", "Cmd"} and (
        len(chord.key) == 1 or chord.key in {"Space", "Return", "Tab", "Backspace", "Escape"}
    )
