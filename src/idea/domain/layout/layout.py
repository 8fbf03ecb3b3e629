"""A project's grid: the tree of its cells, and beside it the session that each cell shows.

Invariants: only leaves of the tree show sessions, and no session is shown in two of them. A cell
may show a session that has ended; it stays until it is detached or forgotten. A session that no
cell shows is *in the background*; nothing here starts or stops one.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from idea.domain.errors import ConflictError, InvalidError
from idea.domain.ids import NodeId, SessionId
from idea.domain.layout.shape import find_leaf
from idea.domain.layout.tree import LayoutNode, leaf_ids

type Sessions = Mapping[NodeId, SessionId]
"""Which leaf shows which session."""

NO_SESSIONS: Sessions = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """Cells and what they show."""

    tree: LayoutNode
    sessions: Sessions = field(default=NO_SESSIONS, hash=False)

    def __post_init__(self) -> None:
        if not self.sessions.keys() <= set(leaf_ids(self.tree)):
            raise InvalidError("Only a cell of the grid can show a session.")
        if len(set(self.sessions.values())) != len(self.sessions):
            raise InvalidError("A session is shown in one cell only.")

    def with_tree(self, tree: LayoutNode) -> "Layout":
        """Return this layout in another shape; what cells that are gone showed is displaced."""
        kept = {leaf: self.sessions[leaf] for leaf in leaf_ids(tree) if leaf in self.sessions}
        return Layout(tree=tree, sessions=MappingProxyType(kept))

    def attached(self, session: SessionId, cell: NodeId) -> "Layout":
        """Return this layout with a session in a cell, and in no other; it displaces another one.

        Raises:
            NotFoundError: There is no such cell.
            InvalidError: The place is divided into cells.
        """
        find_leaf(self.tree, cell)
        others = {leaf: shown for leaf, shown in self.sessions.items() if shown != session}
        return replace(self, sessions=MappingProxyType({**others, cell: session}))

    def detached(self, cell: NodeId) -> "Layout":
        """Return this layout with a cell emptied.

        Raises:
            NotFoundError: There is no such cell.
            InvalidError: The place is divided into cells.
            ConflictError: The cell is empty.
        """
        find_leaf(self.tree, cell)
        if cell not in self.sessions:
            raise ConflictError("That cell shows no session.")
        return self.without(self.sessions[cell])

    def without(self, session: SessionId) -> "Layout":
        """Return this layout with a session in the background."""
        others = {leaf: shown for leaf, shown in self.sessions.items() if shown != session}
        return replace(self, sessions=MappingProxyType(others))

    def cell_of(self, session: SessionId) -> NodeId | None:
        """Return the cell that shows a session, None for the background."""
        for leaf, shown in self.sessions.items():
            if shown == session:
                return leaf
        return None

    def empty_cells(self) -> tuple[NodeId, ...]:
        """Return the cells that show nothing, in reading order."""
        return tuple(leaf for leaf in leaf_ids(self.tree) if leaf not in self.sessions)

    def displaced_from(self, before: "Layout") -> tuple[SessionId, ...]:
        """Return the sessions that were shown before and are not here, in reading order."""
        shown = set(self.sessions.values())
        return tuple(
            before.sessions[leaf]
            for leaf in leaf_ids(before.tree)
            if leaf in before.sessions and before.sessions[leaf] not in shown
        )
