"""Every action of the window, by family; menus, keys, palette and docs read this."""

import difflib
from collections.abc import Mapping

from idea.domain.actions.agent_actions import AGENT_ACTIONS
from idea.domain.actions.cell_actions import CELL_ACTIONS
from idea.domain.actions.command_actions import COMMAND_ACTIONS
from idea.domain.actions.layout_actions import LAYOUT_ACTIONS
from idea.domain.actions.library_actions import LIBRARY_ACTIONS
from idea.domain.actions.named_actions import NAMED_ACTIONS
from idea.domain.actions.range_actions import RANGE_ACTIONS
from idea.domain.actions.recipe_actions import RECIPE_ACTIONS
from idea.domain.actions.spec import ActionSpec, Menu
from idea.domain.actions.tab_actions import TAB_ACTIONS
from idea.domain.actions.window_actions import WINDOW_ACTIONS
from idea.domain.errors import NotFoundError

CATALOGUE: tuple[ActionSpec, ...] = (
    *WINDOW_ACTIONS,
    *TAB_ACTIONS,
    *CELL_ACTIONS,
    *RANGE_ACTIONS,
    *COMMAND_ACTIONS,
    *AGENT_ACTIONS,
    *LIBRARY_ACTIONS,
    *LAYOUT_ACTIONS,
    *RECIPE_ACTIONS,
    *NAMED_ACTIONS,
)

BY_ID: Mapping[str, ActionSpec] = {each.id: each for each in CATALOGUE}


def action_named(action_id: str) -> ActionSpec:
    """Return an action by its id.

    Raises:
        NotFoundError: There is none; the sentence names the nearest.
    """
    if action_id in BY_ID:
        return BY_ID[action_id]
    near = difflib.get_close_matches(action_id, BY_ID, n=1)
    hint = f"; did you mean {near[0]}?" if near else "."
    raise NotFoundError(f"There is no action {action_id!r}{hint}")


def menu_groups(menu: Menu) -> tuple[tuple[ActionSpec, ...], ...]:
    """Return the actions of a menu in their groups, in catalogue order."""
    groups: dict[int, list[ActionSpec]] = {}
    for each in CATALOGUE:
        for place in each.places:
            if place.menu is menu:
                groups.setdefault(place.group, []).append(each)
    return tuple(tuple(groups[number]) for number in sorted(groups))
