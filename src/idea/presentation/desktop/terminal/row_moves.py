"""Finds out which rows only moved, so that their pixels can be moved instead of painted."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from idea.domain.ports.dense_runs import DenseRuns
from idea.domain.ports.terminal_core import Row

_FEWEST_ROWS = 4
"""Painting this many rows is not worth a search."""


class RowMove(NamedTuple):
    """Rows `target` to `target + length - 1` are what `source` and following were."""

    source: int
    target: int
    length: int


def find_moves(
    before: Sequence[Row], changed: Mapping[int, Row], likely: int = 0
) -> tuple[RowMove, ...]:
    """Return moves that turn rows of `before` into changed rows, all by the same distance.

    `likely` is a distance (positive: the text went up) to try first. Moves never overlap in their
    targets and are in an order in which they can be carried out one after the other.
    """
    if len(changed) < _FEWEST_ROWS:
        return ()
    distance = likely if likely and _agrees(before, changed, likely) else _vote(before, changed)
    if distance == 0:
        return ()
    moved = sorted(
        row
        for row, content in changed.items()
        if 0 <= row + distance < len(before) and before[row + distance] == content
    )
    moves = _joined(moved, distance)
    return moves if distance > 0 else moves[::-1]


def _agrees(before: Sequence[Row], changed: Mapping[int, Row], distance: int) -> bool:
    """Return whether the first and a middle changed row confirm a distance."""
    rows = [row for row in sorted(changed) if 0 <= row + distance < len(before)]
    if len(rows) < 2:
        return False
    return all(before[row + distance] == changed[row] for row in (rows[0], rows[len(rows) // 2]))


def _vote(before: Sequence[Row], changed: Mapping[int, Row]) -> int:
    """Return the distance most changed rows agree on; 0 when too few do."""
    places: dict[object, int] = {}
    for number, row in enumerate(before):
        if row.runs:
            places.setdefault(_mark(row), number)
    marks = ((number, _mark(row)) for number, row in changed.items() if row.runs)
    votes = Counter(places[mark] - number for number, mark in marks if mark in places)
    del votes[0]
    if not votes:
        return 0
    distance, count = votes.most_common(1)[0]
    return distance if count * 3 >= len(changed) else 0


def _mark(row: Row) -> object:
    """Return what equal rows have in common; hashing whole rows of many runs would take long."""
    runs = row.runs
    if isinstance(runs, DenseRuns):
        return runs.text, row.wrapped
    return (runs[0], runs[len(runs) // 2], runs[-1], len(runs), row.wrapped)


def _joined(rows: Sequence[int], distance: int) -> tuple[RowMove, ...]:
    moves: list[RowMove] = []
    for row in rows:
        if moves and moves[-1].target + moves[-1].length == row:
            moves[-1] = moves[-1]._replace(length=moves[-1].length + 1)
        else:
            moves.append(RowMove(source=row + distance, target=row, length=1))
    return tuple(moves)
