"""The person's own keys over the usual ones, and what is wrong with them.

Own keys win over usual ones; of two own ones the action listed first in the catalogue wins. A key
that starts an action by itself and one that others follow exclude each other as well.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from idea.domain.actions.catalogue import BY_ID, CATALOGUE
from idea.domain.actions.keys import KeySequence, parse_keys
from idea.domain.errors import InvalidError

type KeysByAction = Mapping[str, tuple[KeySequence, ...]]
"""What starts each action, by its id."""


@dataclass(frozen=True, slots=True)
class ChosenKeys:
    """What results, and a sentence for each thing the person should know."""

    keys: KeysByAction
    faults: tuple[str, ...] = ()


def chosen_keys(usual: KeysByAction, own: Mapping[str, Sequence[str]]) -> ChosenKeys:
    """Return what starts which action; an empty list in `own` takes an action its keys."""
    faults = [f"there is no action {name!r}" for name in own if name not in BY_ID]
    mine: dict[str, tuple[KeySequence, ...]] = {}
    for action in CATALOGUE:
        if action.id in own:
            mine[action.id] = tuple(dict.fromkeys(_readable(action.id, own[action.id], faults)))
    owners = _owners(mine, faults)
    merged: dict[str, tuple[KeySequence, ...]] = {}
    lost: dict[str, list[str]] = {}
    for action in CATALOGUE:
        keys = mine.get(action.id, usual.get(action.id, ()))
        if action.id in mine:
            kept = tuple(one for one in keys if owners.get(one) == action.id)
        else:
            kept = tuple(one for one in keys if not _taker(one, owners))
            if keys and not kept:
                lost.setdefault(_taker(keys[0], owners), []).append(action.title)
        merged[action.id] = kept
    for taker, titles in lost.items():
        whose = f" and {len(titles) - 1} more lost their keys" if titles[1:] else " lost its key"
        faults.append(f"“{titles[0]}”{whose} to {taker}")
    return ChosenKeys(merged, tuple(faults))


def checked_keys(texts: Sequence[str]) -> tuple[str, ...]:
    """Return keys that somebody wants to give to an action, each once.

    Raises:
        InvalidError: One of them is no key, or is needed to write text.
    """
    found = dict.fromkeys(parse_keys(text) for text in texts)
    for keys in found:
        if keys.first.is_typed:
            raise InvalidError(f"{keys.first} is what people type, so it stays with programs.")
    return tuple(map(str, found))


def faults_in_one_sentence(file: str, faults: Sequence[str]) -> str:
    """Return one sentence about all faults of a file; empty for none."""
    if not faults:
        return ""
    more = f", and {len(faults) - 1} more" if len(faults) > 1 else ""
    return f"{file}: {faults[0].rstrip('.')}{more}."


def _owners(mine: KeysByAction, faults: list[str]) -> dict[KeySequence, str]:
    """Return whose each own key is; two that exclude each other are a fault."""
    owners: dict[KeySequence, str] = {}
    for name, found in mine.items():
        for keys in found:
            before = _taker(keys, owners)
            if not before:
                owners[keys] = name
            elif keys in owners:
                faults.append(f"{keys} is given to {before} and to {name}")
            elif keys.then is None:
                faults.append(f"{keys} begins a key of {before}, so it cannot start {name} alone")
            else:
                faults.append(f"{keys.first} starts {before}, so {keys} cannot start {name}")
    return owners


def _taker(keys: KeySequence, owners: Mapping[KeySequence, str]) -> str:
    """Return which action has a key that excludes this one; empty for none."""
    return next((name for one, name in owners.items() if one.excludes(keys)), "")


def _readable(name: str, texts: Sequence[str], faults: list[str]) -> list[KeySequence]:
    found: list[KeySequence] = []
    for text in texts:
        try:
            keys = parse_keys(text)
        except InvalidError as error:
            faults.append(f"{name}: {error.sentence}")
            continue
        if keys.first.is_typed:
            faults.append(f"{name}: {keys.first} is what people type, so it stays with programs")
        else:
            found.append(keys)
    return found
