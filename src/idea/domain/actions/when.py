"""When an action can be used: a small expression over named facts, parsed once.

Grammar: `not` binds tightest, then `and`, then `or`; parentheses group. A fact is a dotted name.
"""

import re
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from idea.domain.errors import InvalidError

FACTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "project.open": "no project is open",
        "project.several": "there is only one tab",
        "window.several": "there is only one window",
        "engine.stopped": "the engine runs already, or is on its way",
        "cell.focused": "no cell has the keyboard",
        "cell.empty": "the cell shows a session",
        "cell.several": "there is only one cell",
        "cell.zoomed": "no cell is shown alone",
        "cell.in_grid": "the cell has a window of its own",
        "cell.popped_out": "the cell is in its grid",
        "cell.spans": "the cell is not a merged one",
        "range.selected": "no range is selected; click another cell's header with Shift held",
        "range.spans": "no cell of the range is merged",
        "broadcast.on": "no cells are typed into together",
        "session.shown": "the cell shows no session",
        "session.live": "nothing runs in the cell",
        "cell.any_ended": "no cell shows an ended program",
        "session.ended": "the cell shows no ended program",
        "session.adoptable": "no AI program that was typed into a shell is in the cell",
        "agent.shown": "the cell shows no agent",
        "agent.rests": "the agent of the cell runs; stop it first",
        "template.behind": "every agent is up to date with its template",
        "skill.deleted": "no deleted skill is in the trash",
        "template.deleted": "no deleted template is in the trash",
        "recipe.deleted": "no deleted recipe is in the trash",
        "profile.brought": "no engine that came with this project waits for your agreement",
        "profile.found": "no engine was found on this machine",
        "profile.own": "you have no engines of your own",
        "page.shown": "the grid is shown already",
        "session.background": "no session is in the background",
        "layout.can_undo": "no change of the grid is left to undo",
        "layout.can_redo": "no change of the grid was taken back",
        "layout.can_reopen": "no closed cell is left to open again",
    }
)
"""Every fact the window states about itself, with what a person reads where it lacks."""

_TOKEN = re.compile(r"\s*(\(|\)|[a-z_.]+)")


@dataclass(frozen=True, slots=True)
class Fact:
    """True when the window states the fact."""

    name: str


@dataclass(frozen=True, slots=True)
class Not:
    """True when the condition is not."""

    condition: "Condition"


@dataclass(frozen=True, slots=True)
class All:
    """True when every condition is; with none, always."""

    conditions: tuple["Condition", ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """True when one condition is."""

    conditions: tuple["Condition", ...]


type Condition = Fact | Not | All | AnyOf

ALWAYS: Condition = All(())


def holds(condition: Condition, facts: AbstractSet[str]) -> bool:
    """Return whether the condition is true of these facts."""
    if isinstance(condition, Fact):
        return condition.name in facts
    if isinstance(condition, Not):
        return not holds(condition.condition, facts)
    if isinstance(condition, All):
        return all(holds(each, facts) for each in condition.conditions)
    return any(holds(each, facts) for each in condition.conditions)


def reason_against(condition: Condition, facts: AbstractSet[str]) -> str:
    """Return in words the first fact that a condition lacks; empty when it needs one not to be."""
    if isinstance(condition, Fact):
        return "" if condition.name in facts else FACTS[condition.name]
    if isinstance(condition, Not):
        return ""
    failed = (each for each in condition.conditions if not holds(each, facts))
    return next(filter(None, (reason_against(each, facts) for each in failed)), "")


def parse_when(text: str) -> Condition:
    """Return the condition a text spells; an empty text is always true.

    Raises:
        InvalidError: The text does not follow the grammar, or names an unknown fact.
    """
    if not text.strip():
        return ALWAYS
    tokens = _tokens(text)
    condition = _alternatives(tokens, text)
    if tokens:
        raise InvalidError(f"{text!r} goes on with {tokens[0]!r} after its end.")
    return condition


def _tokens(text: str) -> list[str]:
    found: list[str] = []
    position = 0
    while position < len(text.rstrip()):
        match = _TOKEN.match(text, position)
        if match is None:
            raise InvalidError(f"{text!r} cannot be read from {text[position:]!r} on.")
        found.append(match[1])
        position = match.end()
    return found


def _alternatives(tokens: list[str], text: str) -> Condition:
    conditions = [_conjunction(tokens, text)]
    while tokens[:1] == ["or"]:
        tokens.pop(0)
        conditions.append(_conjunction(tokens, text))
    return conditions[0] if len(conditions) == 1 else AnyOf(tuple(conditions))


def _conjunction(tokens: list[str], text: str) -> Condition:
    conditions = [_factor(tokens, text)]
    while tokens[:1] == ["and"]:
        tokens.pop(0)
        conditions.append(_factor(tokens, text))
    return conditions[0] if len(conditions) == 1 else All(tuple(conditions))


def _factor(tokens: list[str], text: str) -> Condition:
    if not tokens:
        raise InvalidError(f"{text!r} ends too early.")
    token = tokens.pop(0)
    if token == "not":  # noqa: S105 - a word of the grammar, not a secret.
        return Not(_factor(tokens, text))
    if token == "(":  # noqa: S105 - a word of the grammar, not a secret.
        inner = _alternatives(tokens, text)
        if tokens[:1] != [")"]:
            raise InvalidError(f"{text!r} lacks a closing parenthesis.")
        tokens.pop(0)
        return inner
    if token not in FACTS:
        raise InvalidError(f"{text!r} names the unknown fact {token!r}.")
    return Fact(token)
