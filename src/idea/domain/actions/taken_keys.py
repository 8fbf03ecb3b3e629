"""What the window takes from the programs in its cells; they get every other key."""

from dataclasses import dataclass
from typing import Final

from idea.domain.actions.keys import Chord
from idea.domain.actions.overrides import KeysByAction

SCROLLING: Final = frozenset(
    {
        "view.scroll_page_up",
        "view.scroll_page_down",
        "view.scroll_to_top",
        "view.scroll_to_bottom",
    }
)
"""Actions whose chords a full-screen program gets all the same, since it has nothing to scroll."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenKey:
    """A chord that no program gets, and why."""

    chord: Chord
    actions: tuple[str, ...]
    """Ids of what it starts, by itself or with a second key."""
    is_leader: bool
    """Whether it starts nothing alone; pressed twice, the program gets it once."""

    @property
    def is_missed(self) -> bool:
        """Whether shells and full-screen programs have a use for it."""
        return self.chord.belongs_to_program


def taken_keys(keys: KeysByAction) -> tuple[TakenKey, ...]:
    """Return every chord that the window takes, in the order of the catalogue."""
    starts: dict[Chord, list[str]] = {}
    leaders: set[Chord] = set()
    for action, sequences in keys.items():
        for one in sequences:
            owners = starts.setdefault(one.first, [])
            if action not in owners:
                owners.append(action)
            if one.then is not None:
                leaders.add(one.first)
    return tuple(
        TakenKey(chord=chord, actions=tuple(actions), is_leader=chord in leaders)
        for chord, actions in starts.items()
    )


def leaders(keys: KeysByAction) -> frozenset[Chord]:
    """Return the chords after which a second one is pressed."""
    return frozenset(each.chord for each in taken_keys(keys) if each.is_leader)


def following(keys: KeysByAction, leader: Chord) -> dict[Chord, str]:
    """Return which action each key starts that is pressed after a leader, by catalogue order."""
    return {
        one.then: action
        for action, sequences in keys.items()
        for one in sequences
        if one.first == leader and one.then is not None
    }
