"""Which cell lies on a side of another one, as the eye sees it, and which in its place."""

from idea.domain.ids import NodeId
from idea.domain.layout.geometry import Placement, Rectangle, place
from idea.domain.layout.shape import find_leaf
from idea.domain.layout.tree import LayoutNode, Side

_LARGE = Rectangle(0, 0, 1 << 24, 1 << 24)


def neighbour(
    tree: LayoutNode, cell: NodeId, side: Side, placement: Placement | None = None
) -> NodeId | None:
    """Return the cell next to the middle of a side, None where the layout ends.

    Without a `placement` (what a window shows) the tree is laid out in a large square.

    Raises:
        NotFoundError: There is no such cell.
        InvalidError: The place is divided into cells.
    """
    find_leaf(tree, cell)
    shown = placement or place(tree, _LARGE)
    here = shown.tiles[cell]
    beyond = [
        (distance, -_overlap(here, tile, side), _off_centre(here, tile, side), number, other)
        for number, (other, tile) in enumerate(shown.tiles.items())
        if other != cell
        and (distance := _distance(here, tile, side)) >= 0
        and _overlap(here, tile, side) > 0
    ]
    nearest = min((distance for distance, *_ in beyond), default=0)
    touching = [found for found in beyond if found[0] == nearest]
    touching.sort(key=lambda found: (found[2], found[1], found[3]))
    return touching[0][4] if touching else None


def cell_in_place_of(cell: NodeId, before: LayoutNode, after: LayoutNode) -> NodeId | None:
    """Return the cell that is now where the middle of a vanished one was; None for no such."""
    tile = place(before, _LARGE).tiles.get(cell)
    if tile is None:
        return None
    middle = tile.x + tile.width // 2, tile.y + tile.height // 2
    return place(after, _LARGE).cell_at(*middle)


def _distance(here: Rectangle, other: Rectangle, side: Side) -> int:
    match side:
        case Side.LEFT:
            return here.x - other.right
        case Side.RIGHT:
            return other.x - here.right
        case Side.UP:
            return here.y - other.bottom
        case Side.DOWN:
            return other.y - here.bottom


def _overlap(here: Rectangle, other: Rectangle, side: Side) -> int:
    across = side.direction.other
    first = max(here.start(across), other.start(across))
    end = min(here.start(across) + here.along(across), other.start(across) + other.along(across))
    return end - first


def _off_centre(here: Rectangle, other: Rectangle, side: Side) -> int:
    """Return how far the middle of the side is from the other cell: 0 when it faces it."""
    across = side.direction.other
    middle = here.start(across) + (here.along(across) - 1) // 2
    start, end = other.start(across), other.start(across) + other.along(across)
    return max(start - middle, middle - end + 1, 0)
