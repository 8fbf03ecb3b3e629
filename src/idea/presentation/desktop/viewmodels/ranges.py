"""A selected range of cells: what two cells span, in the smallest container that holds both."""

from dataclasses import dataclass

from idea.domain.errors import IdeaError
from idea.domain.ids import NodeId
from idea.domain.layout.address import Block, locate_block, parts_in, range_text
from idea.domain.layout.focus import neighbour
from idea.domain.layout.shape import find, place_of
from idea.domain.layout.tree import LayoutNode, Leaf, Side, leaf_ids, parts


@dataclass(frozen=True, slots=True, kw_only=True)
class CellRange:
    """A rectangle of cells."""

    text: str
    """As people write it: `B1:C1`."""
    cells: frozenset[str]
    """The ids of the leaves in it."""


def range_between(tree: LayoutNode, one: str, other: str) -> CellRange | None:
    """Return the range that two cells span; None for one cell alone, or for unknown ones."""
    if one == other or not {NodeId(one), NodeId(other)} <= set(leaf_ids(tree)):
        return None
    chains = [_chain(tree, NodeId(cell)) for cell in (one, other)]
    depth = 0
    while chains[0][depth] == chains[1][depth]:
        depth += 1
    try:
        block = locate_block(tree, f"{chains[0][depth]}:{chains[1][depth]}")
    except IdeaError:
        return None
    return _cell_range(tree, block)


def range_of_all(tree: LayoutNode) -> CellRange | None:
    """Return the range of every cell; None when there is only one."""
    if isinstance(tree, Leaf):
        return None
    inside = parts(tree)
    try:
        block = locate_block(tree, f"{inside[0].id}:{inside[-1].id}")
    except IdeaError:
        return None
    return _cell_range(tree, block)


def _chain(tree: LayoutNode, node: NodeId) -> list[NodeId]:
    """Return the nodes from the root's part down to a node."""
    chain: list[NodeId] = []
    here = node
    while (place := place_of(tree, here)) is not None:
        chain.insert(0, here)
        here = place.container.id
    return chain


def _cell_range(tree: LayoutNode, block: Block) -> CellRange | None:
    container = find(tree, block.container)
    if isinstance(container, Leaf):
        return None
    inside = parts(container)
    cells = frozenset(
        leaf.value for index in parts_in(container, block) for leaf in leaf_ids(inside[index])
    )
    return CellRange(text=range_text(tree, block), cells=cells)


def far_end(tree: LayoutNode, marked: CellRange | None, anchor: str, side: Side) -> str:
    """Return the cell on a side of the end of a range that is not its anchor; empty for none."""
    end = anchor
    if marked is not None:
        order = [leaf.value for leaf in leaf_ids(tree) if leaf.value in marked.cells]
        end = order[0] if anchor == order[-1] else order[-1]
    found = neighbour(tree, NodeId(end), side)
    return found.value if found is not None else ""
