"""Merging a rectangle of cells into one, and unmerging it again.

A merge stays inside one container. In a grid the cell spans the rows and columns of all; in a split
it replaces adjacent children and remembers their weights. Unmerging gives every place back, the
first one with what the merged cell shows and the others empty; what was divided inside them is not
restored (undo does that).
"""

from collections.abc import Sequence
from dataclasses import replace

from idea.domain.errors import ConflictError, InvalidError
from idea.domain.ids import NodeId
from idea.domain.layout.address import Block, parts_in
from idea.domain.layout.layout import Layout
from idea.domain.layout.shape import (
    FreshId,
    Place,
    find,
    find_container,
    grid_of,
    place_of,
    replaced,
    split_of,
)
from idea.domain.layout.tree import (
    Child,
    Grid,
    GridCell,
    LayoutNode,
    Leaf,
    Merged,
    Split,
    bounded,
    leaves,
    nodes,
    parts,
)


def merge_cells(layout: Layout, block: Block) -> Layout:
    """Return the layout with a block merged; the first session in reading order stays visible.

    Raises:
        NotFoundError: The block's container is gone.
        InvalidError: The block holds fewer than two parts of a container.
    """
    inside = _leaves_in(layout.tree, block)
    kept = next((leaf for leaf in inside if leaf.id in layout.sessions), inside[0])
    return layout.with_tree(merge(layout.tree, block, keep=kept.id))


def merge(tree: LayoutNode, block: Block, keep: NodeId | None = None) -> LayoutNode:
    """Return the tree with a block merged into the leaf `keep` of it, else into its first leaf.

    Raises:
        NotFoundError: The block's container is gone.
        InvalidError: The block holds fewer than two parts of a container, or not `keep`.
    """
    inside = _leaves_in(tree, block)
    kept = next((leaf for leaf in inside if keep in {None, leaf.id}), None)
    if kept is None:
        raise InvalidError("The cell to keep is not among those to merge.")
    container = find_container(tree, block.container)
    if isinstance(container, Split):
        merged = _merged_in_split(container, parts_in(container, block), kept)
    else:
        merged = _merged_in_grid(container, block, kept)
    return replaced(tree, {container.id: merged})


def _leaves_in(tree: LayoutNode, block: Block) -> tuple[Leaf, ...]:
    container = find_container(tree, block.container)
    numbers = parts_in(container, block)
    if len(numbers) < 2:
        raise InvalidError("Merging needs two cells or more of one container.")
    return tuple(leaf for number in numbers for leaf in leaves(parts(container)[number]))


def _merged_in_split(split: Split, numbers: Sequence[int], kept: Leaf) -> LayoutNode:
    first, end = numbers[0], numbers[-1] + 1
    weights = split.weights[first:end]
    leaf = replace(kept, merged=Merged(direction=split.direction, weights=weights))
    child = replace(split.children[first], node=leaf, weight=bounded(sum(weights)))
    rest = (*split.children[:first], child, *split.children[end:])
    return split_of(split.id, split.direction, rest, split.extra)


def _merged_in_grid(grid: Grid, block: Block, kept: Leaf) -> LayoutNode:
    numbers = parts_in(grid, block)
    cell = replace(
        grid.cells[numbers[0]],
        node=replace(kept, merged=None),
        row_span=block.bottom - block.row,
        col_span=block.right - block.col,
    )
    rest = (one for number, one in enumerate(grid.cells) if number not in numbers)
    return grid_of(grid.id, grid.col_weights, grid.row_weights, (cell, *rest), grid.extra)


def unmerge(tree: LayoutNode, node: NodeId, fresh: FreshId) -> LayoutNode:
    """Return the tree with the places back that were merged into a node.

    Raises:
        NotFoundError: There is no such node.
        ConflictError: It is not merged.
    """
    found = find(tree, node)
    place = place_of(tree, node)
    if isinstance(found, Leaf) and found.merged is not None:
        return _unmerged_leaf(tree, replace(found, merged=None), found.merged, place, fresh)
    if place is not None and isinstance(place.container, Grid):
        cell = place.container.cells[place.index]
        if cell.row_span > 1 or cell.col_span > 1:
            return replaced(tree, {place.container.id: _unspanned(place.container, cell, fresh)})
    raise ConflictError("That cell is not merged.")


def is_merged(tree: LayoutNode, node: NodeId) -> bool:
    """Tell whether a node is a merged cell.

    Raises:
        NotFoundError: There is no such node.
    """
    found, place = find(tree, node), place_of(tree, node)
    if isinstance(found, Leaf) and found.merged is not None:
        return True
    if place is None or not isinstance(place.container, Grid):
        return False
    cell = place.container.cells[place.index]
    return cell.row_span > 1 or cell.col_span > 1


def merged_in(tree: LayoutNode, block: Block) -> tuple[NodeId, ...]:
    """Return the merged cells of a block, also those inside its parts, in reading order.

    Raises:
        NotFoundError: The block's container is gone.
        InvalidError: The block's container is a cell by now.
    """
    container = find_container(tree, block.container)
    inside = (parts(container)[number] for number in parts_in(container, block))
    return tuple(node.id for part in inside for node in nodes(part) if is_merged(tree, node.id))


def unmerge_block(tree: LayoutNode, block: Block, fresh: FreshId) -> LayoutNode:
    """Return the tree with the places back that were merged into any cell of a block.

    Raises:
        NotFoundError: The block's container is gone.
        InvalidError: The block's container is a cell by now.
        ConflictError: No cell of it is merged.
    """
    merged = merged_in(tree, block)
    if not merged:
        raise ConflictError("No cell of the range is merged.")
    for node in merged:
        tree = unmerge(tree, node, fresh)
    return tree


def _unmerged_leaf(
    tree: LayoutNode, leaf: Leaf, merged: Merged, place: Place | None, fresh: FreshId
) -> LayoutNode:
    restored = [Child(node=leaf, weight=merged.weights[0])]
    restored += [Child(node=Leaf(id=fresh()), weight=weight) for weight in merged.weights[1:]]
    if (
        place is None
        or isinstance(place.container, Grid)
        or place.container.direction is not merged.direction
    ):
        return replaced(tree, {leaf.id: split_of(fresh(), merged.direction, restored)})
    split = place.container
    old = split.children[place.index]
    total = sum(merged.weights)
    if old.weight != total:
        restored = [
            replace(one, weight=bounded(old.weight * one.weight / total)) for one in restored
        ]
    restored[0] = replace(old, node=leaf, weight=restored[0].weight)
    children = (*split.children[: place.index], *restored, *split.children[place.index + 1 :])
    return replaced(tree, {split.id: split_of(split.id, split.direction, children, split.extra)})


def _unspanned(grid: Grid, cell: GridCell, fresh: FreshId) -> LayoutNode:
    squares = [replace(cell, row_span=1, col_span=1)]
    squares += [
        GridCell(node=Leaf(id=fresh()), row=row, col=col)
        for row in range(cell.row, cell.bottom)
        for col in range(cell.col, cell.right)
        if (row, col) != (cell.row, cell.col)
    ]
    rest = (one for one in grid.cells if one is not cell)
    return grid_of(grid.id, grid.col_weights, grid.row_weights, (*squares, *rest), grid.extra)
