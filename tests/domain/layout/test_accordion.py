"""Cards, and cells that grow for a while."""

import pytest

from idea.domain.ids import NodeId
from idea.domain.layout.accordion import READABLE, growth
from idea.domain.layout.cards import CARD, has_room
from idea.domain.layout.geometry import Extent, Rectangle, place
from idea.domain.layout.notation import read

SMALLEST = Extent(72, 40)
A = NodeId("a")


@pytest.mark.parametrize(
    ("width", "height", "expected"),
    [
        (380, 200, True),
        (379, 199, False),
        (379, 200, True),
        (380, 199, True),
        (332, 680, True),
        (299, 900, False),
        (300, 900, True),
        (900, 139, False),
        (900, 140, True),
    ],
)
def test_a_tile_both_narrower_and_lower_than_a_card_has_no_room(
    width: int, height: int, expected: bool
) -> None:
    assert has_room(Extent(width, height), CARD) is expected


def test_a_person_may_want_terminals_however_small() -> None:
    assert has_room(Extent(10, 10), Extent(0, 0))
    assert has_room(Extent(100, 50), Extent(100, 50))
    assert not has_room(Extent(99, 49), Extent(100, 50))


def _tiles(text: str, width: int, height: int) -> dict[str, tuple[int, int]]:
    tree = read(text)
    grown = growth(tree, A, Extent(width, height), 1, smallest=SMALLEST, enough=CARD)
    placed = place(tree, Rectangle(0, 0, width, height), 1, grown.smallest, grown.roomy)
    return {cell.value: (tile.width, tile.height) for cell, tile in placed.tiles.items()}


def test_a_grown_cell_takes_most_of_the_room_and_leaves_the_others_readable() -> None:
    tiles = _tiles("[a b c; d e f; g h i]", 1000, 700)
    assert tiles["a"] == (620, 434)
    assert tiles["b"][0] >= READABLE.width
    assert tiles["d"][1] >= READABLE.height


def test_a_grown_cell_gets_enough_though_the_others_are_hardly_readable_then() -> None:
    tiles = _tiles("[a b c d e f; g h i j k l; m n o p q r; s t u v w x]", 900, 700)
    assert tiles["a"][0] >= CARD.width
    assert tiles["b"][0] >= SMALLEST.width


def test_a_cell_that_is_large_already_is_not_made_smaller() -> None:
    assert _tiles("a*9 | b", 1000, 700)["a"] == _tiles("a*9 | b", 1000, 700)["a"]
    assert _tiles("a*9 | b", 1000, 700)["a"][0] > 620


def test_where_there_is_no_room_all_shrink_alike() -> None:
    tiles = _tiles("a | b | c", 90, 30)
    assert len({width for width, _ in tiles.values()}) <= 2
