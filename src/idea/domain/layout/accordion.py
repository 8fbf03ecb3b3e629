"""Letting one cell grow while the others stay readable: a way of looking, not a change of the tree.

The grown cell gets a least size of its own, and the layout's own geometry does the rest. It takes
what leaves the others readable, more only where it would not have enough otherwise.
"""

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass

from idea.domain.ids import NodeId
from idea.domain.layout.geometry import Extent, smallest_extent
from idea.domain.layout.tree import Direction, LayoutNode

READABLE = Extent(132, 46)
"""The least size at which a card says what it stands for."""
_MOST = 0.62
"""The part of the whole that a grown cell takes at most, unless it needs more to be enough."""


@dataclass(frozen=True, slots=True)
class Growth:
    """The least sizes with which a grid is laid out while one cell is grown."""

    smallest: Extent
    """Of all other cells."""
    roomy: Mapping[NodeId, Extent]
    """Of the grown one."""


def growth(
    tree: LayoutNode, cell: NodeId, room: Extent, gap: int, *, smallest: Extent, enough: Extent
) -> Growth:
    """Return how much a cell may take of `room`; `enough` is what it should get at least.

    `smallest` is the size below which no other cell goes.
    """

    def along(direction: Direction) -> tuple[int, int]:
        """Return the least length of the others, and that of the grown cell."""
        length, wanted = room.along(direction), enough.along(direction)

        def most(others: Extent) -> int:
            """Return how long the cell can be while no other goes below a size."""

            def needed(own: int) -> int:
                return smallest_extent(tree, gap, others, {cell: Extent(own, own)}).along(direction)

            return bisect_right(range(length + 1), length, key=needed) - 1

        calm = most(READABLE)
        if calm >= wanted:
            return READABLE.along(direction), max(wanted, min(calm, round(length * _MOST)))
        least = smallest.along(direction)
        return least, max(least, min(wanted, most(smallest)))

    across, down = along(Direction.ROW), along(Direction.COLUMN)
    return Growth(
        smallest=Extent(across[0], down[0]),
        roomy={cell: Extent(across[1], down[1])},
    )
