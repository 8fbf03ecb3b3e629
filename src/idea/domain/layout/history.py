"""Undo and redo by keeping old trees: structure only.

A cell that an undo brings back shows its session again if that still lives and is shown nowhere
else; no session is started, stopped or shown twice. What cells show that were there all along does
not change. Attaching and detaching are not steps.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from idea.domain.errors import ConflictError
from idea.domain.ids import SessionId
from idea.domain.layout.layout import NO_SESSIONS, Layout, Sessions
from idea.domain.layout.tree import LayoutNode, leaf_ids

MAX_STEPS = 2_000
_SLACK = 200
"""Old steps are dropped in batches of this many."""

type IsLive = Callable[[SessionId], bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """The trees before and after the one that is shown."""

    past: tuple[LayoutNode, ...] = ()
    """The oldest first."""
    future: tuple[LayoutNode, ...] = ()
    """The next one last."""
    gone: Sessions = field(default=NO_SESSIONS, hash=False)
    """What cells showed when they left the tree."""

    @property
    def can_undo(self) -> bool:
        """Whether there is an older tree."""
        return bool(self.past)

    @property
    def can_redo(self) -> bool:
        """Whether there is a tree that was undone."""
        return bool(self.future)

    def stepped(self, before: Layout, after: Layout) -> "History":
        """Return the history after a change; without a change of structure it is the same."""
        if before.tree == after.tree:
            return self
        longer = History(past=(*self.past, before.tree), gone=self._gone_after(before, after.tree))
        return longer._shortened() if len(longer.past) >= MAX_STEPS + _SLACK else longer

    def undone(self, layout: Layout, is_live: IsLive) -> tuple[Layout, "History"]:
        """Return the layout one step back.

        Raises:
            ConflictError: There is no older one.
        """
        if not self.past:
            raise ConflictError("There is nothing to undo.")
        *past, tree = self.past
        history = replace(
            self,
            past=tuple(past),
            future=(*self.future, layout.tree),
            gone=self._gone_after(layout, tree),
        )
        return _shown(layout, tree, history.gone, is_live), history

    def redone(self, layout: Layout, is_live: IsLive) -> tuple[Layout, "History"]:
        """Return the layout one step forward again.

        Raises:
            ConflictError: Nothing was undone.
        """
        if not self.future:
            raise ConflictError("There is nothing to redo.")
        *future, tree = self.future
        history = replace(
            self,
            past=(*self.past, layout.tree),
            future=tuple(future),
            gone=self._gone_after(layout, tree),
        )
        return _shown(layout, tree, history.gone, is_live), history

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
        known = {leaf for tree in past for leaf in leaf_ids(tree)}
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
