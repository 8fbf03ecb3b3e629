"""A part of a grid for itself: to show it alone, or to keep it under a name."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import reduce

from idea.domain.ids import NodeId
from idea.domain.layout.address import Block, block_of_part, grown, parts_in
from idea.domain.layout.shape import find, find_container
from idea.domain.layout.tree import Direction, LayoutNode, Leaf, Split, leaf_ids, parts
from idea.domain.layout.weights import weights_of


def block_around(tree: LayoutNode, cells: Collection[NodeId]) -> Block | None:
    """Return the smallest block that holds all of some cells, None when they are fewer than two.

    Cells that are not in the tree count for nothing.
    """
    wanted = set(cells).intersection(leaf_ids(tree))
    here = tree
    while not isinstance(here, Leaf):
        inside = parts(here)
        touched = [
            number for number, part in enumerate(inside) if wanted.intersection(leaf_ids(part))
        ]
        if len(touched) > 1:
            blocks = (block_of_part(here, number) for number in touched)
            return grown(here, reduce(Block.joined, blocks))
        if not touched:
            return None
        here = inside[touched[0]]
    return None


def excerpt(tree: LayoutNode, block: Block) -> LayoutNode:
    """Return a block as a tree of its own, with the nodes and the weights it has in the whole.

    Its root has the id of the block's container, unless the block is a single part. A grid stays a
    grid, even of one row, so that each of its lines is one of the whole.

    Raises:
        NotFoundError: The block's container is gone.
        InvalidError: The block's container is a cell by now.
    """
    container = find_container(tree, block.container)
    numbers = parts_in(container, block)
    if len(numbers) == 1:
        return parts(container)[numbers[0]]
    if isinstance(container, Split):
        return replace(container, children=container.children[numbers[0] : numbers[-1] + 1])
    cells = (container.cells[number] for number in numbers)
    return replace(
        container,
        col_weights=container.col_weights[block.col : block.right],
        row_weights=container.row_weights[block.row : block.bottom],
        cells=tuple(
            replace(cell, row=cell.row - block.row, col=cell.col - block.col) for cell in cells
        ),
    )


def shown_alone(tree: LayoutNode, cells: Collection[NodeId]) -> LayoutNode:
    """Return what is seen while only some cells are: the block around them, or the one cell.

    Without any of them it is the whole tree.
    """
    block = block_around(tree, cells)
    if block is not None:
        return excerpt(tree, block)
    return next((find(tree, leaf) for leaf in leaf_ids(tree) if leaf in cells), tree)


def spliced(
    tree: LayoutNode, block: Block, direction: Direction, weights: Sequence[float]
) -> tuple[float, ...]:
    """Return the weights of a block's container, given other ones for the lines of the block.

    Raises:
        NotFoundError: The block's container is gone.
        InvalidError: The block's container is a cell by now, or has none along the direction.
    """
    whole = weights_of(find_container(tree, block.container), direction)
    first, end = block.along(direction)
    return (*whole[:first], *weights, *whole[end:])
