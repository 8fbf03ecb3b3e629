"""When a cell has room for its terminal, and when it is a card instead."""

from idea.domain.layout.geometry import Extent

CARD = Extent(380, 200)
"""The usual size below which a cell is a card."""
LEAST = Extent(300, 140)
"""About 34 columns and 6 rows of the usual text: less is of no use, however long the other side."""


def has_room(tile: Extent, card: Extent) -> bool:
    """Tell whether a terminal can be used in a tile.

    A tile that is both narrower and lower than a card has no room; nor has one that is very narrow
    or very low, whatever its other side.
    """
    usable = tile.width >= min(LEAST.width, card.width) and tile.height >= min(
        LEAST.height, card.height
    )
    return usable and (tile.width >= card.width or tile.height >= card.height)
