"""The nodes of a layout tree: what can be divided into what, and what is always true of it.

Words:
    node       a leaf, a split or a grid; each has an id that no other node of its tree has.
    leaf       a cell: one place that can show one session.
    container  a split or a grid: a node with nodes in it, nested at will.
    row        the direction "side by side", left to right; a row's parts are *columns*.
    column     the direction "stacked", top to bottom; a column's parts are *rows*.
    weight     a share of the room, relative to the weights beside it.
    span       how many rows or columns of its grid a cell covers.
    line       the border between two rows or two columns; line 0 is the outer edge.

Invariants, checked when a node is made: a split has at least two children; a grid is covered
completely and without overlap; spans are at least 1 and stay inside; weights are positive and
finite; ids are unique in a tree; a tree is at most `MAX_DEPTH` deep with at most `MAX_CELLS` cells.

A tree holds structure and ids only. Which session a cell shows stands beside it, in `Layout`.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType

from idea.domain.errors import InvalidError
from idea.domain.ids import NodeId

MAX_DEPTH = 32
MAX_CELLS = 500
MAX_LINES = 100
"""The most rows, and the most columns, of one grid."""
MIN_WEIGHT = 1e-12
MAX_WEIGHT = 1e12

type Extra = Mapping[str, object]
"""Keys of a stored node that this version does not know; written back as they were."""

NO_EXTRA: Extra = MappingProxyType({})


class Direction(StrEnum):
    """How the parts of a split follow each other."""

    ROW = "row"
    COLUMN = "column"

    @property
    def other(self) -> "Direction":
        """The direction across this one."""
        return Direction.COLUMN if self is Direction.ROW else Direction.ROW


class Side(StrEnum):
    """A side of a cell."""

    LEFT = "left"
    RIGHT = "right"
    UP = "up"
    DOWN = "down"

    @property
    def direction(self) -> Direction:
        """The direction in which one goes to that side."""
        return Direction.ROW if self in {Side.LEFT, Side.RIGHT} else Direction.COLUMN

    @property
    def is_after(self) -> bool:
        """Whether that side comes later in reading order."""
        return self in {Side.RIGHT, Side.DOWN}


@dataclass(frozen=True, slots=True, kw_only=True)
class Merged:
    """What a leaf of a split remembers of the children it replaced, so that it can be unmerged."""

    direction: Direction
    weights: tuple[float, ...]

    def __post_init__(self) -> None:
        if len(self.weights) < 2:
            raise InvalidError("A merged cell was made of at least two.")
        check_weights(self.weights)


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaf:
    """A cell: a place for one session."""

    id: NodeId
    merged: Merged | None = None
    extra: Extra = field(default=NO_EXTRA, hash=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Child:
    """A part of a split."""

    node: "LayoutNode"
    weight: float = 1.0
    returns_after: bool = False
    """Whether closing it gives its room to the next child instead of the previous one."""
    extra: Extra = field(default=NO_EXTRA, hash=False)

    def __post_init__(self) -> None:
        check_weights((self.weight,))


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """Two or more nodes in a row or in a column."""

    id: NodeId
    direction: Direction
    children: tuple[Child, ...]
    extra: Extra = field(default=NO_EXTRA, hash=False)

    def __post_init__(self) -> None:
        if len(self.children) < 2:
            raise InvalidError("A split has at least two children.")
        _check_tree(self)

    @property
    def weights(self) -> tuple[float, ...]:
        """The children's weights, in order."""
        return tuple(child.weight for child in self.children)


@dataclass(frozen=True, slots=True, kw_only=True)
class GridCell:
    """A node in a grid; rows and columns count from 0."""

    node: "LayoutNode"
    row: int
    col: int
    row_span: int = 1
    col_span: int = 1
    extra: Extra = field(default=NO_EXTRA, hash=False)

    @property
    def bottom(self) -> int:
        """The line below its last row."""
        return self.row + self.row_span

    @property
    def right(self) -> int:
        """The line right of its last column."""
        return self.col + self.col_span

    def mirrored(self) -> "GridCell":
        """Return it with rows and columns exchanged; what is inside stays as it is."""
        return replace(
            self,
            row=self.col,
            col=self.row,
            row_span=self.col_span,
            col_span=self.row_span,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """Rows and columns whose lines go through, with cells that may span several."""

    id: NodeId
    col_weights: tuple[float, ...]
    row_weights: tuple[float, ...]
    cells: tuple[GridCell, ...]
    """In reading order, whatever order they were given in."""
    extra: Extra = field(default=NO_EXTRA, hash=False)

    def __post_init__(self) -> None:
        if not (
            1 <= len(self.col_weights) <= MAX_LINES and 1 <= len(self.row_weights) <= MAX_LINES
        ):
            raise InvalidError(f"A grid has 1 to {MAX_LINES} rows and 1 to {MAX_LINES} columns.")
        check_weights(self.col_weights)
        check_weights(self.row_weights)
        in_order = tuple(sorted(self.cells, key=lambda cell: (cell.row, cell.col)))
        object.__setattr__(self, "cells", in_order)
        _check_cover(self)
        _check_tree(self)


type LayoutNode = Leaf | Split | Grid
type Container = Split | Grid


def check_weights(weights: Sequence[float]) -> None:
    """Refuse weights that cannot share out room.

    Raises:
        InvalidError: One of them is not a positive number of a sane size.
    """
    for weight in weights:
        if not (math.isfinite(weight) and weight > 0):
            raise InvalidError(f"A weight must be greater than 0, not {weight!r}.")
        if not MIN_WEIGHT <= weight <= MAX_WEIGHT:
            raise InvalidError(f"A weight lies between {MIN_WEIGHT:g} and {MAX_WEIGHT:g}.")


def bounded(weight: float) -> float:
    """Return the allowed weight nearest to this one."""
    return min(max(weight, MIN_WEIGHT), MAX_WEIGHT)


def parts(node: LayoutNode) -> tuple[LayoutNode, ...]:
    """Return the nodes directly inside, in reading order."""
    match node:
        case Leaf():
            return ()
        case Split():
            return tuple(child.node for child in node.children)
        case Grid():
            return tuple(cell.node for cell in node.cells)


def nodes(tree: LayoutNode) -> Iterator[LayoutNode]:
    """Walk over a node and everything inside it, containers before their parts."""
    yield tree
    for part in parts(tree):
        yield from nodes(part)


def containers(tree: LayoutNode) -> Iterator[Container]:
    """Walk over every split and grid, outer ones first."""
    return (node for node in nodes(tree) if not isinstance(node, Leaf))


def leaves(tree: LayoutNode) -> tuple[Leaf, ...]:
    """Return every leaf, in reading order."""
    return tuple(node for node in nodes(tree) if isinstance(node, Leaf))


def leaf_ids(tree: LayoutNode) -> tuple[NodeId, ...]:
    """Return the id of every cell, in reading order."""
    return tuple(leaf.id for leaf in leaves(tree))


def depth(tree: LayoutNode) -> int:
    """Return how many nodes are on the longest way from here to a leaf."""
    return 1 + max((depth(part) for part in parts(tree)), default=0)


def _check_cover(grid: Grid) -> None:
    rows, columns = len(grid.row_weights), len(grid.col_weights)
    covered: set[tuple[int, int]] = set()
    for cell in grid.cells:
        if cell.row_span < 1 or cell.col_span < 1:
            raise InvalidError("A grid cell covers at least one row and one column.")
        if cell.row < 0 or cell.col < 0 or cell.bottom > rows or cell.right > columns:
            raise InvalidError("A grid cell reaches out of its grid.")
        squares = {
            (row, column)
            for row in range(cell.row, cell.bottom)
            for column in range(cell.col, cell.right)
        }
        if covered & squares:
            raise InvalidError("Two cells of a grid overlap.")
        covered |= squares
    if len(covered) != rows * columns:
        raise InvalidError("A grid has a place without a cell.")


def _check_tree(tree: LayoutNode) -> None:
    if depth(tree) > MAX_DEPTH:
        raise InvalidError(f"A layout is at most {MAX_DEPTH} levels deep.")
    ids = [node.id for node in nodes(tree)]
    if len(set(ids)) != len(ids):
        raise InvalidError("Two nodes of a layout have the same id.")
    if len(leaves(tree)) > MAX_CELLS:
        raise InvalidError(f"A layout has at most {MAX_CELLS} cells.")
