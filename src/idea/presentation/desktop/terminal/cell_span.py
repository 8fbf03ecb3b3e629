"""Which cells lie between two places of a drag; a place is a line and a border between cells."""

from typing import NamedTuple


class Place(NamedTuple):
    """A place in all lines, as the mouse points at it."""

    line: int
    border: int
    """The border between cells nearest to the mouse: 0 is left of the first cell."""
    column: int
    """The cell under the mouse."""


type Cell = tuple[int, int]
"""Line and column."""


def cells_between(one: Place, other: Place, columns: int) -> tuple[Cell, Cell] | None:
    """Return the first and last cell between two places in reading order; None for none."""
    first, last = sorted(((one.line, one.border), (other.line, other.border)))
    if first == last:
        return None
    start = (first[0] + 1, 0) if first[1] >= columns else first
    end = (last[0], last[1] - 1) if last[1] > 0 else (last[0] - 1, columns - 1)
    return (start, end) if start <= end else None


def block_between(one: Place, other: Place) -> tuple[Cell, Cell] | None:
    """Return two opposite corners of the rectangle between two places; None for an empty one."""
    left, right = sorted((one.border, other.border))
    if left == right:
        return None
    top, bottom = sorted((one.line, other.line))
    return (top, left), (bottom, right - 1)
