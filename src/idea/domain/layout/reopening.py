"""Bringing a closed cell back, also after other changes of the grid.

Directly after it was closed, the tree becomes the very one from before. Later the cell returns
beside what was next to it, and at the right of everything where nothing of that is left.
"""

from dataclasses import dataclass

from idea.domain.ids import NodeId
from idea.domain.layout.focus import neighbour
from idea.domain.layout.shape import FreshId, find
from idea.domain.layout.splitting import put_beside
from idea.domain.layout.tree import LayoutNode, Side, leaf_ids, nodes


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosedCell:
    """A node that was closed, a cell or a whole container, with the trees around that moment."""

    node: NodeId
    before: LayoutNode
    after: LayoutNode

    @property
    def cells(self) -> tuple[NodeId, ...]:
        """The cells that went with it."""
        return leaf_ids(find(self.before, self.node))

    def is_away_from(self, tree: LayoutNode) -> bool:
        """Whether nothing of it is in a tree, so that it can come back."""
        mine = {node.id for node in nodes(find(self.before, self.node))}
        return mine.isdisjoint(node.id for node in nodes(tree))

    def back_in(self, tree: LayoutNode, fresh: FreshId) -> LayoutNode:
        """Return a tree, that it is away from, with it.

        Raises:
            InvalidError: The tree would grow beyond its limits.
            ConflictError: What is next to it is too small by now.
        """
        if tree == self.after:
            return self.before
        target, side = self._beside(tree)
        return put_beside(tree, target, side, find(self.before, self.node), fresh)

    def _beside(self, tree: LayoutNode) -> tuple[NodeId, Side]:
        """Return a cell of the tree that was next to it, and on which side of that it was."""
        there, first, last = set(leaf_ids(tree)), self.cells[0], self.cells[-1]
        for cell, towards, back in (
            (first, Side.LEFT, Side.RIGHT),
            (first, Side.UP, Side.DOWN),
            (last, Side.RIGHT, Side.LEFT),
            (last, Side.DOWN, Side.UP),
        ):
            found = neighbour(self.before, cell, towards)
            if found in there and found is not None:
                return found, back
        return leaf_ids(tree)[-1], Side.RIGHT
