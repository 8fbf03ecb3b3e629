"""Inserting and deleting rows and columns, as in a spreadsheet.

They act on the innermost container that holds the named cell. A new line is as wide or high as the
one it was made beside; the others give way in proportion. A merged cell that a new line would cut
grows over it, and shrinks when a line it covers is deleted. In a column of cells a new *column*
comes beside the whole stack, in a row of cells a new *row* below or above the whole row.
"""

from dataclasses import replace

from idea.domain.errors import ConflictError
from idea.domain.ids import NodeId
from idea.domain.layout.shape import FreshId, Place, grid_of, place_of, replaced, with_children
from idea.domain.layout.splitting import put_beside
from idea.domain.layout.tree import (
    Child,
    Direction,
    Grid,
    GridCell,
    LayoutNode,
    Leaf,
    Side,
    Split,
)


def insert_column(tree: LayoutNode, node: NodeId, fresh: FreshId, *, after: bool) -> LayoutNode:
    """Return the tree with a column of empty cells right (or left) of a node.

    Raises:
        NotFoundError: There is no such node.
        InvalidError: The tree would grow beyond its limits.
    """
    return _inserted(tree, node, Direction.ROW, fresh, after=after)


def insert_row(tree: LayoutNode, node: NodeId, fresh: FreshId, *, after: bool) -> LayoutNode:
    """Return the tree with a row of empty cells below (or above) a node.

    Raises:
        NotFoundError: There is no such node.
        InvalidError: The tree would grow beyond its limits.
    """
    return _inserted(tree, node, Direction.COLUMN, fresh, after=after)


def delete_column(tree: LayoutNode, node: NodeId) -> LayoutNode:
    """Return the tree without the columns a node covers.

    Raises:
        NotFoundError: There is no such node.
        ConflictError: Nothing would be left.
    """
    return _deleted(tree, node, Direction.ROW)


def delete_row(tree: LayoutNode, node: NodeId) -> LayoutNode:
    """Return the tree without the rows a node covers.

    Raises:
        NotFoundError: There is no such node.
        ConflictError: Nothing would be left.
    """
    return _deleted(tree, node, Direction.COLUMN)


def _inserted(
    tree: LayoutNode, node: NodeId, direction: Direction, fresh: FreshId, *, after: bool
) -> LayoutNode:
    place = place_of(tree, node)
    if place is None:
        return put_beside(tree, node, _side(direction, after=after), Leaf(id=fresh()), fresh)
    match place.container:
        case Split() as split if split.direction is direction:
            new = Child(node=Leaf(id=fresh()), weight=split.children[place.index].weight)
            at = place.index + after
            children = (*split.children[:at], new, *split.children[at:])
            return with_children(tree, split, children)
        case Split() as split:
            around = place_of(tree, split.id)
            if around is not None and isinstance(around.container, Split):
                return _inserted(tree, split.id, direction, fresh, after=after)
            side = _side(direction, after=after)
            return put_beside(tree, split.id, side, Leaf(id=fresh()), fresh)
        case Grid() as grid:
            wide = _upright(grid, direction)
            cell = wide.cells[_number(wide, node)]
            grown = _with_column(wide, cell.right if after else cell.col, cell, fresh)
            return replaced(tree, {grid.id: _upright(grown, direction)})


def _with_column(grid: Grid, line: int, beside: GridCell, fresh: FreshId) -> Grid:
    cells: list[GridCell] = []
    open_rows = set(range(len(grid.row_weights)))
    for cell in grid.cells:
        if cell.col >= line:
            cells.append(replace(cell, col=cell.col + 1))
        elif cell.right > line:
            cells.append(replace(cell, col_span=cell.col_span + 1))
            open_rows -= set(range(cell.row, cell.bottom))
        else:
            cells.append(cell)
    cells += [GridCell(node=Leaf(id=fresh()), row=row, col=line) for row in sorted(open_rows)]
    weight = grid.col_weights[beside.right - 1 if line == beside.right else beside.col]
    weights = (*grid.col_weights[:line], weight, *grid.col_weights[line:])
    return replace(grid, col_weights=weights, cells=tuple(cells))


def _deleted(tree: LayoutNode, node: NodeId, direction: Direction) -> LayoutNode:
    place = place_of(tree, node)
    if place is None:
        raise _nothing_left(direction)
    match place.container:
        case Split() as split if split.direction is direction:
            children = (*split.children[: place.index], *split.children[place.index + 1 :])
            return with_children(tree, split, children)
        case Split() as split:
            around = place_of(tree, split.id)
            if around is None or isinstance(around.container, Grid):
                raise _nothing_left(direction)
            return _deleted(tree, split.id, direction)
        case Grid() as grid:
            return replaced(tree, {grid.id: _without_columns(grid, place, direction)})


def _without_columns(grid: Grid, place: Place, direction: Direction) -> LayoutNode:
    wide = _upright(grid, direction)
    gone = wide.cells[_number(wide, grid.cells[place.index].node.id)]
    width = gone.col_span
    if width == len(wide.col_weights):
        raise _nothing_left(direction)
    cells = []
    for cell in wide.cells:
        left = cell.col - min(max(cell.col - gone.col, 0), width)
        right = cell.right - min(max(cell.right - gone.col, 0), width)
        if right > left:
            cells.append(replace(cell, col=left, col_span=right - left))
    weights = (*wide.col_weights[: gone.col], *wide.col_weights[gone.right :])
    if direction is Direction.ROW:
        return grid_of(grid.id, weights, wide.row_weights, cells, grid.extra)
    flipped = [cell.mirrored() for cell in cells]
    return grid_of(grid.id, wide.row_weights, weights, flipped, grid.extra)


def _upright(grid: Grid, direction: Direction) -> Grid:
    """Return the grid for columns, and for rows the grid mirrored at its diagonal."""
    if direction is Direction.ROW:
        return grid
    return replace(
        grid,
        col_weights=grid.row_weights,
        row_weights=grid.col_weights,
        cells=tuple(cell.mirrored() for cell in grid.cells),
    )


def _number(grid: Grid, node: NodeId) -> int:
    return [cell.node.id for cell in grid.cells].index(node)


def _side(direction: Direction, *, after: bool) -> Side:
    if direction is Direction.ROW:
        return Side.RIGHT if after else Side.LEFT
    return Side.DOWN if after else Side.UP


def _nothing_left(direction: Direction) -> ConflictError:
    line = "column" if direction is Direction.ROW else "row"
    return ConflictError(f"That is the only {line} there; close its cells instead.")
