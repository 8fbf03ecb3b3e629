"""Putting cells in other places: move, swap, transpose. Sessions travel with their cells."""

from dataclasses import replace

from idea.domain.errors import ConflictError, InvalidError
from idea.domain.ids import NodeId
from idea.domain.layout.layout import Layout
from idea.domain.layout.shape import (
    FreshId,
    Place,
    find,
    find_leaf,
    grid_of,
    is_inside,
    place_of,
    replaced,
    split_of,
    with_children,
)
from idea.domain.layout.splitting import put_beside, taken_out
from idea.domain.layout.tree import Child, Grid, LayoutNode, Leaf, Side, Split


def move_cell(
    layout: Layout, node: NodeId, to: NodeId, fresh: FreshId, side: Side | None = None
) -> Layout:
    """Return the layout with a node moved.

    With a side, it leaves its place and takes half of `to` there. Without one, inside a row or
    column it takes the place of `to` and those between move up; elsewhere it trades places with
    `to`, which must be empty.

    Raises:
        NotFoundError: One of the nodes does not exist.
        InvalidError: One is the other, or inside it.
        ConflictError: The target shows a session, or is too small.
    """
    tree = layout.tree
    one, other = _apart(tree, node, to)
    if side is not None:
        return layout.with_tree(move_beside(tree, node, to, side, fresh))
    if one.container is other.container and isinstance(one.container, Split):
        return layout.with_tree(_reordered(tree, one.container, one.index, other.index))
    if not isinstance(find(tree, to), Leaf) or to in layout.sessions:
        raise ConflictError("That place is taken; swap the two, or say on which side of it.")
    return layout.with_tree(swap(tree, node, to))


def move_beside(
    tree: LayoutNode, node: NodeId, to: NodeId, side: Side, fresh: FreshId
) -> LayoutNode:
    """Return the tree with a node taken out of its place and put on one side of a cell.

    Raises:
        NotFoundError: One of the nodes does not exist.
        InvalidError: One is the other, or inside it, or the target is divided.
        ConflictError: The target is too small.
    """
    place, _ = _apart(tree, node, to)
    find_leaf(tree, to)
    return put_beside(taken_out(tree, place, fresh), to, side, find(tree, node), fresh)


def swap(tree: LayoutNode, one: NodeId, other: NodeId) -> LayoutNode:
    """Return the tree with two nodes in each other's place.

    Raises:
        NotFoundError: One of the nodes does not exist.
        InvalidError: One is the other, or inside it.
    """
    _apart(tree, one, other)
    return replaced(tree, {one: find(tree, other), other: find(tree, one)})


def transpose(tree: LayoutNode, node: NodeId | None = None) -> LayoutNode:
    """Return the tree, or the container that is or holds a node, mirrored at its diagonal.

    Raises:
        NotFoundError: There is no such node.
        ConflictError: There is only one cell.
    """
    target = tree if node is None else find(tree, node)
    if isinstance(target, Leaf):
        place = place_of(tree, target.id)
        if place is None:
            raise ConflictError("There is only one cell; nothing can change places.")
        target = place.container
    return replaced(tree, {target.id: _mirrored(target)})


def _apart(tree: LayoutNode, one: NodeId, other: NodeId) -> tuple[Place, Place]:
    """Return where two nodes are that are not inside each other.

    Raises:
        NotFoundError: One of them does not exist.
        InvalidError: One is the other, or inside it.
    """
    here, there = place_of(tree, one), place_of(tree, other)
    nested = is_inside(tree, one, other) or is_inside(tree, other, one)
    if here is None or there is None or nested:
        raise InvalidError("A cell cannot change places with itself or with what is inside it.")
    return here, there


def _reordered(tree: LayoutNode, split: Split, index: int, to: int) -> LayoutNode:
    children = list(split.children)
    children.insert(to, children.pop(index))
    return with_children(tree, split, children)


def _mirrored(node: LayoutNode) -> LayoutNode:
    match node:
        case Leaf():
            memory = node.merged
            if memory is None:
                return node
            return replace(node, merged=replace(memory, direction=memory.direction.other))
        case Split():
            children: list[Child] = [
                replace(child, node=_mirrored(child.node)) for child in node.children
            ]
            return split_of(node.id, node.direction.other, children, node.extra)
        case Grid():
            cells = [replace(cell.mirrored(), node=_mirrored(cell.node)) for cell in node.cells]
            return grid_of(node.id, node.row_weights, node.col_weights, cells, node.extra)
