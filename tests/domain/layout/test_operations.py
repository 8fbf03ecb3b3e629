"""Every operation on small grids, before and after in the notation of `notation.py`."""

from collections.abc import Callable

import pytest

from idea.domain.errors import ConflictError, IdeaError, InvalidError, NotFoundError
from idea.domain.ids import NodeId, SessionId
from idea.domain.layout.address import Block, locate, locate_block
from idea.domain.layout.layout import Layout
from idea.domain.layout.lines import delete_column, delete_row, insert_column, insert_row
from idea.domain.layout.merging import merge, merge_cells, unmerge
from idea.domain.layout.moving import move_beside, move_cell, swap, transpose
from idea.domain.layout.notation import numbered, read, write
from idea.domain.layout.presets import PRESETS, apply_preset, find_preset
from idea.domain.layout.splitting import close, close_cell, split
from idea.domain.layout.tree import Direction, LayoutNode, Side, leaf_ids
from idea.domain.layout.weights import (
    Border,
    border_at,
    equalise,
    equalise_block,
    equalise_range,
    resize,
    set_weights,
    with_weights,
)
from support.grids import fresh_ids

type Change = Callable[[LayoutNode], LayoutNode]


def _showing(text: str, *cells: str) -> Layout:
    """Return a layout in which each named cell `x` shows the session `s-x`."""
    sessions = {NodeId(cell): SessionId(f"s-{cell}") for cell in cells}
    return Layout(tree=read(text), sessions=sessions)


def _split(address: str, side: Side) -> Change:
    return lambda tree: split(tree, locate(tree, address), side, numbered("new"))


def _close(address: str) -> Change:
    return lambda tree: close(tree, locate(tree, address))


def _merge(cells: str) -> Change:
    return lambda tree: merge(tree, locate_block(tree, cells))


def _merge_unmerge(cells: str, merged_to: str = "") -> Change:
    def change(tree: LayoutNode) -> LayoutNode:
        merged = merge(tree, locate_block(tree, cells))
        return unmerge(
            merged, locate(merged, merged_to or cells.partition(":")[0]), numbered("new")
        )

    return change


def _insert(line: str, address: str, *, after: bool = True) -> Change:
    insert = insert_column if line == "column" else insert_row
    return lambda tree: insert(tree, locate(tree, address), numbered("new"), after=after)


def _delete(line: str, address: str) -> Change:
    delete = delete_column if line == "column" else delete_row
    return lambda tree: delete(tree, locate(tree, address))


def _resize(address: str, side: Side, percent: float) -> Change:
    return lambda tree: resize(tree, locate(tree, address), side, percent)


def _beside(address: str, to: str, side: Side) -> Change:
    return lambda tree: move_beside(
        tree, locate(tree, address), locate(tree, to), side, numbered("new")
    )


def _swap(one: str, other: str) -> Change:
    return lambda tree: swap(tree, locate(tree, one), locate(tree, other))


def _transpose(address: str = "") -> Change:
    return lambda tree: transpose(tree, locate(tree, address) if address else None)


SPLITTING = [
    ("a", _split("A1", Side.RIGHT), "a | new1"),
    ("a", _split("A1", Side.UP), "new1 / a"),
    ("a*2 | b", _split("A1", Side.RIGHT), "a | new1 | b"),
    ("a | b*2", _split("B1", Side.LEFT), "a | new1 | b"),
    ("a | b", _split("B1", Side.DOWN), "a | (b / new1)"),
    ("a / (b | c)", _split("A2.A1", Side.LEFT), "a / (new1*0.5 | b*0.5 | c)"),
    (
        "(a | b) / (c | d) / [e f; g h]",
        _split("A2.A1", Side.DOWN),
        "(a | b) / ((c / new1) | d) / [e f; g h]",
    ),
    ("[a b; c d]", _split("B2", Side.RIGHT), "[a b; c (d | new1)]"),
    ("[a a; b c]", _split("B1", Side.UP), "[(new1 / a) (new1 / a); b c]"),
]

CLOSING = [
    ("a | b", _close("A1"), "b"),
    ("a | b | c", _close("B1"), "a*2 | c"),
    ("a | b | c", _close("A1"), "b*2 | c"),
    ("a | (b / c)", _close("B1.A2"), "a | b"),
    ("a | (b / c)", _close("B1"), "a"),
    ("a | (b / (c | d))", _close("B1.A1"), "a | c*0.5 | d*0.5"),
    ("[a b; c d]", _close("B2"), "[a b; c c]"),
    ("[a b; c c]", _close("A2"), "a | b"),
    ("[a a; c d]", _close("B1"), "c | d"),
    ("[a b; a d]", _close("A1"), "b / d"),
    ("[a b; a d]", _close("B1"), "a | d"),
    ("[a b; c d; e e]", _close("A1"), "[b b; c d; e e]"),
    ("[a b b; a c d; e f f]", _close("B2"), "[1 2 / 1 1 1: a b; a d; e f]"),
    ("[a b b; a x c; d d c]", _close("A1"), "[2 1 / 1 1 1: b b; x c; d c]"),
    ("[1 2 / 3 1: a b; c c]", _close("A2"), "a | b*2"),
    ("[1 2 3 / 1 1: a b c; d e e]", _close("B1"), "[1 2 3 / 1 1: a a c; d e e]"),
    ("[1 1 / 1 2 3: a b; c b; d e]", _close("A2"), "[1 1 / 3 3: a b; d e]"),
]

MERGING = [
    ("a | b | c", _merge("A1:B1"), "a*2 | c"),
    ("a | b", _merge("A1:B1"), "a"),
    ("a / b*3 / c", _merge("A3:A2"), "a / b*4"),
    ("a | (b / c) | d", _merge("B1:C1"), "a | b*2"),
    ("[a b; c d]", _merge("A1:B2"), "[a a; a a]"),
    ("[a b c; d e f]", _merge("B1:C2"), "[a b b; d b b]"),
    ("[a b b; c d e]", _merge("A1:B2"), "[a a a; a a a]"),
    ("a | [b c; d e]", _merge("B1.A1:A2"), "a | [b c; b e]"),
    ("[a b c; a d e]", _merge("B1:C1"), "[a b b; a d e]"),
]

UNMERGING = [
    ("a | b*2 | c", _merge_unmerge("A1:B1"), "a | new1*2 | c"),
    ("a | b*2", _merge_unmerge("A1:B1"), "a | new1*2"),
    ("a / (b | c)", _merge_unmerge("A2.A1:B1", "A2"), "a / (b | new1)"),
    ("a | (b / c) | d", _merge_unmerge("B1:C1"), "a | b | new1"),
    ("[a b; c d]", _merge_unmerge("A1:B2"), "[a new1; new2 new3]"),
    ("[(a | b) c; d e]", _merge_unmerge("A1:A2"), "[a c; new1 e]"),
    ("[(a | b) c; d e]", _merge_unmerge("A1.A1:B1", "A1"), "[(a | new1) c; d e]"),
]

LINES = [
    ("a", _insert("column", "A1"), "a | new1"),
    ("a", _insert("row", "A1", after=False), "new1 / a"),
    ("a*2 | b", _insert("column", "A1"), "a*2 | new1*2 | b"),
    ("a | b", _insert("column", "A1", after=False), "new1 | a | b"),
    ("a | b", _insert("row", "A1"), "(a | b) / new1"),
    ("a | (b / c)", _insert("column", "B1.A1"), "a | (b / c) | new1"),
    ("[a b; c (d / e)]", _insert("column", "B2.A1", after=False), "[a b; c (new1 | (d / e))]"),
    ("[a b; c d]", _insert("column", "A1"), "[a new1 b; c new2 d]"),
    ("[a b; c d]", _insert("row", "B2", after=False), "[a b; new1 new2; c d]"),
    ("[a a; c d]", _insert("column", "A2"), "[a a a; c new1 d]"),
    ("[1 2 / 1 1: a b; c d]", _insert("column", "B1"), "[1 2 2 / 1 1: a b new1; c d new2]"),
    ("a | b | c", _delete("column", "B1"), "a | c"),
    ("a | (b / c)", _delete("column", "B1.A2"), "a"),
    ("a | (b / c)", _delete("row", "B1.A2"), "a | b"),
    ("[a b; c d]", _delete("column", "A2"), "b / d"),
    ("[a b c; d e f]", _delete("row", "C1"), "d | e | f"),
    ("[a a b; c d e]", _delete("column", "A2"), "[a b; d e]"),
    ("[a a b; c d e]", _delete("column", "A1"), "b / e"),
    ("[a b c; d e c]", _delete("row", "A2"), "a | b | c"),
    ("[a b; c d; e d]", _delete("row", "A2"), "[a b; e d]"),
]

SIZES = [
    ("a | b", _resize("A1", Side.RIGHT, 10), "a*1.2 | b*0.8"),
    ("a | b", _resize("B1", Side.LEFT, -10), "a*1.2 | b*0.8"),
    ("a | b", _resize("B1", Side.LEFT, 100), "a*0.04 | b*1.96"),
    ("a | (b / c)", _resize("B1.A1", Side.LEFT, 25), "a*0.5 | (b / c)*1.5"),
    ("a / b", _resize("A2", Side.UP, 50), "a*0.04 / b*1.96"),
    ("[a b; c d]", _resize("A1", Side.DOWN, 25), "[1 1 / 1.5 0.5: a b; c d]"),
    ("[a a b; c d e]", _resize("A1", Side.RIGHT, 10), "[1 1.3 0.7 / 1 1: a a b; c d e]"),
    ("a*2 | (b*3 / c)", equalise, "a | (b / c)"),
    ("[2 1 / 3 1: (a*2 | b) c; d e]", equalise, "[(a | b) c; d e]"),
    ("a*2 | b*4 | c", lambda t: equalise_range(t, "A1:B1"), "a*3 | b*3 | c"),
    ("a*2 | (b*2 / c)", lambda t: equalise_range(t, "B1"), "a*2 | (b / c)"),
    ("a*2 | (b*2 / c)", lambda t: equalise_range(t, "A1"), "a | (b*2 / c)"),
    ("[3 1 / 1 3: a b; c d]", lambda t: equalise_range(t, "A1:B1"), "[2 2 / 1 3: a b; c d]"),
    ("[3 1 / 1 3: a b; c d]", lambda t: equalise_range(t, "A1"), "[a b; c d]"),
    ("a | b", lambda t: set_weights(t, t.id, (1, 3)), "a | b*3"),
    (
        "[a b; c d]",
        lambda t: set_weights(t, t.id, (1, 3), Direction.COLUMN),
        "[1 1 / 1 3: a b; c d]",
    ),
    (
        "[a b; c d]",
        lambda t: set_weights(t, t.id, (1, 3), Direction.ROW),
        "[1 3 / 1 1: a b; c d]",
    ),
]

MOVING = [
    ("a | b | c", _beside("A1", "C1", Side.DOWN), "b*2 | (c / a)"),
    ("a | b | c", _beside("C1", "A1", Side.LEFT), "c*0.5 | a*0.5 | b*2"),
    ("a | (b / c)", _beside("B1.A1", "A1", Side.UP), "(b / a) | c"),
    ("[a b; c d]", _beside("A1", "B2", Side.RIGHT), "[b b; c (d | a)]"),
    ("[a b b; a x c; d d c]", _beside("B2", "B1", Side.UP), "[a (x / b) (x / b); a new1 c; d d c]"),
    ("a | (b / c)", _beside("A1", "B1.A2", Side.RIGHT), "b / (c | a)"),
    ("a | (b / c)", _swap("A1", "B1.A2"), "c | (b / a)"),
    ("[a b; c (d | e)]", _swap("A1", "B2"), "[(d | e) b; c a]"),
    ("(a | b) / (c | d)", _swap("A1", "A2"), "(c | d) / (a | b)"),
    ("a | (b / c*2)", _transpose(), "a / (b | c*2)"),
    ("[1 2 / 1 1: a b; c d]", _transpose(), "[1 1 / 1 2: a c; b d]"),
    ("a / [b b; (c | d) e]", _transpose("A2.B2"), "a / [b (c / d); b e]"),
    ("a | (b / c)", _transpose("B1"), "a | b*0.5 | c*0.5"),
]


@pytest.mark.parametrize(
    ("before", "change", "after"),
    [*SPLITTING, *CLOSING, *MERGING, *UNMERGING, *LINES, *SIZES, *MOVING],
)
def test_a_change_leads_to_the_grid_one_expects(before: str, change: Change, after: str) -> None:
    assert after == write(_rounded(change(read(before))))


def _rounded(tree: LayoutNode) -> LayoutNode:
    """Return the tree with weights as a person would write them."""
    return read(_tidy(write(tree)))


def _tidy(text: str) -> str:
    return " ".join(_tidy_word(word) for word in text.split(" "))


def _tidy_word(word: str) -> str:
    head, star, tail = word.rpartition("*")
    number = tail.rstrip(")];:")
    try:
        short = f"{float(number):.6g}"
    except ValueError:
        return word
    return f"{head}{star}{short}{tail[len(number) :]}"


def _refused(text: str, change: Change) -> IdeaError:
    with pytest.raises(IdeaError) as caught:
        change(read(text))
    return caught.value


@pytest.mark.parametrize(
    ("before", "change", "kind", "words"),
    [
        ("a | (b / c)", _split("B1", Side.LEFT), InvalidError, "divided"),
        ("a | b*1e-12", _split("B1", Side.LEFT), ConflictError, "too small"),
        ("a", _split("B1", Side.LEFT), NotFoundError, "B1"),
        ("a", _close("A1"), ConflictError, "last cell"),
        ("[a b b; a x c; d d c]", _close("B2"), ConflictError, "No neighbour"),
        ("a | b", _merge("A1"), InvalidError, "two cells"),
        ("a | (b / c)", _merge("A1:B1.A1"), InvalidError, "crosses"),
        ("a", _merge("A1:A1"), ConflictError, "only one cell"),
        (
            "a | b",
            lambda t: merge(t, Block(container=t.id, row=0, col=0, bottom=1, right=2), NodeId("z")),
            InvalidError,
            "not among",
        ),
        (
            "a | b",
            lambda t: merge(t, Block(container=NodeId("a"), row=0, col=0, bottom=1, right=2)),
            InvalidError,
            "not divided",
        ),
        (
            "a | b",
            lambda t: equalise_block(
                t, Block(container=NodeId("a"), row=0, col=0, bottom=1, right=2)
            ),
            InvalidError,
            "not divided",
        ),
        ("a | b", lambda t: unmerge(t, NodeId("a"), fresh_ids()), ConflictError, "not merged"),
        ("[a b; c d]", lambda t: unmerge(t, NodeId("a"), fresh_ids()), ConflictError, "not merged"),
        ("a", lambda t: unmerge(t, NodeId("a"), fresh_ids()), ConflictError, "not merged"),
        ("a", _delete("column", "A1"), ConflictError, "only column"),
        ("a | b", _delete("row", "A1"), ConflictError, "only row"),
        ("[a b; c (d / e)]", _delete("column", "B2.A1"), ConflictError, "only column"),
        ("[a a; b c]", _delete("column", "A1"), ConflictError, "only column"),
        ("a | b", _resize("A1", Side.LEFT, 10), ConflictError, "edge"),
        ("a | b", _resize("A1", Side.UP, 10), ConflictError, "edge"),
        ("[a b; c d]", _resize("B2", Side.RIGHT, 10), ConflictError, "edge"),
        ("a | b*0.001", _resize("A1", Side.RIGHT, 10), ConflictError, "no room"),
        ("a | b", _resize("A1", Side.RIGHT, 0), InvalidError, "100 %"),
        ("a | b", _resize("A1", Side.RIGHT, float("nan")), InvalidError, "100 %"),
        ("a | b", _resize("A1", Side.RIGHT, 101), InvalidError, "100 %"),
        ("a | b", lambda t: set_weights(t, t.id, (1, 2, 3)), InvalidError, "2 weights"),
        ("a | b", lambda t: set_weights(t, t.id, (1, 0)), InvalidError, "greater than 0"),
        (
            "a | b",
            lambda t: set_weights(t, t.id, (1, 1), Direction.COLUMN),
            InvalidError,
            "across its direction",
        ),
        ("a | b", lambda t: set_weights(t, NodeId("a"), (1,)), InvalidError, "not divided"),
        ("[a b; c d]", lambda t: set_weights(t, t.id, (1, 2)), InvalidError, "columns or of rows"),
        ("a", lambda t: equalise_range(t, "A1"), ConflictError, "only one cell"),
        ("a | b", _swap("A1", "A1"), InvalidError, "itself"),
        ("a | (b / c)", _swap("B1", "B1.A1"), InvalidError, "inside it"),
        ("a | (b / c)", _beside("A1", "B1", Side.LEFT), InvalidError, "divided"),
        ("a", _transpose("A1"), ConflictError, "only one cell"),
        ("a | b", lambda t: swap(t, NodeId("a"), NodeId("z")), NotFoundError, "z"),
    ],
)
def test_what_cannot_be_done_is_refused_with_a_sentence(
    before: str, change: Change, kind: type[IdeaError], words: str
) -> None:
    error = _refused(before, change)
    assert (kind, True) == (type(error), words in error.sentence)


def test_whatever_a_border_belongs_to_is_found_from_inside() -> None:
    tree = read("[a (b | (c / d)); e f]")
    border = border_at(tree, NodeId("c"), Side.DOWN)
    assert Border(border.container, Direction.COLUMN, 0) == border
    outer = border_at(tree, NodeId("d"), Side.DOWN)
    assert (tree, 0) == (outer.container, outer.index)


def test_a_leaf_that_was_merged_remembers_through_a_transposition() -> None:
    tree = _merge("A1.A1:B1")(read("(a*2 | b) / c"))
    assert write(tree) == "a / c"
    sideways = transpose(tree)
    again = unmerge(sideways, NodeId("a"), numbered("new"))
    assert write(again) == "(a*2 / new1) | c"


def test_unmerging_shares_out_the_room_the_cell_has_by_now() -> None:
    merged = merge(read("a | b | c"), locate_block(read("a | b | c"), "A1:B1"))
    wider = with_weights(merged, Direction.ROW, (6, 1))  # type: ignore[arg-type]
    assert write(unmerge(wider, NodeId("a"), numbered("new"))) == "a*3 | new1*3 | c"


def test_merging_shows_the_first_session_and_sends_the_others_to_the_background() -> None:
    before = _showing("[a b; c d]", "b", "c", "d")
    after = merge_cells(before, locate_block(before.tree, "A1:B2"))
    assert ("[b b; b b]", {NodeId("b"): SessionId("s-b")}) == (
        write(after.tree),
        dict(after.sessions),
    )
    assert (SessionId("s-c"), SessionId("s-d")) == after.displaced_from(before)


def test_merging_empty_cells_keeps_the_first() -> None:
    after = merge_cells(_showing("a | b"), locate_block(read("a | b"), "A1:B1"))
    assert write(after.tree) == "a"


@pytest.mark.parametrize(
    ("before", "showing", "cell", "to", "side", "after"),
    [
        ("a | b | c", "abc", "A1", "C1", None, "b | c | a"),
        ("a | b | c", "abc", "C1", "A1", None, "c | a | b"),
        ("a*2 | b", "ab", "A1", "B1", None, "b | a*2"),
        ("[a b; c d]", "abc", "A1", "B2", None, "[d b; c a]"),
        ("a | (b / c)", "ab", "A1", "B1.A2", None, "c | (b / a)"),
        ("[a b; c d]", "abcd", "A1", "B1", Side.LEFT, "[(a | b) (a | b); c d]"),
    ],
)
def test_a_moved_cell_arrives_with_its_session(  # noqa: PLR0917 - a table has columns.
    before: str, showing: str, cell: str, to: str, side: Side | None, after: str
) -> None:
    layout = _showing(before, *showing)
    moved = move_cell(layout, locate(layout.tree, cell), locate(layout.tree, to), fresh_ids(), side)
    assert (after, dict(layout.sessions)) == (write(moved.tree), dict(moved.sessions))


@pytest.mark.parametrize("to", ["B2", "B1"])
def test_a_cell_is_not_moved_onto_another_session_or_a_divided_place(to: str) -> None:
    layout = _showing("[a (b | e); c d]", "a", "d")
    with pytest.raises(ConflictError, match="taken"):
        move_cell(layout, NodeId("a"), locate(layout.tree, to), fresh_ids())


def test_the_whole_layout_cannot_be_moved_into_itself() -> None:
    layout = _showing("a | b")
    with pytest.raises(InvalidError, match="itself"):
        move_cell(layout, layout.tree.id, NodeId("a"), fresh_ids())


def test_closing_the_last_cell_only_empties_it() -> None:
    after = close_cell(_showing("a", "a"), NodeId("a"))
    assert (write(after.tree), dict(after.sessions)) == ("a", {})
    with pytest.raises(ConflictError, match="last cell"):
        close_cell(after, NodeId("a"))


def test_closing_a_cell_sends_its_session_to_the_background() -> None:
    before = _showing("a | b", "a", "b")
    after = close_cell(before, NodeId("a"))
    assert (SessionId("s-a"),) == after.displaced_from(before)


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_every_preset_keeps_the_sessions_it_has_room_for(preset: object) -> None:
    chosen = find_preset(preset.name.upper())  # type: ignore[attr-defined]
    before = _showing("a | (b / c) | [d e; f g]", "b", "e", "g")
    after = apply_preset(before, chosen, fresh_ids())
    places = len(leaf_ids(after.tree))
    assert len(leaf_ids(read(chosen.drawing))) == places
    assert [SessionId(f"s-{cell}") for cell in "beg"][:places] == list(after.sessions.values())
    assert list(after.sessions) == list(leaf_ids(after.tree))[:3]


def test_presets_have_names_of_their_own() -> None:
    assert len({preset.name for preset in PRESETS}) == len(PRESETS)
    assert len({preset.title for preset in PRESETS}) == len(PRESETS)
    with pytest.raises(NotFoundError, match="single, columns-2"):
        find_preset("spiral")
