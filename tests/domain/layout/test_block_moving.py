"""Blocks of cells that move as one, before and after in the notation of `notation.py`."""

import pytest

from idea.domain.errors import ConflictError, InvalidError, NotFoundError
from idea.domain.ids import NodeId
from idea.domain.layout.address import Block, locate_block
from idea.domain.layout.block_moving import move_block, swap_block
from idea.domain.layout.merging import is_merged, merge, merged_in, unmerge_block
from idea.domain.layout.notation import numbered, read, write
from idea.domain.layout.shape import normalised, replaced
from idea.domain.layout.tree import LayoutNode, Side

_GRID = "[a b c; d e f; g h i]"


def _moved(text: str, cells: str, side: Side) -> LayoutNode:
    tree = read(text)
    return move_block(tree, locate_block(tree, cells), side, numbered("new"))


def _swapped(text: str, cells: str, side: Side) -> LayoutNode:
    tree = read(text)
    return swap_block(tree, locate_block(tree, cells), side, numbered("new"))


@pytest.mark.parametrize(
    ("text", "cells", "side", "after"),
    [
        ("a | b*2 | c*3 | d", "A1:B1", Side.RIGHT, "c*3 | a | b*2 | d"),
        ("a | b*2 | c*3 | d", "C1:D1", Side.LEFT, "a | c*3 | d | b*2"),
        ("a / b / c", "A2:A3", Side.UP, "b / c / a"),
        ("a / b / c", "A1:A2", Side.DOWN, "c / a / b"),
        (_GRID, "A1:B2", Side.RIGHT, "[c a b; f d e; g h i]"),
        (_GRID, "B2:C3", Side.UP, "[a e f; d h i; g b c]"),
        (_GRID, "B2:C3", Side.LEFT, "[a b c; e f d; h i g]"),
        ("[3 2 1 / 1 1: a b c; d e f]", "A1:A2", Side.RIGHT, "[2 3 1 / 1 1: b a c; e d f]"),
        ("[3 2 1 / 1 1: a b c; d e f]", "A1:B1", Side.RIGHT, "[3 2 1 / 1 1: c a b; d e f]"),
        ("[a b b; c d e]", "A1:A2", Side.RIGHT, "[b b a; d e c]"),
        ("[a b b; c d d]", "A1:A2", Side.RIGHT, "[b b a; d d c]"),
        ("[a b c; d b e]", "A1:A2", Side.RIGHT, "[b a c; b d e]"),
        # Out of a column, to the far side of what is next to it.
        ("(a / b / c) | d", "A1.A1:A2", Side.RIGHT, "c | d*0.5 | (a / b)*0.5"),
        ("d | (a / b / c)", "B1.A2:A3", Side.LEFT, "(b / c)*0.5 | d*0.5 | a"),
        ("(a / b / c) | d | e", "A1.A1:A2", Side.RIGHT, "c | d*0.5 | (a / b)*0.5 | e"),
        # All of a container is a part of what is around it.
        ("(a / b) | c | d", "A1.A1:A2", Side.RIGHT, "c | (a / b) | d"),
        ("[(a | b) c; d e]", "A1.A1:B1", Side.RIGHT, "[c (a | b); d e]"),
        ("[(a | b | x) c; d e]", "A1.B1:C1", Side.RIGHT, "[a (c | b*0.5 | x*0.5); d e]"),
    ],
)
def test_a_moved_block_goes_one_place_further(
    text: str, cells: str, side: Side, after: str
) -> None:
    assert write(_moved(text, cells, side)) == after


@pytest.mark.parametrize(
    ("text", "cells", "side", "after"),
    [
        ("a | b*2 | c*3 | d", "A1:B1", Side.RIGHT, "c*3 | d | a | b*2"),
        ("a | b | c", "A1:B1", Side.RIGHT, "c | a | b"),
        ("[a b c d; e f g h]", "A1:B2", Side.RIGHT, "[c d a b; g h e f]"),
        (_GRID, "A1:B1", Side.DOWN, "[d e c; a b f; g h i]"),
        ("(a / b / c) | (d / e / f)", "A1.A1:A2", Side.RIGHT, "(d / e / c) | (a / b / f)"),
        ("(a / b / c) | (d / e)", "A1.A2:A3", Side.RIGHT, "(a / d / e) | (b / c)"),
        ("(a / b / c) | d", "A1.A2:A3", Side.RIGHT, "(a / d*2) | (b / c)"),
        ("((a | b | c) / d) | e", "A1.A1.B1:C1", Side.RIGHT, "((a | e*2) / d) | b*0.5 | c*0.5"),
        ("(a / b) | c | d", "A1.A1:A2", Side.RIGHT, "c | (a / b) | d"),
    ],
)
def test_a_swapped_block_is_where_its_neighbours_were(
    text: str, cells: str, side: Side, after: str
) -> None:
    assert write(_swapped(text, cells, side)) == after


@pytest.mark.parametrize("change", [move_block, swap_block])
@pytest.mark.parametrize(
    ("text", "cells", "side", "sentence"),
    [
        ("a | b", "A1:B1", Side.RIGHT, "the whole grid"),
        (_GRID, "A1:C3", Side.UP, "the whole grid"),
        (_GRID, "B1:C2", Side.RIGHT, "edge of its grid"),
        ("a | b | c", "A1:B1", Side.LEFT, "edge of the grid; nothing is at its left"),
        ("a | b | c", "A1:B1", Side.UP, "edge of the grid; nothing is above it"),
        ("a / b / c", "A2:A3", Side.DOWN, "edge of the grid; nothing is below it"),
        ("[a b b; c b b; d e f]", "A1:A1", Side.RIGHT, "merged cell at its right is longer"),
    ],
)
def test_what_a_tree_cannot_express_is_refused_in_one_sentence(
    change: type, text: str, cells: str, side: Side, sentence: str
) -> None:
    tree = read(text)

    with pytest.raises(ConflictError, match=sentence):
        change(tree, locate_block(tree, cells), side, numbered("new"))


def test_a_grid_that_is_one_merged_cell_moves_as_a_whole() -> None:
    tree = read("x | y | z")
    merged = read("[a a; a a]", fresh=numbered("inner"))
    tree = replaced(tree, {NodeId("x"): merged})

    block = Block(container=merged.id, row=0, col=0, bottom=2, right=2)

    after = move_block(tree, block, Side.RIGHT, numbered("new"))
    assert write(after) == "y | [a a; a a] | z"


def test_a_block_whose_container_is_gone_or_a_cell_is_refused() -> None:
    tree = read("a | b")
    for cells, error in ((NodeId("zz"), NotFoundError), (NodeId("a"), InvalidError)):
        block = Block(container=cells, row=0, col=0, bottom=1, right=1)
        with pytest.raises(error):
            move_block(tree, block, Side.RIGHT, numbered("new"))
        with pytest.raises(error):
            unmerge_block(tree, block, numbered("new"))


def test_all_that_is_merged_in_a_block_is_given_back_and_nothing_outside() -> None:
    tree = read("[a a b; c d d; e (f | g) h]")
    tree = merge(tree, locate_block(tree, "B3.A1:B1"))

    found = merged_in(tree, locate_block(tree, "A2:C3"))
    after = unmerge_block(tree, locate_block(tree, "A2:C3"), numbered("new"))

    assert found == (NodeId("d"), NodeId("f"))
    assert write(after) == "[a a b; c d new1; e (f | new2) h]"
    assert [is_merged(after, NodeId(cell)) for cell in "adf"] == [True, False, False]
    assert not is_merged(after, after.id)
    assert normalised(after) == after


def test_a_range_without_a_merged_cell_says_so() -> None:
    tree = read(_GRID)

    with pytest.raises(ConflictError, match="No cell of the range is merged"):
        unmerge_block(tree, locate_block(tree, "A1:B2"), numbered("new"))
