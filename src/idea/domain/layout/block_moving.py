"""Moving a block of cells as one, and letting it change places with what is beside it.

Beside means in the same container, or beyond its edge in the nearest one around it. Whole rows and
columns take their sizes along; in the midst of a grid lines stay where they are and only cells
move. No cell comes or goes, so no session does.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from idea.domain.errors import ConflictError
from idea.domain.ids import NodeId
from idea.domain.layout.address import Block, block_of_part, grown, parts_in
from idea.domain.layout.shape import (
    FreshId,
    find_container,
    place_of,
    replaced,
    split_of,
    with_children,
)
from idea.domain.layout.splitting import put_beside
from idea.domain.layout.tree import (
    Child,
    Container,
    Direction,
    Grid,
    GridCell,
    LayoutNode,
    Side,
    Split,
    bounded,
    parts,
)
from idea.domain.layout.weights import weights_of, with_weights

_WHERE: Mapping[Side, str] = {
    Side.LEFT: "at its left",
    Side.RIGHT: "at its right",
    Side.UP: "above it",
    Side.DOWN: "below it",
}


def move_block(tree: LayoutNode, block: Block, side: Side, fresh: FreshId) -> LayoutNode:
    """Return the tree with a block one place further to a side; what was there comes behind it.

    A block that stands at the edge of a row or column leaves it, for the far side of what is next.

    Raises:
        NotFoundError: The block's container is gone.
        InvalidError: The block's container is a cell by now.
        ConflictError: Nothing is beside it, or the tree cannot express it.
    """
    block = _outermost(tree, block)
    container = find_container(tree, block.container)
    beside = _beside(container, block, side, lines=1)
    if beside is not None:
        return replaced(tree, {container.id: _exchanged(container, block, beside, side)})
    run = _run(container, block, fresh)
    beyond = _beyond(tree, container.id, side)
    rest = with_children(tree, run.split, (*run.before, *run.after))
    return put_beside(rest, beyond.node.id, side, run.node, fresh)


def swap_block(tree: LayoutNode, block: Block, side: Side, fresh: FreshId) -> LayoutNode:
    """Return the tree with a block and as much of what is on a side of it in each other's place.

    Raises:
        NotFoundError: The block's container is gone.
        InvalidError: The block's container is a cell by now.
        ConflictError: Nothing is beside it, or the tree cannot express it.
    """
    block = _outermost(tree, block)
    container = find_container(tree, block.container)
    first, end = block.along(side.direction)
    beside = _beside(container, block, side, lines=end - first)
    if beside is not None:
        return replaced(tree, {container.id: _exchanged(container, block, beside, side)})
    run = _run(container, block, fresh)
    beyond = _beyond(tree, container.id, side)
    twins = _twins(run, beyond)
    if twins:
        return replaced(tree, twins)
    other = Child(node=beyond.node, weight=run.weight)
    mixed = split_of(
        run.split.id,
        run.split.direction,
        (*run.before, other, *run.after),
        run.split.extra,
    )
    return replaced(tree, {run.split.id: mixed, beyond.node.id: run.node})


@dataclass(frozen=True, slots=True, kw_only=True)
class _Run:
    """Children of a split that follow each other, but not all of it."""

    split: Split
    first: int
    end: int
    node: LayoutNode
    """They as one node."""

    @property
    def before(self) -> tuple[Child, ...]:
        return self.split.children[: self.first]

    @property
    def after(self) -> tuple[Child, ...]:
        return self.split.children[self.end :]

    @property
    def weight(self) -> float:
        return bounded(sum(self.split.weights[self.first : self.end]))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Beyond:
    """What is beside a container, in one around it."""

    node: LayoutNode
    is_next: bool
    """Whether that one is directly around it."""


def _outermost(tree: LayoutNode, block: Block) -> Block:
    """Return the block as a part of what is around its container, while it is all of that.

    Raises:
        ConflictError: It is the whole grid.
    """
    container = find_container(tree, block.container)
    if len(parts_in(container, block)) < len(parts(container)):
        return block
    place = place_of(tree, container.id)
    if place is None:
        raise ConflictError("The range is the whole grid; there is nothing beside it.")
    return _outermost(tree, block_of_part(place.container, place.index))


def _beside(container: Container, block: Block, side: Side, *, lines: int) -> Block | None:
    """Return up to so many lines beside a block in its container; None at the edge.

    Raises:
        ConflictError: A merged cell lies across their ends.
    """
    found = _next_lines(container, block, side, lines)
    if found is None:
        return None
    whole = grown(container, found)
    across = side.direction.other
    if whole.along(across) != block.along(across):
        raise ConflictError(
            f"A merged cell {_WHERE[side]} is longer than the range; unmerge it, or take all of "
            "its rows and columns into the range."
        )
    return whole


def _next_lines(container: Container, block: Block, side: Side, lines: int) -> Block | None:
    if isinstance(container, Split) and container.direction is not side.direction:
        return None
    first, end = block.along(side.direction)
    start, stop = max(first - lines, 0), first
    if side.is_after:
        start, stop = end, min(end + lines, len(weights_of(container, side.direction)))
    return None if start == stop else block.with_lines(side.direction, start, stop)


def _exchanged(container: Container, block: Block, beside: Block, side: Side) -> Container:
    """Return a container with two blocks in each other's place that touch along their sides."""
    front, back = (block, beside) if side.is_after else (beside, block)
    direction = side.direction
    start, middle = front.along(direction)
    end = back.along(direction)[1]
    if isinstance(container, Split):
        old = container.children
        turned = (*old[:start], *old[middle:end], *old[start:middle], *old[end:])
        return replace(container, children=turned)
    cells = []
    for number, cell in enumerate(container.cells):
        here = block_of_part(container, number)
        if front.holds(here):
            cell = _shifted(cell, direction, end - middle)  # noqa: PLW2901 - the same cell, moved.
        elif back.holds(here):
            cell = _shifted(cell, direction, start - middle)  # noqa: PLW2901 - likewise.
        cells.append(cell)
    moved = replace(container, cells=tuple(cells))
    if block.along(direction.other) != (0, len(weights_of(container, direction.other))):
        return moved
    old_weights = weights_of(container, direction)
    return with_weights(
        moved,
        direction,
        (
            *old_weights[:start],
            *old_weights[middle:end],
            *old_weights[start:middle],
            *old_weights[end:],
        ),
    )


def _shifted(cell: GridCell, direction: Direction, by: int) -> GridCell:
    if direction is Direction.ROW:
        return replace(cell, col=cell.col + by)
    return replace(cell, row=cell.row + by)


def _run(container: Container, block: Block, fresh: FreshId) -> _Run:
    """Return a block at the edge of its container as one node.

    Raises:
        ConflictError: The container is a grid, which has no place left empty.
    """
    if isinstance(container, Grid):
        raise ConflictError(
            "The range is at the edge of its grid, and only all of a grid can leave its place."
        )
    numbers = parts_in(container, block)
    first, end = numbers[0], numbers[-1] + 1
    inside = container.children[first:end]
    node = split_of(fresh(), container.direction, inside)
    return _Run(split=container, first=first, end=end, node=node)


def _beyond(tree: LayoutNode, container: NodeId, side: Side) -> _Beyond:
    """Return what is on a side of a container, in the nearest one around it that has that.

    Raises:
        ConflictError: There the layout ends.
    """
    place, is_next = place_of(tree, container), True
    while place is not None:
        around = place.container
        found = _next_lines(around, block_of_part(around, place.index), side, 1)
        if found is not None:
            inside = enumerate(parts(around))
            node = next(part for at, part in inside if block_of_part(around, at).meets(found))
            return _Beyond(node=node, is_next=is_next)
        place, is_next = place_of(tree, around.id), False
    raise ConflictError(f"The range is at the edge of the grid; nothing is {_WHERE[side]}.")


def _twins(run: _Run, beyond: _Beyond) -> Mapping[NodeId, LayoutNode]:
    """Return each part of a run and its like in the next row or column, if there all have one."""
    other = beyond.node
    if (
        not beyond.is_next
        or not isinstance(other, Split)
        or other.direction is not run.split.direction
        or len(other.children) < run.end
    ):
        return {}
    pairs = zip(
        parts(run.split)[run.first : run.end], parts(other)[run.first : run.end], strict=True
    )
    return {one.id: twin for pair in pairs for one, twin in (pair, pair[::-1])}
