"""Dragging a cell over another one: zones, and what each of them makes of a grid."""

from itertools import permutations

import pytest

from idea.domain.errors import InvalidError, NotFoundError
from idea.domain.ids import NodeId, SessionId
from idea.domain.layout.dropping import Zone, dropped, zone_at
from idea.domain.layout.geometry import Rectangle
from idea.domain.layout.layout import Layout
from idea.domain.layout.notation import numbered, read, write
from idea.domain.layout.tree import leaf_ids

TILE = Rectangle(100, 50, 400, 200)
A, B = NodeId("a"), NodeId("b")


@pytest.mark.parametrize(
    ("x", "y", "zone"),
    [
        (300, 150, Zone.CENTRE),
        (199, 150, Zone.LEFT),
        (200, 150, Zone.CENTRE),
        (401, 150, Zone.RIGHT),
        (300, 99, Zone.UP),
        (300, 201, Zone.DOWN),
        (110, 60, Zone.LEFT),
        (150, 60, Zone.UP),
    ],
)
def test_a_tile_has_a_strip_along_each_side_and_a_middle(x: int, y: int, zone: Zone) -> None:
    assert zone_at(TILE, x, y) is zone


def test_a_tile_without_room_has_a_zone_all_the_same() -> None:
    assert zone_at(Rectangle(0, 0, 0, 0), 0, 0) is Zone.LEFT


@pytest.mark.parametrize(
    ("before", "zone", "after"),
    [
        ("a | b", Zone.LEFT, "a | b"),
        ("a | b", Zone.RIGHT, "b | a"),
        ("a | b", Zone.UP, "a / b"),
        ("a | b", Zone.DOWN, "b / a"),
        ("a | b", Zone.CENTRE, "b | a"),
        ("a | (b / c)", Zone.DOWN, "b*0.5 / a*0.5 / c"),
        ("[a c; b b]", Zone.RIGHT, "c / (b | a)"),
        ("[a c; b b]", Zone.CENTRE, "[b c; a a]"),
        ("[a a; c b]", Zone.CENTRE, "[b b; c a]"),
        ("[a a b; c d b]", Zone.DOWN, "c | d | (b / a)"),
        ("[a a b; c d b; e e f]", Zone.DOWN, "[1 1 1 / 2 1: c d (b / a); e e f]"),
    ],
)
def test_each_zone_does_its_part_and_spans_stay_with_their_places(
    before: str, zone: Zone, after: str
) -> None:
    assert write(dropped(read(before), A, B, zone, numbered("x"))) == after


def test_six_cells_dragged_onto_all_zones_of_each_other_lose_no_session() -> None:
    tree = read("[a a b; c d b; e e f]")
    cells = leaf_ids(tree)
    layout = Layout(tree=tree, sessions={cell: SessionId(f"s-{cell}") for cell in cells})
    drops = 0
    for cell, target in permutations(cells, 2):
        for zone in Zone:
            after = layout.with_tree(dropped(tree, cell, target, zone, numbered("new")))
            assert after.sessions == layout.sessions
            drops += 1
    assert drops == 150


def test_a_cell_cannot_be_dropped_on_itself_or_on_what_is_not_there() -> None:
    with pytest.raises(InvalidError):
        dropped(read("a | b"), A, A, Zone.LEFT, numbered())
    with pytest.raises(NotFoundError):
        dropped(read("a | b"), A, NodeId("z"), Zone.CENTRE, numbered())
