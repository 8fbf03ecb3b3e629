"""A selected range of cells: what two cells span, in the smallest container that holds both."""

from collections.abc import Iterable
from dataclasses import dataclass

from idea.domain.ids import NodeId
from idea.domain.layout.address import range_text
from idea.domain.layout.excerpt import block_around, excerpt
from idea.domain.layout.focus import neighbour
from idea.domain.layout.tree import LayoutNode, Side, leaf_ids


@dataclass(frozen=True, slots=True, kw_only=True)
class CellRange:
    """A rectangle of cells."""

    text: str
    """As people write it: `B1:C1`."""
    cells: frozenset[str]
    """The ids of the leaves in it."""


def range_around(tree: LayoutNode, cells: Iterable[str]) -> CellRange | None:
    """Return the smallest range that holds some cells; None for one cell alone."""
    block = block_around(tree, [NodeId(cell) for cell in cells])
    if block is None:
        return None
    inside = leaf_ids(excerpt(tree, block))
    return CellRange(text=range_text(tree, block), cells=frozenset(leaf.value for leaf in inside))


def range_between(tree: LayoutNode, one: str, other: str) -> CellRange | None:
    """Return the range that two cells span; None for one cell alone, or for unknown ones."""
    return range_around(tree, (one, other))


def range_of_all(tree: LayoutNode) -> CellRange | None:
    """Return the range of every cell; None when there is only one."""
    return range_around(tree, (leaf.value for leaf in leaf_ids(tree)))


def far_end(tree: LayoutNode, marked: CellRange | None, anchor: str, side: Side) -> str:
    """Return the cell on a side of the end of a range that is not its anchor; empty for none."""
    end = anchor
    if marked is not None:
        order = [leaf.value for leaf in leaf_ids(tree) if leaf.value in marked.cells]
        end = order[0] if anchor == order[-1] else order[-1]
    found = neighbour(tree, NodeId(end), side)
    return found.value if found is not None else ""
