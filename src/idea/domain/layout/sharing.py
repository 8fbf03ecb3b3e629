"""Dividing a length in whole pixels by weights; nothing is left over and nothing overlaps."""

from collections.abc import Sequence
from dataclasses import dataclass

_SHARES = 1 << 32
"""Weights are counted in parts of their sum, this many."""


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a line."""

    start: int
    length: int

    @property
    def end(self) -> int:
        """The first place behind it."""
        return self.start + self.length


def share_out(
    length: int, weights: Sequence[float], least: Sequence[int], gap: int
) -> tuple[Span, ...]:
    """Divide a length by weights, in order, with a gap between neighbours.

    Args:
        length: The length to divide.
        weights: One for each piece.
        least: The length below which no piece goes while there is room.
        gap: The distance between pieces; less where there is no room for it.
    """
    between = len(weights) - 1
    gap = min(gap, length // between) if between else 0
    room = length - gap * between
    total = sum(weights)
    shares = [max(1, round(weight / total * _SHARES)) for weight in weights]
    if sum(least) > room:
        sizes = _proportional(room, [max(size, 0) for size in least])
    else:
        sizes = _at_least(room, shares, least)
    spans, start = [], 0
    for size in sizes:
        spans.append(Span(start, size))
        start += size + gap
    return tuple(spans)


def _at_least(room: int, shares: Sequence[int], least: Sequence[int]) -> list[int]:
    """Give each its share, but those whose share is too small their least size."""
    fixed: dict[int, int] = {}
    while True:
        free = [number for number in range(len(shares)) if number not in fixed]
        left = room - sum(fixed.values())
        total = sum(shares[number] for number in free)
        short = {
            number: least[number]
            for number in free
            if shares[number] * left <= least[number] * total
        }
        if not short or len(short) == len(free):
            break
        fixed |= short
    sizes = _proportional(left, [shares[number] for number in free])
    return [
        fixed[number] if number in fixed else sizes[free.index(number)]
        for number in range(len(shares))
    ]


def _proportional(room: int, shares: Sequence[int]) -> list[int]:
    """Round the borders, not the pieces, so that the pieces add up to the room."""
    total = sum(shares)
    sizes, before, passed = [], 0, 0
    for share in shares:
        passed += share
        border = (2 * room * passed + total) // (2 * total)
        sizes.append(border - before)
        before = border
    return sizes
