"""The plain words of requests: sides and directions, and the names of what was asked."""

from idea.domain.errors import InvalidError
from idea.domain.layout.address import address_of, locate, locate_block, range_text
from idea.domain.layout.tree import Direction, LayoutNode, Side


def side_named(word: str) -> Side:
    """Return the side a word means.

    Raises:
        InvalidError: It means none.
    """
    try:
        return Side(word.strip().lower())
    except ValueError:
        raise InvalidError(f"{word!r} is not a side; say left, right, up or down.") from None


def direction_named(word: str) -> Direction | None:
    """Return the direction a word means, None for an empty one.

    Raises:
        InvalidError: It means none.
    """
    try:
        return Direction(word.strip().lower()) if word.strip() else None
    except ValueError:
        raise InvalidError(f"{word!r} is not a direction; say row or column.") from None


def place_words(tree: LayoutNode, text: str) -> str:
    """Return what people call the node at an address, or of an id.

    Raises:
        NotFoundError: There is nothing at this address.
        InvalidError: It is not an address.
    """
    return address_of(tree, locate(tree, text)) or "the grid"


def range_words(tree: LayoutNode, text: str) -> str:
    """Return what people call a range, written by addresses or by ids.

    Raises:
        NotFoundError: There is nothing at one of the ends.
        InvalidError: It is not a range, or its ends are in two containers.
        ConflictError: There is only one cell.
    """
    return range_text(tree, locate_block(tree, text))
