"""What a cell shows: its header, and what stands in it instead of a terminal."""

from collections.abc import Container, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum
from types import MappingProxyType

from idea.application.views import LayoutView, SessionView
from idea.domain.layout.address import addresses
from idea.domain.layout.cards import CARD
from idea.domain.layout.geometry import Extent
from idea.domain.layout.tree import LayoutNode, leaf_ids
from idea.presentation.desktop.viewmodels.session_look import (
    Mark,
    SessionLook,
    marked,
    session_look,
)
from idea.presentation.desktop.viewmodels.session_news import NO_NEWS, News


class Body(Enum):
    """What a cell's room is for."""

    EMPTY = "empty"
    TERMINAL = "terminal"
    ENDED = "ended"
    """A terminal that shows the last screen, with a bar that says why it ended."""
    CARD = "card"
    """The cell is too small for a terminal."""
    AWAY = "away"
    """Its terminal is in a window of its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CellView:
    """One cell."""

    id: str
    address: str
    look: SessionLook | None = None
    """What it shows; None for an empty cell."""
    focused: bool = False
    selected: bool = False
    """Whether it is in the selected range."""
    zoomed: bool = False
    """Whether it is shown alone, or with few others."""
    alone: bool = False
    broadcast: bool = False
    """Whether it gets what is typed into the others of a set."""
    can_repeat: bool = False
    """Whether other cells can run what it runs; there is one of each agent."""
    card: Extent = CARD
    """The size below which it is a card."""
    popped_out: bool = False
    """Whether a window of its own shows it, and this is its place in the grid."""
    in_own_window: bool = False
    """Whether this is that window."""

    def body(self, *, fits: bool) -> Body:
        """Return what the room is for; `fits` says whether a terminal has enough of it."""
        if not fits and not self.alone and not self.in_own_window:
            return Body.CARD
        if self.popped_out:
            return Body.AWAY
        if self.look is None:
            return Body.EMPTY
        return Body.TERMINAL if self.look.is_live else Body.ENDED

    def as_own_window(self) -> "CellView":
        """Return what the window of a popped-out cell shows."""
        return replace(self, popped_out=False, in_own_window=True, can_repeat=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """What the person points at in one grid; view state, never part of the layout."""

    focused: str = ""
    """A cell id."""
    cells: frozenset[str] = frozenset()
    """The selected range."""
    zoomed: frozenset[str] = frozenset()
    """The cells that are shown alone: one, or those of a range."""
    grown: str = ""
    """The cell that room was made for."""

    def focused_on(self, cell: str, *, zoom_follows: bool) -> "Selection":
        """Return what is pointed at once another cell has the focus; a range is not, then.

        A zoomed range stays while the cell is in it; one zoomed cell may be followed by the next.
        """
        zoomed = self.zoomed
        if cell not in zoomed:
            follows = zoom_follows and len(zoomed) == 1
            zoomed = frozenset({cell}) if follows else frozenset()
        return Selection(focused=cell, zoomed=zoomed, grown=cell if self.grown == cell else "")


def cell_names(tree: LayoutNode) -> dict[str, str]:
    """Return the addresses of a grid's cells by their ids, in reading order."""
    names = addresses(tree)
    return {leaf.value: names[leaf] for leaf in leaf_ids(tree)}


def cell_views(
    layout: LayoutView,
    addresses: Mapping[str, str],
    sessions: Mapping[str, SessionView],
    selection: Selection,
    *,
    now: datetime,
    home: str = "",
    news: Mapping[str, News] = MappingProxyType({}),
    marks: Mapping[str, tuple[Mark, ...]] = MappingProxyType({}),
    card: Extent = CARD,
    popped_out: Container[str] = frozenset(),
) -> dict[str, CellView]:
    """Return every cell of a grid by id, in the order of the addresses; `marks` are by agent."""

    def look_of(session: SessionView) -> SessionLook:
        look = session_look(session, now, home, news.get(session.id, NO_NEWS))
        return marked(look, marks.get(session.agent, ()))

    views: dict[str, CellView] = {}
    for cell, address in addresses.items():
        session = sessions.get(layout.sessions.get(cell, ""))
        views[cell] = CellView(
            id=cell,
            address=address,
            look=None if session is None else look_of(session),
            focused=cell == selection.focused,
            selected=cell in selection.cells,
            zoomed=cell in selection.zoomed,
            alone=selection.zoomed == {cell},
            broadcast=cell in layout.broadcast,
            can_repeat=session is not None and not session.agent,
            card=card,
            popped_out=cell in popped_out,
        )
    return views
