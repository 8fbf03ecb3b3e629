"""Finding, replacing and removing nodes, always ending in the normal form.

A tree is *normal* when no split holds a split of its own direction (its children are taken in, with
their share of the weight), no split has a single child (the child takes its place), and no grid has
a single row or column (it becomes a split of the same id). Every operation returns a normal tree
when it was given one; rows and columns that only merged cells cross are kept, for unmerging.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from idea.domain.errors import InvalidError, NotFoundError
from idea.domain.ids import NodeId
from idea.domain.layout.tree import (
    NO_EXTRA,
    Child,
    Container,
    Direction,
    Extra,
    Grid,
    GridCell,
    LayoutNode,
    Leaf,
    Split,
    bounded,
    containers,
    nodes,
    parts,
)

type FreshId = Callable[[], NodeId]
"""Gives an id that no node ever had."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a node is: in `container`, as its part number `index`."""

    container: Container
    index: int


def find(tree: LayoutNode, node: NodeId) -> LayoutNode:
    """Return a node by its id.

    Raises:
        NotFoundError: The tree has no such node.
    """
    for one in nodes(tree):
        if one.id == node:
            return one
    raise NotFoundError(f"There is no cell {node}.")


def find_leaf(tree: LayoutNode, node: NodeId) -> Leaf:
    """Return a cell by its id.

    Raises:
        NotFoundError: The tree has no such node.
        InvalidError: The node is divided into cells.
    """
    found = find(tree, node)
    if not isinstance(found, Leaf):
        raise InvalidError("That place is divided; name one of the cells in it.")
    return found


def find_container(tree: LayoutNode, node: NodeId) -> Container:
    """Return a split or a grid by its id.

    Raises:
        NotFoundError: The tree has no such node.
        InvalidError: The node is a cell.
    """
    found = find(tree, node)
    if isinstance(found, Leaf):
        raise InvalidError("That cell is not divided.")
    return found


def place_of(tree: LayoutNode, node: NodeId) -> Place | None:
    """Return where a node is, None for the root.

    Raises:
        NotFoundError: The tree has no such node.
    """
    for container in containers(tree):
        for index, part in enumerate(parts(container)):
            if part.id == node:
                return Place(container, index)
    find(tree, node)
    return None


def is_inside(tree: LayoutNode, node: NodeId, ancestor: NodeId) -> bool:
    """Tell whether a node is in the part of the tree below (or is) another one."""
    return any(one.id == node for one in nodes(find(tree, ancestor)))


def replaced(tree: LayoutNode, swaps: Mapping[NodeId, LayoutNode]) -> LayoutNode:
    """Return the tree with nodes replaced by others; untouched parts stay the same objects."""
    if tree.id in swaps:
        return swaps[tree.id]
    match tree:
        case Leaf():
            return tree
        case Split():
            children = tuple(
                child if new is child.node else replace(child, node=new)
                for child in tree.children
                for new in (replaced(child.node, swaps),)
            )
            if all(new is old for new, old in zip(children, tree.children, strict=True)):
                return tree
            return split_of(tree.id, tree.direction, children, tree.extra)
        case Grid():
            cells = tuple(
                cell if new is cell.node else replace(cell, node=new)
                for cell in tree.cells
                for new in (replaced(cell.node, swaps),)
            )
            if all(new is old for new, old in zip(cells, tree.cells, strict=True)):
                return tree
            return replace(tree, cells=cells)


def split_of(
    node: NodeId, direction: Direction, children: Sequence[Child], extra: Extra = NO_EXTRA
) -> LayoutNode:
    """Return the normal form of a split: flat, and never around a single child."""
    if len(children) == 1:
        return children[0].node
    flat: list[Child] = []
    for child in children:
        if isinstance(child.node, Split) and child.node.direction is direction:
            flat += _taken_in(child, child.node)
        else:
            flat.append(child)
    return Split(id=node, direction=direction, children=tuple(flat), extra=extra)


def _taken_in(child: Child, inner: Split) -> list[Child]:
    total = sum(inner.weights)
    return [
        replace(one, weight=bounded(child.weight * one.weight / total)) for one in inner.children
    ]


def with_children(tree: LayoutNode, split: Split, children: Iterable[Child]) -> LayoutNode:
    """Return the tree with other children in a split of it."""
    rebuilt = split_of(split.id, split.direction, tuple(children), split.extra)
    return replaced(tree, {split.id: rebuilt})


def grid_of(
    node: NodeId,
    col_weights: Sequence[float],
    row_weights: Sequence[float],
    cells: Collection[GridCell],
    extra: Extra = NO_EXTRA,
) -> LayoutNode:
    """Return the normal form of a grid: with a single row or column it is a split."""
    if len(row_weights) == 1:
        return _line(node, Direction.ROW, col_weights, cells, extra)
    if len(col_weights) == 1:
        return _line(node, Direction.COLUMN, row_weights, cells, extra)
    return Grid(
        id=node,
        col_weights=tuple(col_weights),
        row_weights=tuple(row_weights),
        cells=tuple(cells),
        extra=extra,
    )


def _line(
    node: NodeId,
    direction: Direction,
    weights: Sequence[float],
    cells: Collection[GridCell],
    extra: Extra,
) -> LayoutNode:
    children = []
    for cell in sorted(cells, key=lambda one: (one.row, one.col)):
        span = (
            weights[cell.col : cell.right]
            if direction is Direction.ROW
            else weights[cell.row : cell.bottom]
        )
        children.append(Child(node=cell.node, weight=bounded(sum(span)), extra=cell.extra))
    return split_of(node, direction, children, extra)


def normalised(tree: LayoutNode) -> LayoutNode:
    """Return the normal form of any tree, such as one that was written by hand."""
    match tree:
        case Leaf():
            return tree
        case Split():
            children = [replace(child, node=normalised(child.node)) for child in tree.children]
            return split_of(tree.id, tree.direction, children, tree.extra)
        case Grid():
            cells = [replace(cell, node=normalised(cell.node)) for cell in tree.cells]
            return grid_of(tree.id, tree.col_weights, tree.row_weights, cells, tree.extra)
