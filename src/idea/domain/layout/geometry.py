"""Where every cell of a tree is in a rectangle of pixels, exactly.

Words: the *origin* is top left, x goes right and y down; a *tile* is the rectangle of a cell; a
*gap* is the strip between two tiles; a *divider* is a stretch of a gap that can be dragged.

Tiles and gaps cover the rectangle without overlap and without a pixel left over, whatever the
weights. In a rectangle too small for its gaps the gaps shrink first, down to nothing. Every cell
gets at least its smallest size while there is room for all of them; in less room all shrink alike.
A cell may be *roomy*: its own smallest size is larger than that of the others.
All arithmetic is done in whole numbers, so that equal input gives equal pixels everywhere.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType

from idea.domain.ids import NodeId
from idea.domain.layout.sharing import Span, share_out
from idea.domain.layout.tree import Direction, Grid, LayoutNode, Leaf, Split


@dataclass(frozen=True, slots=True)
class Extent:
    """A width and a height in pixels."""

    width: int = 0
    height: int = 0

    def along(self, direction: Direction) -> int:
        """Return the length in a direction."""
        return self.width if direction is Direction.ROW else self.height


NO_EXTENT = Extent()

type Roomy = Mapping[NodeId, Extent]
"""Cells with a smallest size of their own."""

ALL_ALIKE: Roomy = MappingProxyType({})
"""No cell has one."""


@dataclass(frozen=True, slots=True)
class Rectangle:
    """Pixels from (x, y) on; the right and bottom edge are excluded."""

    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """The first x right of it."""
        return self.x + self.width

    @property
    def bottom(self) -> int:
        """The first y below it."""
        return self.y + self.height

    def contains(self, x: int, y: int) -> bool:
        """Tell whether a pixel lies in it."""
        return self.x <= x < self.right and self.y <= y < self.bottom

    def along(self, direction: Direction) -> int:
        """Return the length in a direction."""
        return self.width if direction is Direction.ROW else self.height

    def start(self, direction: Direction) -> int:
        """Return where it begins in a direction."""
        return self.x if direction is Direction.ROW else self.y


@dataclass(frozen=True, slots=True, kw_only=True)
class Divider:
    """A border of a container; a column of a grid may show it in several pieces."""

    node: NodeId
    """The container."""
    direction: Direction
    """The direction in which it can be dragged: in a row, to the left and right."""
    index: int
    """It stands behind this child, column or row."""
    rectangle: Rectangle
    """The strip it fills; without gaps its thickness is 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Placement:
    """A tree laid out in a rectangle."""

    rectangle: Rectangle
    gap: int
    smallest: Extent
    roomy: Roomy
    tiles: Mapping[NodeId, Rectangle]
    """The cells, in reading order."""
    containers: Mapping[NodeId, Rectangle]
    dividers: tuple[Divider, ...]

    def cell_at(self, x: int, y: int) -> NodeId | None:
        """Return the cell under a pixel, None for a gap or the outside."""
        for cell, tile in self.tiles.items():
            if tile.contains(x, y):
                return cell
        return None


def place(
    tree: LayoutNode,
    rectangle: Rectangle,
    gap: int = 0,
    smallest: Extent = NO_EXTENT,
    roomy: Roomy = ALL_ALIKE,
) -> Placement:
    """Lay a tree out; `gap` is the width of the strips, `smallest` the size no cell goes below."""
    placing = _Placing(gap, smallest, roomy)
    placing.node(tree, rectangle)
    return Placement(
        rectangle=rectangle,
        gap=gap,
        smallest=smallest,
        roomy=roomy,
        tiles=placing.tiles,
        containers=placing.containers,
        dividers=tuple(placing.dividers),
    )


def smallest_extent(
    node: LayoutNode, gap: int, smallest: Extent, roomy: Roomy = ALL_ALIKE
) -> Extent:
    """Return the least room in which every cell of a node has its smallest size."""
    if isinstance(node, Leaf):
        return roomy.get(node.id, smallest)
    return Extent(
        *(
            sum(sizes) + gap * (len(sizes) - 1)
            for direction in (Direction.ROW, Direction.COLUMN)
            for sizes in (least_sizes(node, direction, gap, smallest, roomy),)
        )
    )


def least_sizes(
    container: Split | Grid,
    direction: Direction,
    gap: int,
    smallest: Extent,
    roomy: Roomy = ALL_ALIKE,
) -> tuple[int, ...]:
    """Return the least length of each child, column or row of a container.

    Across its direction, a split has one: that of its longest child.
    """
    match container:
        case Split():
            sizes = tuple(
                smallest_extent(child.node, gap, smallest, roomy).along(direction)
                for child in container.children
            )
            return sizes if container.direction is direction else (max(sizes),)
        case Grid():
            return _least_lines(container, direction, gap, smallest, roomy)


def _least_lines(
    grid: Grid, direction: Direction, gap: int, smallest: Extent, roomy: Roomy
) -> tuple[int, ...]:
    along = direction is Direction.ROW
    sizes = [0] * len(grid.col_weights if along else grid.row_weights)
    needs = sorted(
        (
            cell.col_span if along else cell.row_span,
            cell.col if along else cell.row,
            smallest_extent(cell.node, gap, smallest, roomy).along(direction),
        )
        for cell in grid.cells
    )
    for span, first, need in needs:
        lines = range(first, first + span)
        missing = need - gap * (span - 1) - sum(sizes[line] for line in lines)
        for number, line in enumerate(lines):
            if missing > 0:
                share = missing // (span - number)
                sizes[line] += share
                missing -= share
    return tuple(sizes)


class _Placing:
    """Collects tiles, containers and dividers on the way down a tree."""

    def __init__(self, gap: int, smallest: Extent, roomy: Roomy) -> None:
        self.tiles: dict[NodeId, Rectangle] = {}
        self.containers: dict[NodeId, Rectangle] = {}
        self.dividers: list[Divider] = []
        self._gap = gap
        self._smallest = smallest
        self._roomy = roomy

    def node(self, node: LayoutNode, box: Rectangle) -> None:
        match node:
            case Leaf():
                self.tiles[node.id] = box
            case Split():
                self.containers[node.id] = box
                self._split(node, box)
            case Grid():
                self.containers[node.id] = box
                self._grid(node, box)

    def _split(self, split: Split, box: Rectangle) -> None:
        spans = self._spans(split, split.direction, split.weights, box)
        across = Span(0, box.along(split.direction.other))
        for index, strip in enumerate(_between(spans)):
            rectangle = _piece(box, split.direction, strip, across)
            self._divider(split.id, split.direction, index, rectangle)
        for child, span in zip(split.children, spans, strict=True):
            self.node(child.node, _piece(box, split.direction, span, across))

    def _grid(self, grid: Grid, box: Rectangle) -> None:
        columns = self._spans(grid, Direction.ROW, grid.col_weights, box)
        rows = self._spans(grid, Direction.COLUMN, grid.row_weights, box)
        for index, strip in enumerate(_between(columns)):
            crossing = [c for c in grid.cells if c.col <= index and c.right > index + 1]
            for run in _runs(len(rows), [(cell.row, cell.bottom) for cell in crossing]):
                rectangle = _piece(box, Direction.ROW, strip, _joined(rows, *run))
                self._divider(grid.id, Direction.ROW, index, rectangle)
        for index, strip in enumerate(_between(rows)):
            crossing = [c for c in grid.cells if c.row <= index and c.bottom > index + 1]
            for run in _runs(len(columns), [(cell.col, cell.right) for cell in crossing]):
                rectangle = _piece(box, Direction.COLUMN, strip, _joined(columns, *run))
                self._divider(grid.id, Direction.COLUMN, index, rectangle)
        for cell in grid.cells:
            along = _joined(columns, cell.col, cell.right)
            across = _joined(rows, cell.row, cell.bottom)
            self.node(cell.node, _piece(box, Direction.ROW, along, across))

    def _spans(
        self,
        container: Split | Grid,
        direction: Direction,
        weights: Sequence[float],
        box: Rectangle,
    ) -> tuple[Span, ...]:
        least = least_sizes(container, direction, self._gap, self._smallest, self._roomy)
        return share_out(box.along(direction), weights, least, self._gap)

    def _divider(
        self, node: NodeId, direction: Direction, index: int, rectangle: Rectangle
    ) -> None:
        self.dividers.append(
            Divider(node=node, direction=direction, index=index, rectangle=rectangle)
        )


def _piece(box: Rectangle, direction: Direction, along: Span, across: Span) -> Rectangle:
    if direction is Direction.ROW:
        return Rectangle(box.x + along.start, box.y + across.start, along.length, across.length)
    return Rectangle(box.x + across.start, box.y + along.start, across.length, along.length)


def _between(spans: Sequence[Span]) -> Iterator[Span]:
    return (Span(one.end, other.start - one.end) for one, other in pairwise(spans))


def _joined(spans: Sequence[Span], first: int, end: int) -> Span:
    return Span(spans[first].start, spans[end - 1].end - spans[first].start)


def _runs(count: int, taken: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Give the stretches of 0 … count that none of the taken ones covers."""
    start = 0
    for first, end in sorted(taken):
        if first > start:
            yield start, first
        start = end
    if start < count:
        yield start, count
