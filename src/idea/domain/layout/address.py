"""Spreadsheet addresses of cells, both ways.

A row has A1, B1, C1; a column A1, A2, A3; a grid is a spreadsheet. A container inside a cell adds a
dot: C2.A1. A layout of one cell has A1. In a range both ends name parts of one container; the
second end may leave out what it shares with the first: C2.A1:B2 ends at C2.B2. Letters may be
small. Wherever an address is asked for, the id of a node does as well.
"""

import re
from dataclasses import dataclass, replace

from idea.domain.errors import ConflictError, InvalidError, NotFoundError
from idea.domain.ids import NodeId
from idea.domain.layout.shape import find, place_of
from idea.domain.layout.tree import (
    Container,
    Direction,
    Grid,
    LayoutNode,
    Leaf,
    Split,
    containers,
    nodes,
    parts,
)

_STEP = re.compile(r"([A-Za-z]{1,3})([1-9][0-9]{0,3})", re.ASCII)
_LETTERS = 26


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A rectangle of parts of one container; rows and columns count from 0, ends are excluded."""

    container: NodeId
    row: int
    col: int
    bottom: int
    right: int

    def holds(self, other: "Block") -> bool:
        """Tell whether another block lies wholly in this one."""
        return (
            self.row <= other.row
            and self.col <= other.col
            and other.bottom <= self.bottom
            and other.right <= self.right
        )

    def meets(self, other: "Block") -> bool:
        """Tell whether another block shares a place with this one."""
        return (
            self.row < other.bottom
            and other.row < self.bottom
            and self.col < other.right
            and other.col < self.right
        )

    def along(self, direction: Direction) -> tuple[int, int]:
        """Return where its columns begin and end for `Direction.ROW`, else its rows."""
        return (self.col, self.right) if direction is Direction.ROW else (self.row, self.bottom)

    def with_lines(self, direction: Direction, first: int, end: int) -> "Block":
        """Return it with other columns for `Direction.ROW`, else with other rows."""
        if direction is Direction.ROW:
            return replace(self, col=first, right=end)
        return replace(self, row=first, bottom=end)

    def joined(self, other: "Block") -> "Block":
        """Return the smallest block around both."""
        return Block(
            container=self.container,
            row=min(self.row, other.row),
            col=min(self.col, other.col),
            bottom=max(self.bottom, other.bottom),
            right=max(self.right, other.right),
        )


def column_name(column: int) -> str:
    """Return the letters of a column that counts from 0: A, B, … Z, AA, AB."""
    name = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, _LETTERS)
        name = chr(ord("A") + letter) + name
    return name


def block_of_part(container: Container, index: int) -> Block:
    """Return the rows and columns a part of a container covers."""
    here = container.id
    match container:
        case Split(direction=Direction.ROW):
            return Block(container=here, row=0, col=index, bottom=1, right=index + 1)
        case Split():
            return Block(container=here, row=index, col=0, bottom=index + 1, right=1)
        case Grid():
            cell = container.cells[index]
            return Block(
                container=here, row=cell.row, col=cell.col, bottom=cell.bottom, right=cell.right
            )


def parts_in(container: Container, block: Block) -> tuple[int, ...]:
    """Return the numbers of the parts that lie wholly in a block."""
    return tuple(
        index
        for index in range(len(parts(container)))
        if block.holds(block_of_part(container, index))
    )


def addresses(tree: LayoutNode) -> dict[NodeId, str]:
    """Return the address of every node in reading order; the root container's is empty."""
    found = {tree.id: "A1" if isinstance(tree, Leaf) else ""}
    for container in containers(tree):
        prefix = found[container.id]
        for index, part in enumerate(parts(container)):
            block = block_of_part(container, index)
            step = f"{column_name(block.col)}{block.row + 1}"
            found[part.id] = f"{prefix}.{step}" if prefix else step
    return found


def address_of(tree: LayoutNode, node: NodeId) -> str:
    """Return the address of a node; empty for a container that is the whole layout.

    Raises:
        NotFoundError: The tree has no such node.
    """
    find(tree, node)
    return addresses(tree)[node]


def locate(tree: LayoutNode, text: str) -> NodeId:
    """Return the node at an address, or of this id.

    Raises:
        NotFoundError: There is nothing at this address.
        InvalidError: It is not an address.
    """
    text = text.strip()
    for node in nodes(tree):
        if node.id.value == text:
            return node.id
    here = tree
    steps = text.split(".")
    for number, step in enumerate(steps):
        square = _square(step, text)
        here = _part_at(here, square, whole=tree, text=".".join(steps[: number + 1]))
    return here.id


def locate_block(tree: LayoutNode, text: str) -> Block:
    """Return the block that a range such as `A1:B2` (or a single address) names.

    A block never cuts a merged cell: it grows until it holds all of it.

    Raises:
        NotFoundError: There is nothing at one of the ends.
        InvalidError: It is not a range, or its ends are in two containers.
        ConflictError: There is only one cell.
    """
    first, colon, last = text.strip().partition(":")
    start = locate(tree, first)
    end = locate(tree, _in_full(tree, first, last)) if colon else start
    one, other = place_of(tree, start), place_of(tree, end)
    if one is None or other is None:
        raise ConflictError("There is only one cell.")
    if one.container.id != other.container.id:
        raise InvalidError(f"{text.strip()} crosses from one container into another.")
    block = block_of_part(one.container, one.index)
    return grown(one.container, block.joined(block_of_part(other.container, other.index)))


def range_text(tree: LayoutNode, block: Block) -> str:
    """Return a block as people write it: `A1:B2`, or one address when it is one square."""
    prefix = addresses(tree)[block.container]
    corners = dict.fromkeys(
        f"{column_name(column)}{row + 1}"
        for row, column in ((block.row, block.col), (block.bottom - 1, block.right - 1))
    )
    return ":".join(f"{prefix}.{corner}" if prefix else corner for corner in corners)


def grown(container: Container, block: Block) -> Block:
    """Return the smallest block around a block that cuts no merged cell."""
    for index in range(len(parts(container))):
        part = block_of_part(container, index)
        if block.meets(part) and not block.holds(part):
            return grown(container, block.joined(part))
    return block


def _in_full(tree: LayoutNode, first: str, last: str) -> str:
    prefix, dot, _ = first.strip().rpartition(".")
    named = any(node.id.value == last.strip() for node in nodes(tree))
    return last if named or not dot or "." in last else f"{prefix}.{last.strip()}"


def _square(step: str, text: str) -> tuple[int, int]:
    match = _STEP.fullmatch(step.strip())
    if match is None:
        raise InvalidError(f"{text!r} is not the address of a cell; write one such as B2 or C2.A1.")
    column = 0
    for letter in match[1].upper():
        column = column * _LETTERS + ord(letter) - ord("A") + 1
    return int(match[2]) - 1, column - 1


def _part_at(
    node: LayoutNode, square: tuple[int, int], *, whole: LayoutNode, text: str
) -> LayoutNode:
    if isinstance(node, Leaf):
        if node is whole and square == (0, 0) and "." not in text:
            return node
        raise NotFoundError(f"There is no cell {text.upper()}.")
    row, col = square
    for index, part in enumerate(parts(node)):
        block = block_of_part(node, index)
        if block.row <= row < block.bottom and block.col <= col < block.right:
            return part
    raise NotFoundError(f"There is no cell {text.upper()}.")
