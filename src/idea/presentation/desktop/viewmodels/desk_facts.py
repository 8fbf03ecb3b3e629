"""What is true of the window, in the catalogue's words, and what the palette calls things."""

from collections.abc import Mapping
from dataclasses import dataclass

from idea.application.views import LayoutView, SessionView
from idea.domain.ids import NodeId
from idea.domain.layout.excerpt import block_around
from idea.domain.layout.merging import is_merged, merged_in
from idea.domain.layout.tree import LayoutNode, Leaf
from idea.presentation.desktop.viewmodels.cells import CellView, Selection
from idea.presentation.desktop.viewmodels.desk_state import DeskState
from idea.presentation.desktop.viewmodels.ranges import CellRange


@dataclass(frozen=True, slots=True, kw_only=True)
class Here:
    """What the window knows and what the person points at."""

    state: DeskState
    project: str
    """The id of the one in front; empty for none."""
    tree: LayoutNode | None
    selection: Selection
    marked: CellRange | None
    session: SessionView | None
    """The one of the focused cell."""
    shows_agent: bool

    @property
    def layout(self) -> LayoutView | None:
        """The grid in front."""
        return self.state.layouts.get(self.project)


def window_facts(here: Here) -> frozenset[str]:
    """Return the facts that hold of the window now."""
    layout, tree, session, selection = here.layout, here.tree, here.session, here.selection
    live = session is not None and _is_live(session)
    mine = here.state.sessions_of(here.project)
    is_out = selection.focused in here.state.popped_out
    stated = {
        "project.open": bool(here.project) and layout is not None,
        "project.several": len(here.state.tabs) > 1,
        "window.several": len(here.state.windows) > 1,
        "engine.stopped": here.state.engine_is_stopped,
        "cell.focused": bool(selection.focused),
        "cell.empty": bool(selection.focused) and session is None,
        "cell.several": tree is not None and not isinstance(tree, Leaf),
        "cell.zoomed": bool(selection.zoomed),
        "cell.in_grid": bool(selection.focused) and not is_out,
        "cell.popped_out": is_out,
        "cell.spans": tree is not None
        and bool(selection.focused)
        and is_merged(tree, NodeId(selection.focused)),
        "range.selected": here.marked is not None,
        "range.spans": _has_merged(tree, here.marked),
        "broadcast.on": layout is not None and bool(layout.broadcast),
        "session.shown": session is not None,
        "session.live": live,
        "session.ended": session is not None and not live,
        "cell.any_ended": any(each.cell is not None and not _is_live(each) for each in mine),
        "session.adoptable": live and session is not None and bool(session.adoptable),
        "agent.shown": here.shows_agent,
        "agent.rests": session is not None and bool(session.agent) and not live,
        "session.background": any(each.cell is None for each in mine),
        "layout.can_undo": layout is not None and layout.can_undo,
        "layout.can_redo": layout is not None and layout.can_redo,
        "layout.can_reopen": layout is not None and layout.can_reopen,
    }
    return frozenset(name for name, holds in stated.items() if holds)


def session_facts(session: SessionView | None) -> frozenset[str]:
    """Return the facts of any one session, as if the person pointed at it."""
    if session is None:
        return frozenset()
    return frozenset({
        "cell.focused",
        "session.shown" if session.cell is not None else "session.background",
        "session.live" if _is_live(session) else "session.ended",
    })  # fmt: skip


def window_words(here: Here, cells: Mapping[str, CellView]) -> Mapping[str, str]:
    """Return what the palette calls the focused cell, the range, the session, the project.

    Also what undo and redo would change, where that has a name.
    """
    focused, marked, layout = cells.get(here.selection.focused), here.marked, here.layout
    project = here.state.project(here.project)
    words = {"project": project.name if project else "", "others": ""}
    if layout is not None and layout.undo_name:
        words["undo"] = layout.undo_name
    if layout is not None and layout.redo_name:
        words["redo"] = layout.redo_name
    words["lock"] = "Unlock" if here.state.is_locked(here.project) else "Lock"
    if here.shows_agent and here.session is not None:
        words["agent"] = here.session.name
    if focused is not None:
        words["cell"] = focused.address
        words["range"] = "all cells"
        words["session"] = focused.look.name if focused.look else "nothing"
    if marked is not None:
        words["range"] = marked.text
        shown = [cell.look.name for cell in cells.values() if cell.id in marked.cells and cell.look]
        words["others"] = _background_words(shown[1:])
    return words


def _is_live(session: SessionView) -> bool:
    return session.status in {"starting", "running"}


def _has_merged(tree: LayoutNode | None, marked: CellRange | None) -> bool:
    """Whether anything in a range is merged."""
    if tree is None or marked is None:
        return False
    block = block_around(tree, [NodeId(cell) for cell in marked.cells])
    return block is not None and bool(merged_in(tree, block))


def _background_words(names: list[str]) -> str:
    if not names:
        return ""
    if len(names) == 1:
        return f", {names[0]} goes to the background"
    return f", {len(names)} sessions go to the background"
