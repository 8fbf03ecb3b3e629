"""Splitting a cell into several parts of one size."""

from idea.domain.errors import InvalidError
from idea.domain.ids import NodeId
from idea.domain.layout.address import addresses
from idea.domain.layout.shape import FreshId
from idea.domain.layout.splitting import split
from idea.domain.layout.tree import LayoutNode, Side, leaf_ids
from idea.domain.layout.weights import equalise_range

MOST_PARTS = 9


def split_evenly(
    tree: LayoutNode, cell: NodeId, side: Side, count: int, fresh: FreshId
) -> LayoutNode:
    """Return the tree with a cell divided into `count` of one size, itself and new ones.

    Raises:
        NotFoundError: There is no such cell.
        InvalidError: The count is not possible, or the tree would grow beyond its limits.
        ConflictError: The cell is too small.
    """
    if not 2 <= count <= MOST_PARTS:
        raise InvalidError(f"A cell is split into 2 to {MOST_PARTS} parts, not {count}.")
    before = frozenset(leaf_ids(tree)) - {cell}
    tree = split(tree, cell, side, fresh)
    for _ in range(count - 2):
        tree = split(tree, cell, side, fresh)
        parts = [leaf for leaf in leaf_ids(tree) if leaf not in before]
        names = addresses(tree)
        tree = equalise_range(tree, f"{names[parts[0]]}:{names[parts[-1]]}")
    return tree
