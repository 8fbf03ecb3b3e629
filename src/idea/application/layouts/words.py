"""Reading the plain words of requests: sides and directions."""

from idea.domain.errors import InvalidError
from idea.domain.layout.tree import Direction, Side


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
