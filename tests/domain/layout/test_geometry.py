"""Where cells and dividers are, to the pixel."""

import pytest

from idea.domain.errors import InvalidError
from idea.domain.ids import NodeId
from idea.domain.layout.dragging import drag
from idea.domain.layout.focus import cell_in_place_of, neighbour
from idea.domain.layout.geometry import (
    Divider,
    Extent,
    Placement,
    Rectangle,
    place,
    smallest_extent,
)
from idea.domain.layout.notation import read
from idea.domain.layout.sharing import share_out
from idea.domain.layout.tree import Direction, Side


def _tiles(placed: Placement) -> str:
    return " ".join(
        f"{cell}={tile.x},{tile.y},{tile.width}x{tile.height}"
        for cell, tile in placed.tiles.items()
    )


def _dividers(placed: Placement) -> list[str]:
    return [
        f"{one.direction} {one.index} {box.x},{box.y},{box.width}x{box.height}"
        for one in placed.dividers
        for box in (one.rectangle,)
    ]


@pytest.mark.parametrize(
    ("text", "width", "height", "gap", "expected"),
    [
        ("a", 100, 50, 4, "a=0,0,100x50"),
        ("a | b", 101, 50, 1, "a=0,0,50x50 b=51,0,50x50"),
        ("a | b | c", 100, 50, 0, "a=0,0,33x50 b=33,0,34x50 c=67,0,33x50"),
        ("a*3 | b", 102, 50, 2, "a=0,0,75x50 b=77,0,25x50"),
        ("a / (b | c)", 100, 50, 2, "a=0,0,100x24 b=0,26,49x24 c=51,26,49x24"),
        ("[a a; b c]", 100, 50, 2, "a=0,0,100x24 b=0,26,49x24 c=51,26,49x24"),
        ("[1 3 / 1 1: a b; a c]", 102, 50, 2, "a=0,0,25x50 b=27,0,75x24 c=27,26,75x24"),
        ("a | b | c", 3, 5, 4, "a=0,0,0x5 b=1,0,1x5 c=3,0,0x5"),
        ("a | b", 0, 0, 4, "a=0,0,0x0 b=0,0,0x0"),
    ],
)
def test_tiles_fill_the_rectangle(
    text: str, width: int, height: int, gap: int, expected: str
) -> None:
    assert expected == _tiles(place(read(text), Rectangle(0, 0, width, height), gap))


def test_the_origin_moves_everything() -> None:
    placed = place(read("a | b"), Rectangle(-10, 7, 20, 5), 2)
    assert _tiles(placed) == "a=-10,7,9x5 b=1,7,9x5"
    assert _dividers(placed) == ["row 0 -1,7,2x5"]


def test_a_cell_keeps_its_smallest_size_and_in_less_room_all_shrink_alike() -> None:
    tree = read("a | b*9")
    smallest = Extent(20, 10)
    assert _tiles(place(tree, Rectangle(0, 0, 100, 10), 0, smallest)) == "a=0,0,20x10 b=20,0,80x10"
    assert _tiles(place(tree, Rectangle(0, 0, 20, 10), 0, smallest)) == "a=0,0,10x10 b=10,0,10x10"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a", Extent(20, 10)),
        ("a | b", Extent(43, 10)),
        ("a | (b / c)", Extent(43, 23)),
        ("[a a; b c]", Extent(43, 23)),
        ("[a b; a c]", Extent(43, 23)),
        ("[(a | b | c) (a | b | c); d e]", Extent(66, 23)),
    ],
)
def test_the_least_room_holds_every_cell_in_its_smallest_size(text: str, expected: Extent) -> None:
    assert expected == smallest_extent(read(text), 3, Extent(20, 10))


def test_dividers_stop_where_a_merged_cell_begins() -> None:
    placed = place(read("[a b b; c d e; f f e]"), Rectangle(0, 0, 32, 32), 1)
    assert _dividers(placed) == [
        "row 0 10,0,1x21",
        "row 1 21,11,1x21",
        "column 0 0,10,32x1",
        "column 1 0,21,21x1",
    ]


def test_a_cell_is_found_under_the_pointer_and_none_between_cells() -> None:
    placed = place(read("a | (b / c)"), Rectangle(0, 0, 102, 102), 2)
    assert (placed.cell_at(10, 10), placed.cell_at(60, 60)) == (NodeId("a"), NodeId("c"))
    assert (placed.cell_at(51, 10), placed.cell_at(200, 0)) == (None, None)


def _dragged(text: str, pixels: int, smallest: Extent = Extent(), width: int = 104) -> list[float]:  # noqa: B008
    tree = read(text)
    placed = place(tree, Rectangle(0, 0, width, 52), 2, smallest)
    return [round(weight, 3) for weight in drag(tree, placed, placed.dividers[0], pixels)]


@pytest.mark.parametrize(
    ("text", "pixels", "expected"),
    [
        ("a | b", 0, [1, 1]),
        ("a | b", 10, [1.196, 0.804]),
        ("a | b", -10, [0.804, 1.196]),
        ("a | b", 500, [1.98, 0.02]),
        ("a | b | c", 20, [1.59, 0.41, 1]),
        ("a / b", 5, [1.2, 0.8]),
        ("[a b; c d]", 10, [1.196, 0.804]),
    ],
)
def test_dragging_moves_one_border(text: str, pixels: int, expected: list[float]) -> None:
    assert expected == _dragged(text, pixels)


def test_dragging_stops_at_the_smallest_size() -> None:
    assert _dragged("a | b", 500, Extent(51, 10), 204) == _dragged("a | b", 50, Extent(51, 10), 204)
    assert _dragged("a | b", 5, Extent(90, 10)) == [1, 1]


def test_dragging_beside_a_cell_at_its_smallest_size_begins_from_the_pixels() -> None:
    assert _dragged("a | b | c*0.01", 10, Extent(20, 10), 104) == [1.005, 0.603, 0.402]


def test_a_cell_has_no_divider_to_drag() -> None:
    tree = read("a | b")
    placed = place(tree, Rectangle(0, 0, 10, 10))
    lost = Divider(
        node=NodeId("a"), direction=Direction.ROW, index=0, rectangle=Rectangle(0, 0, 1, 1)
    )
    with pytest.raises(InvalidError, match="not divided"):
        drag(tree, placed, lost, 3)


def test_extreme_weights_share_out_without_a_remainder() -> None:
    spans = share_out(1000, (1e-12, 1e12, 1.0), (0, 0, 0), 0)
    assert [span.length for span in spans] == [0, 1000, 0]


@pytest.mark.parametrize(
    ("text", "cell", "found"),
    [
        ("a", "a", "left=- right=- up=- down=-"),
        ("a | b", "a", "left=- right=b up=- down=-"),
        ("a | (b / c)", "a", "left=- right=b up=- down=-"),
        ("a | (b / c*3)", "a", "left=- right=c up=- down=-"),
        ("[a b; c d]", "d", "left=c right=- up=b down=-"),
        ("[a b b; c d e]", "b", "left=a right=- up=- down=d"),
        ("(a / b) | (c / d)", "d", "left=b right=- up=c down=-"),
    ],
)
def test_the_neighbour_faces_the_middle_of_the_side(text: str, cell: str, found: str) -> None:
    tree = read(text)
    answers = {side: neighbour(tree, NodeId(cell), side) for side in Side}
    assert found == " ".join(f"{side}={answer or '-'}" for side, answer in answers.items())


@pytest.mark.parametrize(
    ("before", "gone", "after", "successor"),
    [
        ("a | b", "b", "a", "a"),
        ("a | (b / c)", "c", "a | b", "b"),
        ("[a b; c d]", "b", "[m m; c d]", "m"),
        ("a | b", "z", "a | b", None),
    ],
)
def test_a_cell_that_is_gone_has_a_successor_where_its_middle_was(
    before: str, gone: str, after: str, successor: str | None
) -> None:
    found = cell_in_place_of(NodeId(gone), read(before), read(after))
    assert found == (NodeId(successor) if successor else None)
