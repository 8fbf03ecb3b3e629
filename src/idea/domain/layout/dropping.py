"""What becomes of a cell that is dragged over another one and let go.

The target has five zones: a strip along each side, where the cell is put beside it, and the middle,
where the two change places. Sessions travel with their cells.
"""

from enum import StrEnum

from idea.domain.ids import NodeId
from idea.domain.layout.geometry import Rectangle
from idea.domain.layout.moving import move_beside, swap
from idea.domain.layout.shape import FreshId
from idea.domain.layout.tree import LayoutNode, Side

_STRIP = 0.25
"""How much of a length each strip takes."""


class Zone(StrEnum):
    """A part of the target."""

    LEFT = "left"
    RIGHT = "right"
    UP = "up"
    DOWN = "down"
    CENTRE = "centre"

    @property
    def side(self) -> Side | None:
        """The side of the target it lies along, None for the middle."""
        return None if self is Zone.CENTRE else Side(self.value)


def zone_at(target: Rectangle, x: int, y: int) -> Zone:
    """Return the zone of a tile under a pixel of it; in a corner, that of the nearer side."""
    across = (x - target.x) / max(target.width, 1)
    down = (y - target.y) / max(target.height, 1)
    nearest = min(
        (across, Zone.LEFT), (1 - across, Zone.RIGHT), (down, Zone.UP), (1 - down, Zone.DOWN)
    )
    return nearest[1] if nearest[0] < _STRIP else Zone.CENTRE


def dropped(
    tree: LayoutNode, cell: NodeId, target: NodeId, zone: Zone, fresh: FreshId
) -> LayoutNode:
    """Return the tree after a cell was let go over a zone of another one.

    Raises:
        NotFoundError: One of the two does not exist.
        InvalidError: One is the other, or inside it.
        ConflictError: The target is too small.
    """
    if zone.side is None:
        return swap(tree, cell, target)
    return move_beside(tree, cell, target, zone.side, fresh)
