"""What is true of every grid, tried on random ones."""

import json
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from idea.domain.errors import ConflictError, IdeaError, InvalidError
from idea.domain.layout.accordion import READABLE, growth
from idea.domain.layout.address import addresses, locate, parts_in
from idea.domain.layout.block_moving import move_block, swap_block
from idea.domain.layout.codec import decode, encode
from idea.domain.layout.dragging import drag
from idea.domain.layout.dropping import Zone, dropped, zone_at
from idea.domain.layout.excerpt import block_around, excerpt, shown_alone
from idea.domain.layout.focus import neighbour
from idea.domain.layout.geometry import Extent, Rectangle, place, smallest_extent
from idea.domain.layout.history import History
from idea.domain.layout.layout import Layout
from idea.domain.layout.lines import delete_column, delete_row, insert_column, insert_row
from idea.domain.layout.merging import merge_cells, unmerge
from idea.domain.layout.moving import swap, transpose
from idea.domain.layout.notation import numbered, read, write
from idea.domain.layout.shape import find, normalised
from idea.domain.layout.splitting import close, split
from idea.domain.layout.tree import (
    Direction,
    Grid,
    LayoutNode,
    Leaf,
    Side,
    Split,
    containers,
    leaf_ids,
    nodes,
    parts,
)
from idea.domain.layout.weights import equalise, weights_of, with_weights
from support.grids import (
    CHANGES,
    a_block,
    a_cell,
    a_container,
    fresh_ids,
    law,
    layouts,
    randoms,
    split_trees,
    trees,
)

pytestmark = pytest.mark.slow

rectangles = st.builds(
    Rectangle,
    st.integers(-50, 50),
    st.integers(-50, 50),
    st.integers(0, 3000),
    st.integers(0, 2000),
)
gaps = st.integers(0, 12)
sides = st.sampled_from(list(Side))
directions = st.sampled_from(list(Direction))


def _area(*rectangles: Rectangle) -> int:
    return sum(one.width * one.height for one in rectangles)


def _overlap(one: Rectangle, other: Rectangle) -> bool:
    return max(one.x, other.x) < min(one.right, other.right) and max(one.y, other.y) < min(
        one.bottom, other.bottom
    )


def _is_in(inner: Rectangle, outer: Rectangle) -> bool:
    return (
        inner.width >= 0
        and inner.height >= 0
        and outer.x <= inner.x
        and outer.y <= inner.y
        and inner.right <= outer.right
        and inner.bottom <= outer.bottom
    )


def _refusal(value: object) -> str:
    """Return why a value is no tree, and `tree` if it is one; any other failure is a bug."""
    try:
        decode(value)
    except InvalidError as error:
        return error.sentence
    return "tree"


def _new_cell(before: LayoutNode, after: LayoutNode) -> Leaf:
    (cell,) = set(leaf_ids(after)) - set(leaf_ids(before))
    found = find(after, cell)
    assert isinstance(found, Leaf)
    return found


@given(tree=trees, rectangle=rectangles)
@law
def test_tiles_cover_any_rectangle_without_overlap(tree: LayoutNode, rectangle: Rectangle) -> None:
    tiles = place(tree, rectangle).tiles
    assert leaf_ids(tree) == tuple(tiles)
    assert all(_is_in(tile, rectangle) for tile in tiles.values())
    assert not any(_overlap(*pair) for pair in combinations(tiles.values(), 2))
    assert _area(rectangle) == _area(*tiles.values())


@given(tree=split_trees, rectangle=rectangles, gap=gaps)
@law
def test_tiles_and_dividers_cover_a_rectangle_of_splits(
    tree: LayoutNode, rectangle: Rectangle, gap: int
) -> None:
    placed = place(tree, rectangle, gap)
    boxes = [*placed.tiles.values(), *(divider.rectangle for divider in placed.dividers)]
    assert all(_is_in(box, rectangle) for box in boxes)
    assert not any(_overlap(*pair) for pair in combinations(boxes, 2))
    assert _area(rectangle) == _area(*boxes)


@given(tree=trees, rectangle=rectangles, gap=gaps)
@law
def test_only_crossings_of_a_grid_are_neither_tile_nor_divider(
    tree: LayoutNode, rectangle: Rectangle, gap: int
) -> None:
    placed = place(tree, rectangle, gap)
    boxes = [*placed.tiles.values(), *(divider.rectangle for divider in placed.dividers)]
    crossings = sum(
        (len(grid.col_weights) - 1) * (len(grid.row_weights) - 1)
        for grid in containers(tree)
        if isinstance(grid, Grid)
    )
    assert all(_is_in(box, rectangle) for box in boxes)
    assert not any(_overlap(*pair) for pair in combinations(placed.tiles.values(), 2))
    assert not any(
        _overlap(tile, divider.rectangle)
        for tile in placed.tiles.values()
        for divider in placed.dividers
    )
    tiles, rest = _area(*placed.tiles.values()), crossings * gap * gap
    assert _area(rectangle) >= tiles
    assert _area(rectangle) <= _area(*boxes) + rest


@given(tree=trees, rectangle=rectangles, gap=gaps)
@law
def test_every_cell_has_its_smallest_size_where_all_fit(
    tree: LayoutNode, rectangle: Rectangle, gap: int
) -> None:
    smallest = Extent(60, 30)
    least = smallest_extent(tree, gap, smallest)
    grown = Rectangle(
        rectangle.x,
        rectangle.y,
        max(rectangle.width, least.width),
        max(rectangle.height, least.height),
    )
    tiles = place(tree, grown, gap, smallest).tiles.values()
    assert (
        all(tile.width >= smallest.width for tile in tiles),
        all(tile.height >= smallest.height for tile in tiles),
    ) == (True, True)


@given(layout=layouts, random=randoms, side=sides)
@law
def test_closing_the_new_cell_after_a_split_restores_the_tree(
    layout: Layout, random: Random, side: Side
) -> None:
    after = split(layout.tree, a_cell(layout, random), side, fresh_ids())
    assert layout.tree == close(after, _new_cell(layout.tree, after).id)


@given(layout=layouts, random=randoms, after=st.booleans(), direction=directions)
@law
def test_deleting_an_inserted_line_restores_the_tree(
    layout: Layout, random: Random, after: bool, direction: Direction
) -> None:
    insert, delete = (
        (insert_column, delete_column) if direction == "row" else (insert_row, delete_row)
    )
    grown = insert(layout.tree, a_cell(layout, random), fresh_ids(), after=after)
    new = next(leaf for leaf in leaf_ids(grown) if leaf not in set(leaf_ids(layout.tree)))
    assert layout.tree == delete(grown, new)


@given(layout=layouts, random=randoms)
@law
def test_merging_and_unmerging_keeps_every_session(layout: Layout, random: Random) -> None:
    container = a_container(layout, random)
    if container is None:
        return
    block = a_block(container, random)
    try:
        merged = merge_cells(layout, block)
    except InvalidError:
        assert len(parts_in(container, block)) == 1
        return
    (kept,) = set(leaf_ids(merged.tree)) - {
        leaf
        for leaf in leaf_ids(layout.tree)
        if leaf
        not in {
            inside
            for number in parts_in(container, block)
            for inside in leaf_ids(parts(container)[number])
        }
    }
    unmerged = merged.with_tree(unmerge(merged.tree, kept, fresh_ids()))
    assert merged.sessions == unmerged.sessions
    assert set(layout.sessions.values()) == {
        *unmerged.sessions.values(),
        *merged.displaced_from(layout),
    }
    if all(isinstance(parts(container)[number], Leaf) for number in parts_in(container, block)):
        where = Rectangle(0, 0, 1200, 900)
        if isinstance(container, Split):
            before = sorted(map(repr, place(layout.tree, where).tiles.values()))
            assert before == sorted(map(repr, place(unmerged.tree, where).tiles.values()))


@given(layout=layouts, random=randoms, name=st.sampled_from(sorted(CHANGES)))
@law
def test_every_change_gives_a_normal_tree_and_neither_loses_nor_doubles_a_session(
    layout: Layout, random: Random, name: str
) -> None:
    try:
        after = CHANGES[name](layout, random, fresh_ids())
    except (InvalidError, ConflictError):
        return
    assert normalised(after.tree) == after.tree
    assert set(after.sessions) <= set(leaf_ids(after.tree))
    displaced = after.displaced_from(layout)
    assert sorted(map(str, layout.sessions.values())) == sorted(
        map(str, [*after.sessions.values(), *displaced])
    )


@given(layout=layouts, random=randoms)
@law
def test_stored_and_read_back_it_is_the_same_tree(layout: Layout, random: Random) -> None:
    tree = layout.tree
    for name in random.sample(sorted(CHANGES), 4):
        try:
            tree = CHANGES[name](Layout(tree=tree), random, fresh_ids(name.replace(" ", "-"))).tree
        except IdeaError:
            continue
    assert tree == decode(json.loads(json.dumps(encode(tree))))


_json = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.floats() | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["type", "id", "direction", "children", "weight", "node", "cells", "row"]
            ),
            inner | st.sampled_from(["leaf", "split", "grid", "row", "a", "b"]),
            max_size=6,
        )
    ),
    max_leaves=12,
)


@given(value=_json)
@law
def test_whatever_is_read_is_a_tree_or_a_sentence_with_a_path(value: object) -> None:
    assert _refusal(value).startswith("tree")


@given(layout=layouts, random=randoms)
@law
def test_a_damaged_tree_never_fails_otherwise_than_with_a_sentence(
    layout: Layout, random: Random
) -> None:
    stored = json.loads(json.dumps(encode(layout.tree)))
    here = stored
    while True:
        key = random.choice(list(here) if isinstance(here, dict) else list(range(len(here))))
        inner = here[key]
        if isinstance(inner, dict | list) and inner and random.random() < 0.7:
            here = inner
            continue
        here[key] = random.choice([None, -1, 0, 7, "x", [], {}, True, float("nan"), 1e300])
        break
    assert _refusal(stored).startswith("tree")


@given(layout=layouts, random=randoms)
@law
def test_swapping_two_cells_twice_changes_nothing(layout: Layout, random: Random) -> None:
    one, other = a_cell(layout, random), a_cell(layout, random)
    if one != other:
        assert layout.tree == swap(swap(layout.tree, one, other), one, other)


@given(layout=layouts, random=randoms, side=sides, name=st.sampled_from(["move", "swap"]))
@law
def test_a_block_that_moves_keeps_every_cell_and_its_session(
    layout: Layout, random: Random, side: Side, name: str
) -> None:
    container = a_container(layout, random)
    if container is None:
        return
    change = move_block if name == "move" else swap_block
    try:
        tree = change(layout.tree, a_block(container, random), side, fresh_ids())
    except ConflictError:
        return
    after = layout.with_tree(tree)
    assert sorted(map(str, leaf_ids(after.tree))) == sorted(map(str, leaf_ids(layout.tree)))
    assert after.sessions == layout.sessions
    assert normalised(after.tree) == after.tree
    history = History().stepped(layout, after, name)
    assert history.undone(after, lambda _: True)[0] == layout


@given(layout=layouts, random=randoms, side=sides)
@law
def test_a_block_that_moved_and_moves_back_inside_its_container_is_where_it_was(
    layout: Layout, random: Random, side: Side
) -> None:
    container = a_container(layout, random)
    if container is None:
        return
    block = a_block(container, random)
    moved_cells = {
        leaf for number in parts_in(container, block) for leaf in leaf_ids(parts(container)[number])
    }
    try:
        there = move_block(layout.tree, block, side, fresh_ids())
        around = block_around(there, moved_cells)
    except ConflictError:
        return
    same = around is not None and around.container == container.id
    if (
        not same
        or around is None
        or {node.id for node in nodes(there)} != {node.id for node in nodes(layout.tree)}
    ):
        return
    steps = around.along(side.direction)[0] - block.along(side.direction)[0]
    back = {Side.LEFT: Side.RIGHT, Side.UP: Side.DOWN}.get(
        side, Side.LEFT if side is Side.RIGHT else Side.UP
    )
    if abs(steps) == 1:
        assert move_block(there, around, back, fresh_ids("back")) == layout.tree


@given(layout=layouts, random=randoms)
@law
def test_an_excerpt_is_placed_as_its_block_is_made_of_the_same_cells(
    layout: Layout, random: Random
) -> None:
    container = a_container(layout, random)
    if container is None:
        return
    block = a_block(container, random)
    alone = excerpt(layout.tree, block)
    inside = [parts(container)[number] for number in parts_in(container, block)]
    cells = [leaf for part in inside for leaf in leaf_ids(part)]
    assert leaf_ids(alone) == tuple(cells)
    tiles = place(alone, Rectangle(0, 0, 1 << 16, 1 << 16)).tiles
    assert sum(tile.width * tile.height for tile in tiles.values()) == 1 << 32
    if len(cells) > 1:
        assert shown_alone(layout.tree, cells) == excerpt(
            layout.tree, block_around(layout.tree, cells) or block
        )


@given(tree=trees)
@law
def test_transposing_twice_changes_nothing(tree: LayoutNode) -> None:
    if not isinstance(tree, Leaf):
        assert tree == transpose(transpose(tree))


@given(tree=trees)
@law
def test_equal_weights_stay_equal_and_only_weights_change(tree: LayoutNode) -> None:
    even = equalise(tree)
    assert even == equalise(even)
    assert leaf_ids(tree) == leaf_ids(even)


@given(tree=trees)
@law
def test_every_address_leads_to_its_node_and_back(tree: LayoutNode) -> None:
    named = addresses(tree)
    assert len(set(named.values())) == len(named)
    assert [node for node, text in named.items() if text] == [
        locate(tree, text.lower()) for text in named.values() if text
    ]


@given(tree=trees)
@law
def test_written_and_read_again_it_is_the_same_tree(tree: LayoutNode) -> None:
    text = write(tree)
    again = read(text, fresh=numbered("again"))
    assert (text, leaf_ids(tree)) == (write(again), leaf_ids(again))


@given(
    layout=layouts,
    random=randoms,
    gap=st.integers(0, 6),
    pixels=st.integers(-400, 400),
    smallest=st.sampled_from([Extent(), Extent(20, 10), Extent(300, 200)]),
)
@law
def test_a_dragged_divider_goes_where_it_is_dragged_and_no_other_moves(
    layout: Layout, random: Random, gap: int, pixels: int, smallest: Extent
) -> None:
    placed = place(layout.tree, Rectangle(0, 0, 1280, 800), gap, smallest)
    if not placed.dividers:
        return
    divider = random.choice(placed.dividers)
    container = find(layout.tree, divider.node)
    assert not isinstance(container, Leaf)
    weights = drag(layout.tree, placed, divider, pixels)
    moved = with_weights(container, divider.direction, weights)
    box = placed.containers[divider.node]
    before = place(container, box, gap, smallest).dividers
    after = place(moved, box, gap, smallest).dividers
    own = [
        (new.rectangle.start(divider.direction) - old.rectangle.start(divider.direction))
        for old, new in zip(before, after, strict=True)
        if (old.node, old.direction, old.index) == (divider.node, divider.direction, divider.index)
    ]
    others = [
        (old, new)
        for old, new in zip(before, after, strict=True)
        if old.node == divider.node
        and (old.direction, old.index) != (divider.direction, divider.index)
        and old.direction == divider.direction
    ]
    assert len(set(own)) == 1
    assert min(0, pixels) <= own[0] <= max(0, pixels)
    assert all(
        old.rectangle.start(divider.direction) == new.rectangle.start(divider.direction)
        for old, new in others
    )
    assert len(weights) == len(weights_of(container, divider.direction))


@given(layout=layouts, random=randoms, side=sides)
@law
def test_a_neighbour_exists_exactly_where_the_layout_does_not_end(
    layout: Layout, random: Random, side: Side
) -> None:
    whole = Rectangle(0, 0, 1 << 16, 1 << 16)
    placed = place(layout.tree, whole)
    cell = a_cell(layout, random)
    tile = placed.tiles[cell]
    at_edge = {
        Side.LEFT: tile.x == 0,
        Side.RIGHT: tile.right == whole.right,
        Side.UP: tile.y == 0,
        Side.DOWN: tile.bottom == whole.bottom,
    }[side]
    found = neighbour(layout.tree, cell, side, placed)
    assert at_edge is (found is None)
    assert found != cell


@given(layout=layouts, random=randoms)
@law
def test_undo_and_redo_lead_to_the_same_trees(layout: Layout, random: Random) -> None:
    history, fresh, seen = History(), fresh_ids(), [layout.tree]
    for _ in range(8):
        name = random.choice(sorted(CHANGES))
        try:
            changed = CHANGES[name](layout, random, fresh)
        except IdeaError:
            continue
        history = history.stepped(layout, changed, f"change {len(seen)}")
        if changed.tree != layout.tree:
            seen.append(changed.tree)
        layout = changed
    for number, tree in reversed(list(enumerate(seen[:-1], 1))):
        assert history.undo_name == f"change {number}"
        layout, history = history.undone(layout, lambda _: True)
        assert (tree, history.redo_name) == (layout.tree, f"change {number}")
    assert not history.can_undo
    for tree in seen[1:]:
        layout, history = history.redone(layout, lambda _: True)
        assert tree == layout.tree
    assert not history.can_redo


@given(layout=layouts, random=randoms, between=st.integers(0, 4))
@law
def test_a_closed_cell_comes_back_whatever_happened_meanwhile(
    layout: Layout, random: Random, between: int
) -> None:
    fresh, cell = fresh_ids(), a_cell(layout, random)
    try:
        closed = layout.with_tree(close(layout.tree, cell))
    except ConflictError:
        return
    history, now = History().stepped(layout, closed, closed=cell), closed
    for _ in range(between):
        try:
            changed = CHANGES[random.choice(sorted(CHANGES))](now, random, fresh)
        except IdeaError:
            continue
        history, now = history.stepped(now, changed), changed
    back, after = history.reopened(now, lambda _: True, fresh)
    session = layout.sessions.get(cell)
    shown_elsewhere = session is not None and now.cell_of(session) is not None
    assert set(leaf_ids(back.tree)) == {*leaf_ids(now.tree), cell}
    assert back.tree == normalised(back.tree)
    assert back.sessions.get(cell) == (None if shown_elsewhere else session)
    assert all(back.sessions[one] == shown for one, shown in now.sessions.items())
    assert after.undone(back, lambda _: True)[0].tree == now.tree
    if now.tree == closed.tree:
        assert back == layout


@given(layout=layouts, random=randoms, zone=st.sampled_from(list(Zone)))
@law
def test_a_drop_loses_no_session_and_puts_the_cell_where_its_zone_says(
    layout: Layout, random: Random, zone: Zone
) -> None:
    cell, target = a_cell(layout, random), a_cell(layout, random)
    if cell == target:
        return
    after = layout.with_tree(dropped(layout.tree, cell, target, zone, fresh_ids()))
    assert after.sessions == layout.sessions
    assert set(leaf_ids(layout.tree)) <= set(leaf_ids(after.tree))
    assert after.tree == normalised(after.tree)
    whole = Rectangle(0, 0, 1 << 20, 1 << 20)
    before, placed = place(layout.tree, whole).tiles, place(after.tree, whole).tiles
    moved, other = placed[cell], placed[target]
    match zone:
        case Zone.CENTRE:
            assert (moved, other) == (before[target], before[cell])
        case Zone.LEFT | Zone.RIGHT:
            left, right = (moved, other) if zone is Zone.LEFT else (other, moved)
            assert (left.right, left.y, left.height) == (right.x, right.y, right.height)
        case _:
            upper, lower = (moved, other) if zone is Zone.UP else (other, moved)
            assert (upper.bottom, upper.x, upper.width) == (lower.y, lower.x, lower.width)


@given(
    rectangle=st.builds(
        Rectangle,
        st.integers(-50, 50),
        st.integers(-50, 50),
        st.integers(40, 3000),
        st.integers(40, 2000),
    ),
    zone=st.sampled_from(list(Zone)),
)
@law
def test_every_zone_of_a_tile_can_be_reached_and_the_middle_of_it_is_for_swapping(
    rectangle: Rectangle, zone: Zone
) -> None:
    across = {Zone.LEFT: 0, Zone.RIGHT: rectangle.width - 1}.get(zone, rectangle.width // 2)
    down = {Zone.UP: 0, Zone.DOWN: rectangle.height - 1}.get(zone, rectangle.height // 2)
    assert zone_at(rectangle, rectangle.x + across, rectangle.y + down) is zone


@given(
    layout=layouts,
    random=randoms,
    room=st.builds(Extent, st.integers(300, 3000), st.integers(200, 2000)),
    gap=gaps,
)
@law
def test_a_grown_cell_has_enough_wherever_the_others_can_spare_it(
    layout: Layout, random: Random, room: Extent, gap: int
) -> None:
    tree, cell, smallest, enough = (
        layout.tree,
        a_cell(layout, random),
        Extent(20, 10),
        Extent(80, 40),
    )
    if not _is_within(smallest_extent(tree, gap, smallest), room):
        return
    grown = growth(tree, cell, room, gap, smallest=smallest, enough=enough)
    whole = Rectangle(0, 0, room.width, room.height)
    tiles = place(tree, whole, gap, grown.smallest, grown.roomy).tiles
    others = smallest_extent(tree, gap, smallest, {cell: Extent()})
    assert tiles[cell].width >= min(enough.width, room.width - others.width)
    assert tiles[cell].height >= min(enough.height, room.height - others.height)
    for other, tile in tiles.items():
        assert other == cell or (tile.width >= smallest.width and tile.height >= smallest.height)
    if _is_within(smallest_extent(tree, gap, READABLE, {cell: enough}), room):
        for other, tile in tiles.items():
            assert other == cell or (
                tile.width >= READABLE.width and tile.height >= READABLE.height
            )


def _is_within(one: Extent, other: Extent) -> bool:
    return one.width <= other.width and one.height <= other.height
