"""Reading a set of cells as people write it: addresses and ranges, blanks or commas between."""

import re
from typing import cast

from idea.domain.errors import InvalidError
from idea.domain.ids import NodeId
from idea.domain.layout.address import locate, locate_block, parts_in
from idea.domain.layout.shape import find
from idea.domain.layout.tree import Container, LayoutNode, leaf_ids, parts

_BETWEEN = re.compile(r"[\s,;]+")


def locate_cells(tree: LayoutNode, text: str) -> tuple[NodeId, ...]:
    """Return the cells that a text names, in reading order, each once.

    A container stands for all cells in it.

    Raises:
        NotFoundError: There is nothing at one of the addresses.
        InvalidError: One is no address, a range crosses containers, or nothing is named.
        ConflictError: A range is named where there is only one cell.
    """
    named: set[NodeId] = set()
    for word in filter(None, _BETWEEN.split(text)):
        named.update(_cells(tree, word))
    if not named:
        raise InvalidError("Name the cells, as in A1:B2 or A1 C2.")
    return tuple(leaf for leaf in leaf_ids(tree) if leaf in named)


def _cells(tree: LayoutNode, word: str) -> tuple[NodeId, ...]:
    if ":" not in word:
        return leaf_ids(find(tree, locate(tree, word)))
    block = locate_block(tree, word)
    container = cast("Container", find(tree, block.container))
    inside = parts(container)
    return tuple(leaf for index in parts_in(container, block) for leaf in leaf_ids(inside[index]))
