"""Random grids and random changes of them, the same for hypothesis and for plain randomness."""

import os
from collections.abc import Callable, Mapping
from itertools import count
from random import Random

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from idea.domain.ids import NodeId, SessionId
from idea.domain.layout.address import Block, block_of_part
from idea.domain.layout.block_moving import move_block, swap_block
from idea.domain.layout.layout import Layout
from idea.domain.layout.lines import delete_column, delete_row, insert_column, insert_row
from idea.domain.layout.merging import merge_cells, unmerge, unmerge_block
from idea.domain.layout.moving import move_cell, swap, transpose
from idea.domain.layout.presets import PRESETS, apply_preset
from idea.domain.layout.shape import FreshId, normalised
from idea.domain.layout.splitting import close_cell, split
from idea.domain.layout.tree import (
    Child,
    Container,
    Direction,
    Grid,
    GridCell,
    LayoutNode,
    Leaf,
    Side,
    Split,
    containers,
    leaf_ids,
    nodes,
    parts,
)
from idea.domain.layout.weights import (
    equalise,
    equalise_block,
    resize,
    set_weights,
    weights_of,
)

_EXPLORE = int(os.environ.get("IDEA_EXPLORE", "0"))

law = settings(
    max_examples=_EXPLORE or 60,
    deadline=None,
    database=None,
    derandomize=not _EXPLORE,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
"""How laws are tried: the same 60 examples every time, or IDEA_EXPLORE other ones."""

_WEIGHTS = (0.5, 1.0, 1.0, 1.0, 2.0, 3.0)


def fresh_ids(prefix: str = "new") -> FreshId:
    numbers = count(1)
    return lambda: NodeId(f"{prefix}-{next(numbers)}")


def random_tree(random: Random, *, levels: int = 3, grids: bool = True) -> LayoutNode:
    """Return a normal tree of at most `levels` levels below the root."""
    return normalised(_random_node(random, levels, fresh_ids("t"), grids=grids))


def _random_node(random: Random, levels: int, fresh: FreshId, *, grids: bool) -> LayoutNode:
    kind = random.randrange(4) if levels else 0
    if kind == 0:
        return Leaf(id=fresh())
    if kind == 3 and grids:
        return _random_grid(random, levels, fresh)
    children = tuple(
        Child(
            node=_random_node(random, levels - 1, fresh, grids=grids),
            weight=random.choice(_WEIGHTS),
            returns_after=random.random() < 0.2,
        )
        for _ in range(random.randint(2, 4))
    )
    return Split(id=fresh(), direction=random.choice(list(Direction)), children=children)


def _random_grid(random: Random, levels: int, fresh: FreshId) -> Grid:
    rows, cols = random.randint(2, 3), random.randint(2, 3)
    free = {(row, col) for row in range(rows) for col in range(cols)}
    cells = []
    for row in range(rows):
        for col in range(cols):
            if (row, col) not in free:
                continue
            high, wide = random.randint(1, rows - row), random.randint(1, cols - col)
            block = {(row + down, col + on) for down in range(high) for on in range(wide)}
            if random.random() < 0.6 or not block <= free:
                high, wide, block = 1, 1, {(row, col)}
            free -= block
            node = _random_node(random, max(levels - 2, 0), fresh, grids=True)
            cells.append(GridCell(node=node, row=row, col=col, row_span=high, col_span=wide))
    return Grid(
        id=fresh(),
        col_weights=tuple(random.choice(_WEIGHTS) for _ in range(cols)),
        row_weights=tuple(random.choice(_WEIGHTS) for _ in range(rows)),
        cells=tuple(cells),
    )


def random_layout(random: Random) -> Layout:
    """Return a random tree in which about two thirds of the cells show a session."""
    tree = random_tree(random)
    sessions = {
        leaf: SessionId(f"s-{leaf.value}") for leaf in leaf_ids(tree) if random.random() < 0.66
    }
    return Layout(tree=tree, sessions=sessions)


randoms = st.randoms(use_true_random=False)
trees = randoms.map(random_tree)
split_trees = randoms.map(lambda random: random_tree(random, grids=False))
layouts = randoms.map(random_layout)


def a_cell(layout: Layout, random: Random) -> NodeId:
    return random.choice(leaf_ids(layout.tree))


def a_node(layout: Layout, random: Random) -> NodeId:
    return random.choice([node.id for node in nodes(layout.tree)])


def a_container(layout: Layout, random: Random) -> Container | None:
    found = list(containers(layout.tree))
    return random.choice(found) if found else None


def a_block(container: Container, random: Random) -> Block:
    """Return the smallest block around two parts of a container that cuts no cell."""
    number = len(parts(container))
    one, other = random.randrange(number), random.randrange(number)
    block = block_of_part(container, one).joined(block_of_part(container, other))
    while True:
        cut = [
            part
            for part in (block_of_part(container, index) for index in range(number))
            if block.meets(part) and not block.holds(part)
        ]
        if not cut:
            return block
        block = block.joined(cut[0])


type RandomChange = Callable[[Layout, Random, FreshId], Layout]


def _merge(layout: Layout, random: Random, _fresh: FreshId) -> Layout:
    container = a_container(layout, random)
    return merge_cells(layout, a_block(container, random)) if container else layout


def _equalise_block(layout: Layout, random: Random, _fresh: FreshId) -> Layout:
    container = a_container(layout, random)
    if container is None:
        return layout
    return layout.with_tree(equalise_block(layout.tree, a_block(container, random)))


def _set_weights(layout: Layout, random: Random, _fresh: FreshId) -> Layout:
    container = a_container(layout, random)
    if container is None:
        return layout
    direction = (
        container.direction if isinstance(container, Split) else random.choice(list(Direction))
    )
    weights = [random.uniform(0.1, 9) for _ in weights_of(container, direction)]
    return layout.with_tree(set_weights(layout.tree, container.id, weights, direction))


def _on_block(change: Callable[[LayoutNode, Block, Random, FreshId], LayoutNode]) -> RandomChange:
    def changed(layout: Layout, random: Random, fresh: FreshId) -> Layout:
        container = a_container(layout, random)
        if container is None:
            return layout
        block = a_block(container, random)
        return layout.with_tree(change(layout.tree, block, random, fresh))

    return changed


def _move(layout: Layout, random: Random, fresh: FreshId) -> Layout:
    side = random.choice([None, *Side])
    return move_cell(layout, a_node(layout, random), a_cell(layout, random), fresh, side)


CHANGES: Mapping[str, RandomChange] = {
    "split": lambda layout, random, fresh: layout.with_tree(
        split(layout.tree, a_cell(layout, random), random.choice(list(Side)), fresh)
    ),
    "close": lambda layout, random, _: close_cell(layout, a_node(layout, random)),
    "merge": _merge,
    "unmerge": lambda layout, random, fresh: layout.with_tree(
        unmerge(layout.tree, a_node(layout, random), fresh)
    ),
    "move block": _on_block(
        lambda tree, block, random, fresh: move_block(tree, block, random.choice(list(Side)), fresh)
    ),
    "swap block": _on_block(
        lambda tree, block, random, fresh: swap_block(tree, block, random.choice(list(Side)), fresh)
    ),
    "unmerge block": _on_block(
        lambda tree, block, _random, fresh: unmerge_block(tree, block, fresh)
    ),
    "insert column": lambda layout, random, fresh: layout.with_tree(
        insert_column(layout.tree, a_node(layout, random), fresh, after=random.random() < 0.5)
    ),
    "insert row": lambda layout, random, fresh: layout.with_tree(
        insert_row(layout.tree, a_node(layout, random), fresh, after=random.random() < 0.5)
    ),
    "delete column": lambda layout, random, _: layout.with_tree(
        delete_column(layout.tree, a_node(layout, random))
    ),
    "delete row": lambda layout, random, _: layout.with_tree(
        delete_row(layout.tree, a_node(layout, random))
    ),
    "resize": lambda layout, random, _: layout.with_tree(
        resize(
            layout.tree,
            a_node(layout, random),
            random.choice(list(Side)),
            random.choice((-40, -5, 5, 40)),
        )
    ),
    "set weights": _set_weights,
    "equalise": lambda layout, _random, _fresh: layout.with_tree(equalise(layout.tree)),
    "equalise block": _equalise_block,
    "move": _move,
    "swap": lambda layout, random, _: layout.with_tree(
        swap(layout.tree, a_node(layout, random), a_node(layout, random))
    ),
    "transpose": lambda layout, random, _: layout.with_tree(
        transpose(layout.tree, random.choice([None, a_node(layout, random)]))
    ),
    "preset": lambda layout, random, fresh: apply_preset(layout, random.choice(PRESETS), fresh),
}
"""Every change of structure, each applied somewhere; it may refuse with a domain error."""
