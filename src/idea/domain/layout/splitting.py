"""Splitting a cell and closing one: each undoes the other exactly.

A split halves the cell and leaves every other one where it is. Along the direction of the
container the new cell becomes a sibling; across it, and in a cell of a grid, the two are nested.
A closed cell gives its room back to the one it was split from. In a grid the room goes to the
neighbours along one side, if together they are exactly as long as it.
"""

from dataclasses import replace

from idea.domain.errors import ConflictError
from idea.domain.ids import NodeId
from idea.domain.layout.layout import Layout
from idea.domain.layout.shape import (
    FreshId,
    Place,
    find,
    find_leaf,
    grid_of,
    place_of,
    replaced,
    split_of,
    with_children,
)
from idea.domain.layout.tree import (
    MIN_WEIGHT,
    Child,
    Direction,
    Grid,
    GridCell,
    LayoutNode,
    Leaf,
    Side,
    Split,
    bounded,
)


def split(tree: LayoutNode, cell: NodeId, side: Side, fresh: FreshId) -> LayoutNode:
    """Return the tree with an empty cell on that side of a cell.

    Raises:
        NotFoundError: There is no such cell.
        InvalidError: The place is divided already, or the tree would grow beyond its limits.
        ConflictError: The cell is too small.
    """
    find_leaf(tree, cell)
    return put_beside(tree, cell, side, Leaf(id=fresh()), fresh)


def put_beside(
    tree: LayoutNode, target: NodeId, side: Side, node: LayoutNode, fresh: FreshId
) -> LayoutNode:
    """Return the tree with `node` on one side of `target`, which keeps half of its room.

    Raises:
        NotFoundError: There is no such target.
        InvalidError: The tree would grow beyond its limits.
        ConflictError: The target is too small.
    """
    place = place_of(tree, target)
    if (
        place is not None
        and isinstance(place.container, Split)
        and place.container.direction is side.direction
    ):
        children = place.container.children
        halved = _pair(children[place.index], side, node)
        return with_children(
            tree,
            place.container,
            (*children[: place.index], *halved, *children[place.index + 1 :]),
        )
    nested = split_of(
        fresh(), side.direction, _pair(Child(node=find(tree, target), weight=2), side, node)
    )
    return replaced(tree, {target: nested})


def _pair(child: Child, side: Side, node: LayoutNode) -> tuple[Child, Child]:
    half = child.weight / 2
    if half < MIN_WEIGHT:
        raise ConflictError("That cell is too small to be split.")
    old = replace(child, weight=half)
    new = Child(node=node, weight=half, returns_after=not side.is_after)
    return (old, new) if side.is_after else (new, old)


def close(tree: LayoutNode, node: NodeId) -> LayoutNode:
    """Return the tree without a node; a neighbour takes its room.

    Raises:
        NotFoundError: There is no such node.
        ConflictError: It is the last cell, or no neighbour in its grid fits.
    """
    place = place_of(tree, node)
    if place is None:
        raise ConflictError("The last cell stays; a grid has at least one.")
    if isinstance(place.container, Split):
        return _closed_in_split(tree, place.container, place.index)
    absorbed = _absorbed(place.container, place.index)
    if absorbed is None:
        raise ConflictError(
            "No neighbour is as long as that cell; merge it, or delete its row or column."
        )
    return replaced(tree, {place.container.id: absorbed})


def close_cell(layout: Layout, node: NodeId) -> Layout:
    """Return the layout without a node; the last cell is only emptied.

    Raises:
        NotFoundError: There is no such node.
        ConflictError: It is the last cell and empty, or no neighbour in its grid fits.
    """
    if node in layout.sessions and isinstance(layout.tree, Leaf):
        return layout.detached(node)
    return layout.with_tree(close(layout.tree, node))


def taken_out(tree: LayoutNode, place: Place, fresh: FreshId) -> LayoutNode:
    """Return the tree without the node at a place; where nothing fits, an empty cell stays."""
    if isinstance(place.container, Split):
        return _closed_in_split(tree, place.container, place.index)
    absorbed = _absorbed(place.container, place.index)
    if absorbed is None:
        hole = place.container.cells[place.index].node
        return replaced(tree, {hole.id: Leaf(id=fresh())})
    return replaced(tree, {place.container.id: absorbed})


def _closed_in_split(tree: LayoutNode, split: Split, index: int) -> LayoutNode:
    children = list(split.children)
    closed = children.pop(index)
    to_next = index == 0 or (closed.returns_after and index < len(children))
    heir = index if to_next else index - 1
    room = bounded(children[heir].weight + closed.weight)
    children[heir] = replace(children[heir], weight=room)
    return with_children(tree, split, children)


def _absorbed(grid: Grid, index: int) -> LayoutNode | None:
    """Return the grid with the neighbours along one side grown over a cell, None if none fit."""
    closed = grid.cells[index]
    for side in (Side.LEFT, Side.UP, Side.RIGHT, Side.DOWN):
        heirs = _along(grid, closed, side)
        if heirs:
            grown = [
                _grown(cell, side, closed) if cell in heirs else cell
                for cell in grid.cells
                if cell is not closed
            ]
            return _without_lines(grid, grown)
    return None


def _along(grid: Grid, closed: GridCell, side: Side) -> list[GridCell]:
    """Return the cells that touch that side and end where it ends; none if one sticks out."""
    touching = [cell for cell in grid.cells if _touches(cell, closed, side)]
    if side.direction is Direction.ROW:
        fits = all(cell.row >= closed.row and cell.bottom <= closed.bottom for cell in touching)
    else:
        fits = all(cell.col >= closed.col and cell.right <= closed.right for cell in touching)
    return touching if fits else []


def _touches(cell: GridCell, closed: GridCell, side: Side) -> bool:
    level = cell.row < closed.bottom and closed.row < cell.bottom
    above = cell.col < closed.right and closed.col < cell.right
    match side:
        case Side.LEFT:
            return level and cell.right == closed.col
        case Side.RIGHT:
            return level and cell.col == closed.right
        case Side.UP:
            return above and cell.bottom == closed.row
        case Side.DOWN:
            return above and cell.row == closed.bottom


def _grown(cell: GridCell, side: Side, closed: GridCell) -> GridCell:
    match side:
        case Side.LEFT:
            return replace(cell, col_span=cell.col_span + closed.col_span)
        case Side.RIGHT:
            return replace(cell, col=closed.col, col_span=cell.col_span + closed.col_span)
        case Side.UP:
            return replace(cell, row_span=cell.row_span + closed.row_span)
        case Side.DOWN:
            return replace(cell, row=closed.row, row_span=cell.row_span + closed.row_span)


def _without_lines(grid: Grid, cells: list[GridCell]) -> LayoutNode:
    """Return the grid with these cells, without the lines that only the closed cell had used."""
    idle_cols = {cell.col for cell in grid.cells} - {cell.col for cell in cells}
    idle_rows = {cell.row for cell in grid.cells} - {cell.row for cell in cells}
    cols, rows = list(grid.col_weights), list(grid.row_weights)
    for line in sorted(idle_cols, reverse=True):
        cols[line - 1] = bounded(cols[line - 1] + cols.pop(line))
        cells = [_less_wide(cell, line) for cell in cells]
    for line in sorted(idle_rows, reverse=True):
        rows[line - 1] = bounded(rows[line - 1] + rows.pop(line))
        cells = [_less_high(cell, line) for cell in cells]
    return grid_of(grid.id, cols, rows, cells, grid.extra)


def _less_wide(cell: GridCell, line: int) -> GridCell:
    if cell.col > line:
        return replace(cell, col=cell.col - 1)
    return replace(cell, col_span=cell.col_span - 1) if cell.right > line else cell


def _less_high(cell: GridCell, line: int) -> GridCell:
    if cell.row > line:
        return replace(cell, row=cell.row - 1)
    return replace(cell, row_span=cell.row_span - 1) if cell.bottom > line else cell
