"""Parts of a grid for themselves."""

import pytest

from idea.domain.ids import NodeId
from idea.domain.layout.address import locate_block, range_text
from idea.domain.layout.excerpt import block_around, excerpt, shown_alone, spliced
from idea.domain.layout.notation import read, write
from idea.domain.layout.tree import Direction

_TREE = read("[2 1 3 / 1 4: a b b; c d (e / f*2 / g)]")


@pytest.mark.parametrize(
    ("cells", "text"),
    [
        ("ac", "A1:A2"),
        ("ab", "A1:C1"),
        ("cd", "A2:B2"),
        ("eg", "C2.A1:A3"),
        ("ef", "C2.A1:A2"),
        ("df", "B2:C2"),
        ("bd", "B1:C2"),
        ("az", ""),
        ("a", ""),
        ("z", ""),
    ],
)
def test_the_block_around_cells_is_the_smallest_that_holds_them(cells: str, text: str) -> None:
    block = block_around(_TREE, [NodeId(cell) for cell in cells])

    assert (text == "") is (block is None)
    if block is not None:
        start, _, end = text.partition(":")
        assert range_text(_TREE, block) == ":".join(
            (start, end if "." in end or "." not in start else f"{start.partition('.')[0]}.{end}")
        )


@pytest.mark.parametrize(
    ("cells", "alone"),
    [
        ("A1:A2", "[2 / 1 4: a; c]"),
        ("A1:C1", "[2 1 3 / 1: a b b]"),
        ("B1:C2", "[1 3 / 1 4: b b; d (e / f*2 / g)]"),
        ("C2.A2:A3", "f*2 / g"),
        ("B1:B1", "b"),
        ("A1:C2", "[2 1 3 / 1 4: a b b; c d (e / f*2 / g)]"),
    ],
)
def test_an_excerpt_has_the_nodes_and_the_weights_of_the_whole(cells: str, alone: str) -> None:
    assert write(excerpt(_TREE, locate_block(_TREE, cells))) == alone


@pytest.mark.parametrize(
    ("cells", "alone"),
    [("a", "a"), ("cd", "[2 1 / 4: c d]"), ("zc", "c"), ("z", write(_TREE)), ("", write(_TREE))],
)
def test_only_some_cells_are_shown_while_there_are_any_of_them(cells: str, alone: str) -> None:
    assert write(shown_alone(_TREE, [NodeId(cell) for cell in cells])) == alone


def test_weights_of_an_excerpt_are_put_back_where_they_were_taken() -> None:
    block = locate_block(_TREE, "B1:C2")

    assert spliced(_TREE, block, Direction.ROW, (5, 6)) == (2, 5, 6)
    assert spliced(_TREE, block, Direction.COLUMN, (7, 8)) == (7, 8)
    assert spliced(_TREE, locate_block(_TREE, "C2.A1:A2"), Direction.COLUMN, (9, 8)) == (9, 8, 1)
