"""A tree under other ids, so that the same grid can be there more than once."""

from collections.abc import Mapping
from dataclasses import replace

from idea.domain.ids import NodeId
from idea.domain.layout.shape import FreshId
from idea.domain.layout.tree import Grid, LayoutNode, Leaf, Split, nodes


def with_fresh_ids(tree: LayoutNode, fresh: FreshId) -> tuple[LayoutNode, Mapping[NodeId, NodeId]]:
    """Return a tree of the same shape, and the new id of every node."""
    ids = {node.id: fresh() for node in nodes(tree)}
    return _called(tree, ids), ids


def _called(node: LayoutNode, ids: Mapping[NodeId, NodeId]) -> LayoutNode:
    match node:
        case Leaf():
            return replace(node, id=ids[node.id])
        case Split():
            children = tuple(replace(one, node=_called(one.node, ids)) for one in node.children)
            return replace(node, id=ids[node.id], children=children)
        case Grid():
            cells = tuple(replace(one, node=_called(one.node, ids)) for one in node.cells)
            return replace(node, id=ids[node.id], cells=cells)
