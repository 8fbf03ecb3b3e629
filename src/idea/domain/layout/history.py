"""Undo and redo by keeping old trees: structure only.

A cell that an undo brings back shows its session again if that still lives and is shown nowhere
else; no session is started, stopped or shown twice. What cells show that were there all along does
not change. Attaching and detaching are not steps. A step has the name of its change.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from idea.domain.errors import ConflictError
from idea.domain.ids import NodeId, SessionId
from idea.domain.layout.address import address_of
from idea.domain.layout.layout import NO_SESSIONS, Layout, Sessions
from idea.domain.layout.reopening import ClosedCell
from idea.domain.layout.shape import FreshId
from idea.domain.layout.tree import LayoutNode, leaf_ids

MAX_STEPS = 2_000
_SLACK = 200
"""Old steps are dropped in batches of this many."""

_MAX_CLOSED = 50
"""So many closed cells can be opened again."""

type IsLive = Callable[[SessionId], bool]


@dataclass(frozen=True, slots=True)
class Step:
    """A tree, and the name of the change between it and the one shown after or before it."""

    tree: LayoutNode
    name: str = ""
    """As in `merge A1:B2`; empty for a change without a name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """The trees before and after the one that is shown."""

    past: tuple[Step, ...] = ()
    """The oldest first."""
    future: tuple[Step, ...] = ()
    """The next one last."""
    gone: Sessions = field(default=NO_SESSIONS, hash=False)
    """What cells showed when they left the tree."""
    closed: tuple[ClosedCell, ...] = ()
    """The one closed last is last; some may be back meanwhile, by undo."""

    @property
    def can_undo(self) -> bool:
        """Whether there is an older tree."""
        return bool(self.past)

    @property
    def can_redo(self) -> bool:
        """Whether there is a tree that was undone."""
        return bool(self.future)

    @property
    def undo_name(self) -> str:
        """The name of the change that undo takes back; empty for none."""
        return self.past[-1].name if self.past else ""

    @property
    def redo_name(self) -> str:
        """The name of the change that redo makes again; empty for none."""
        return self.future[-1].name if self.future else ""

    def can_reopen(self, tree: LayoutNode) -> bool:
        """Whether a cell was closed that is not in this tree."""
        return any(closed.is_away_from(tree) for closed in self.closed)

    def stepped(
        self, before: Layout, after: Layout, name: str = "", closed: NodeId | None = None
    ) -> "History":
        """Return the history after a change; without a change of structure it is the same.

        `closed` is the node that the change closed, if that is what it was.
        """
        if before.tree == after.tree:
            return self
        remembered = self.closed
        if closed is not None:
            newest = ClosedCell(node=closed, before=before.tree, after=after.tree)
            remembered = (*remembered, newest)[-_MAX_CLOSED:]
        longer = History(
            past=(*self.past, Step(before.tree, name)),
            gone=self._gone_after(before, after.tree),
            closed=remembered,
        )
        return longer._shortened() if len(longer.past) >= MAX_STEPS + _SLACK else longer

    def reopened(self, layout: Layout, is_live: IsLive, fresh: FreshId) -> tuple[Layout, "History"]:
        """Return the layout with the cell back that was closed last; a step of its own.

        Raises:
            ConflictError: None is left, or there is no room for it.
            InvalidError: The tree would grow beyond its limits.
        """
        away = [closed for closed in self.closed if closed.is_away_from(layout.tree)]
        if not away:
            raise ConflictError("No closed cell is left to open again.")
        tree = away[-1].back_in(layout.tree, fresh)
        back = _shown(layout, tree, self.gone, is_live)
        name = f"reopen {address_of(tree, away[-1].node)}"
        history = self.stepped(layout, back, name)
        kept = tuple(closed for closed in self.closed if closed is not away[-1])
        return back, replace(history, closed=kept)

    def undone(self, layout: Layout, is_live: IsLive) -> tuple[Layout, "History"]:
        """Return the layout one step back.

        Raises:
            ConflictError: There is no older one.
        """
        if not self.past:
            raise ConflictError("There is nothing to undo.")
        *past, step = self.past
        history = replace(
            self,
            past=tuple(past),
            future=(*self.future, Step(layout.tree, step.name)),
            gone=self._gone_after(layout, step.tree),
        )
        return _shown(layout, step.tree, history.gone, is_live), history

    def redone(self, layout: Layout, is_live: IsLive) -> tuple[Layout, "History"]:
        """Return the layout one step forward again.

        Raises:
            ConflictError: Nothing was undone.
        """
        if not self.future:
            raise ConflictError("There is nothing to redo.")
        *future, step = self.future
        history = replace(
            self,
            past=(*self.past, Step(layout.tree, step.name)),
            future=tuple(future),
            gone=self._gone_after(layout, step.tree),
        )
        return _shown(layout, step.tree, history.gone, is_live), history

    def without(self, session: SessionId) -> "History":
        """Return the history without the memory of a forgotten session."""
        kept = {leaf: shown for leaf, shown in self.gone.items() if shown != session}
        return replace(self, gone=MappingProxyType(kept))

    def _gone_after(self, layout: Layout, tree: LayoutNode) -> Sessions:
        remembered = dict(self.gone)
        for leaf in set(leaf_ids(layout.tree)) - set(leaf_ids(tree)):
            remembered.pop(leaf, None)
            if leaf in layout.sessions:
                remembered[leaf] = layout.sessions[leaf]
        return MappingProxyType(remembered)

    def _shortened(self) -> "History":
        past = self.past[-MAX_STEPS:]
        known = {leaf for step in past for leaf in leaf_ids(step.tree)}
        known.update(leaf for closed in self.closed for leaf in closed.cells)
        kept = {leaf: session for leaf, session in self.gone.items() if leaf in known}
        return replace(self, past=past, gone=MappingProxyType(kept))


def _shown(layout: Layout, tree: LayoutNode, gone: Sessions, is_live: IsLive) -> Layout:
    shown = layout.with_tree(tree)
    there = set(leaf_ids(layout.tree))
    for leaf in leaf_ids(tree):
        session = gone.get(leaf)
        if leaf in there or session is None:
            continue
        if shown.cell_of(session) is None and is_live(session):
            shown = shown.attached(session, leaf)
    return shown
