"""What a tree refuses to be."""

from collections.abc import Callable

import pytest

from idea.domain.errors import InvalidError, NotFoundError
from idea.domain.ids import NodeId, SessionId
from idea.domain.layout.layout import Layout
from idea.domain.layout.notation import read, write
from idea.domain.layout.shape import find, find_leaf, normalised, place_of
from idea.domain.layout.tree import (
    MAX_CELLS,
    MAX_DEPTH,
    MAX_LINES,
    Child,
    Direction,
    Grid,
    GridCell,
    LayoutNode,
    Leaf,
    Merged,
    Split,
    depth,
)
from support.grids import fresh_ids


def _leaf(name: str) -> Leaf:
    return Leaf(id=NodeId(name))


def _row(*names: str) -> Split:
    children = tuple(Child(node=_leaf(name)) for name in names)
    return Split(id=NodeId("row"), direction=Direction.ROW, children=children)


def _grid(rows: int, cols: int, *cells: tuple[int, int, int, int]) -> Grid:
    return Grid(
        id=NodeId("grid"),
        col_weights=(1.0,) * cols,
        row_weights=(1.0,) * rows,
        cells=tuple(
            GridCell(node=_leaf(f"c{number}"), row=row, col=col, row_span=high, col_span=wide)
            for number, (row, col, high, wide) in enumerate(cells)
        ),
    )


def _nested(levels: int) -> LayoutNode:
    tree: LayoutNode = _leaf("deepest")
    for level in range(levels):
        children = (Child(node=tree), Child(node=_leaf(f"leaf{level}")))
        direction = (Direction.ROW, Direction.COLUMN)[level % 2]
        tree = Split(id=NodeId(f"split{level}"), direction=direction, children=children)
    return tree


@pytest.mark.parametrize(
    ("build", "words"),
    [
        (lambda: _row("a"), "two children"),
        (lambda: _row("a", "a"), "same id"),
        (lambda: _row("a", "row"), "same id"),
        (lambda: _row(*(f"c{number}" for number in range(MAX_CELLS + 1))), "at most 500 cells"),
        (lambda: Child(node=_leaf("a"), weight=0), "greater than 0"),
        (lambda: Child(node=_leaf("a"), weight=-1), "greater than 0"),
        (lambda: Child(node=_leaf("a"), weight=float("inf")), "greater than 0"),
        (lambda: Child(node=_leaf("a"), weight=float("nan")), "greater than 0"),
        (lambda: Child(node=_leaf("a"), weight=1e13), "lies between"),
        (lambda: Merged(direction=Direction.ROW, weights=(1.0,)), "at least two"),
        (lambda: _grid(0, 1), "1 to 100"),
        (lambda: _grid(1, MAX_LINES + 1), "1 to 100"),
        (lambda: _grid(1, 2, (0, 0, 1, 1)), "without a cell"),
        (lambda: _grid(1, 2, (0, 0, 1, 2), (0, 1, 1, 1)), "overlap"),
        (lambda: _grid(1, 2, (0, 0, 1, 3)), "out of its grid"),
        (lambda: _grid(1, 1, (0, -1, 1, 2)), "out of its grid"),
        (lambda: _grid(1, 1, (0, 0, 0, 1)), "at least one row"),
        (lambda: _nested(MAX_DEPTH), "32 levels"),
    ],
)
def test_an_impossible_node_cannot_be_made(build: Callable[[], object], words: str) -> None:
    with pytest.raises(InvalidError, match=words):
        build()


def test_the_deepest_tree_is_as_deep_as_allowed() -> None:
    assert depth(_nested(MAX_DEPTH - 1)) == MAX_DEPTH


def test_grid_cells_stand_in_reading_order() -> None:
    grid = _grid(2, 2, (1, 0, 1, 2), (0, 1, 1, 1), (0, 0, 1, 1))
    assert [cell.node.id.value for cell in grid.cells] == ["c2", "c1", "c0"]


def test_a_tree_written_by_hand_becomes_normal() -> None:
    inner = Split(
        id=NodeId("inner"),
        direction=Direction.ROW,
        children=(Child(node=_leaf("b")), Child(node=_leaf("c"), weight=3)),
    )
    outer = Split(
        id=NodeId("outer"),
        direction=Direction.ROW,
        children=(Child(node=_leaf("a")), Child(node=inner, weight=2)),
    )
    assert write(normalised(outer)) == "a | b*0.5 | c*1.5"
    assert write(normalised(_grid(2, 1, (0, 0, 1, 1), (1, 0, 1, 1)))) == "c0 / c1"
    assert write(normalised(_grid(1, 2, (0, 0, 1, 2)))) == "c0"


def test_what_is_not_there_is_not_found() -> None:
    tree = read("a | b")
    for look in (find, find_leaf, place_of):
        with pytest.raises(NotFoundError, match="no cell z"):
            look(tree, NodeId("z"))
    assert place_of(tree, tree.id) is None


def test_only_leaves_show_sessions_and_each_session_once() -> None:
    tree = read("a | b")
    with pytest.raises(InvalidError, match="Only a cell"):
        Layout(tree=tree, sessions={tree.id: SessionId("s")})
    with pytest.raises(InvalidError, match="in one cell only"):
        Layout(tree=tree, sessions={NodeId("a"): SessionId("s"), NodeId("b"): SessionId("s")})


def test_fresh_ids_differ() -> None:
    fresh = fresh_ids()
    assert fresh() != fresh()
