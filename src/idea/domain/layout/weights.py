"""Sharing out room: one border at a time, all weights of a container, or evenly.

Only weights change here, so no cell comes or goes.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from idea.domain.errors import ConflictError, InvalidError
from idea.domain.ids import NodeId
from idea.domain.layout.address import Block, block_of_part, locate, locate_block
from idea.domain.layout.shape import find, find_container, place_of, replaced
from idea.domain.layout.tree import (
    Container,
    Direction,
    Grid,
    LayoutNode,
    Leaf,
    Side,
    Split,
    bounded,
)

SMALLEST_SHARE = 0.02
"""The part of its container below which the keyboard makes nothing smaller."""


@dataclass(frozen=True, slots=True)
class Border:
    """The border behind part (or row, or column) number `index` of a container."""

    container: Container
    direction: Direction
    """The direction in which the border can be moved."""
    index: int


def weights_of(container: Container, direction: Direction) -> tuple[float, ...]:
    """Return the weights of a container along a direction: a grid has columns and rows.

    Raises:
        InvalidError: A split has none across its direction.
    """
    match container:
        case Grid():
            along_row = direction is Direction.ROW
            return container.col_weights if along_row else container.row_weights
        case Split() if container.direction is direction:
            return container.weights
        case Split():
            raise InvalidError(f"A {container.direction} has no weights across its direction.")


def with_weights(container: Container, direction: Direction, weights: Sequence[float]) -> Container:
    """Return a container with other weights along a direction.

    Raises:
        InvalidError: There are too few or too many, or one is not allowed.
    """
    if len(weights) != len(weights_of(container, direction)):
        raise InvalidError(f"{len(weights_of(container, direction))} weights are needed there.")
    match container:
        case Split():
            pairs = zip(container.children, weights, strict=True)
            children = tuple(replace(child, weight=weight) for child, weight in pairs)
            return replace(container, children=children)
        case Grid() if direction is Direction.ROW:
            return replace(container, col_weights=tuple(weights))
        case Grid():
            return replace(container, row_weights=tuple(weights))


def set_weights(
    tree: LayoutNode, node: NodeId, weights: Sequence[float], direction: Direction | None = None
) -> LayoutNode:
    """Return the tree with other weights in a container; a grid needs a direction.

    `Direction.ROW` means the widths of columns, `Direction.COLUMN` the heights of rows.

    Raises:
        NotFoundError: There is no such node.
        InvalidError: The node is a cell, or the weights do not fit.
    """
    container = find(tree, node)
    if isinstance(container, Leaf):
        raise InvalidError("A cell that is not divided has no weights.")
    if direction is None:
        if isinstance(container, Grid):
            raise InvalidError("Say whether the weights are those of columns or of rows.")
        direction = container.direction
    return replaced(tree, {node: with_weights(container, direction, weights)})


def border_at(tree: LayoutNode, node: NodeId, side: Side) -> Border:
    """Return the nearest border on a side of a node, its own or that of what it is in.

    Raises:
        NotFoundError: There is no such node.
        ConflictError: On that side the layout ends.
    """
    place = place_of(tree, node)
    while place is not None:
        container = place.container
        block = block_of_part(container, place.index)
        if isinstance(container, Grid) or container.direction is side.direction:
            before, after = block.along(side.direction)
            index = after - 1 if side.is_after else before - 1
            if 0 <= index < len(weights_of(container, side.direction)) - 1:
                return Border(container, side.direction, index)
        place = place_of(tree, container.id)
    raise ConflictError("That is the edge of the layout; there is no border to move.")


def resize(tree: LayoutNode, node: NodeId, side: Side, percent: float) -> LayoutNode:
    """Return the tree with the border on one side of a node moved outwards.

    `percent` counts in hundredths of the container whose border it is; negative moves inwards.

    Raises:
        NotFoundError: There is no such node.
        InvalidError: The percentage is not possible.
        ConflictError: There is no border, or no room left.
    """
    if not (math.isfinite(percent) and 0 < abs(percent) <= 100):
        raise InvalidError("A cell grows by up to 100 %, or shrinks by up to -100 %.")
    border = border_at(tree, node, side)
    weights = list(weights_of(border.container, border.direction))
    later_grows = (percent > 0) is not side.is_after
    grows, shrinks = border.index, border.index + 1
    if later_grows:
        grows, shrinks = shrinks, grows
    total = sum(weights)
    least = min(weights[shrinks], SMALLEST_SHARE * total)
    left = max(weights[shrinks] - abs(percent) / 100 * total, least)
    moved = weights[shrinks] - left
    if moved <= 0:
        raise ConflictError("There is no room left on that side.")
    weights[shrinks] = bounded(left)
    weights[grows] = bounded(weights[grows] + moved)
    changed = with_weights(border.container, border.direction, weights)
    return replaced(tree, {border.container.id: changed})


def equalise(tree: LayoutNode) -> LayoutNode:
    """Return the tree with equal weights everywhere."""
    match tree:
        case Leaf():
            return tree
        case Split():
            children = (replace(child, node=equalise(child.node)) for child in tree.children)
            return _even(replace(tree, children=tuple(children)))
        case Grid():
            cells = (replace(cell, node=equalise(cell.node)) for cell in tree.cells)
            return _even(replace(tree, cells=tuple(cells)))


def equalise_block(tree: LayoutNode, block: Block) -> LayoutNode:
    """Return the tree with equal widths and heights among the parts of a block.

    What is inside the parts keeps its weights, and so does everything around the block.

    Raises:
        NotFoundError: The block's container is gone.
        InvalidError: The block's container is a cell by now.
    """
    container = find_container(tree, block.container)
    changed = container
    for direction in Direction:
        if isinstance(container, Split) and container.direction is not direction:
            continue
        first, end = block.along(direction)
        weights = list(weights_of(container, direction))
        mean = bounded(sum(weights[first:end]) / (end - first))
        weights[first:end] = [mean] * (end - first)
        changed = with_weights(changed, direction, weights)
    return replaced(tree, {container.id: changed})


def equalise_range(tree: LayoutNode, text: str) -> LayoutNode:
    """Return the tree with equal sizes in a range of addresses.

    A single address means all of the container it names, or of the one the cell is in.

    Raises:
        NotFoundError: There is nothing at one of the ends.
        InvalidError: It is not a range, or its ends are in two containers.
        ConflictError: There is only one cell.
    """
    if ":" in text:
        return equalise_block(tree, locate_block(tree, text))
    target = find(tree, locate(tree, text))
    if isinstance(target, Leaf):
        place = place_of(tree, target.id)
        if place is None:
            raise ConflictError("There is only one cell.")
        target = place.container
    return replaced(tree, {target.id: _even(target)})


def _even(container: Container) -> Container:
    """Give the parts of one container the same room, and leave what is inside them alone."""
    if isinstance(container, Split):
        return with_weights(container, container.direction, (1.0,) * len(container.children))
    wide = with_weights(container, Direction.ROW, (1.0,) * len(container.col_weights))
    return with_weights(wide, Direction.COLUMN, (1.0,) * len(container.row_weights))
