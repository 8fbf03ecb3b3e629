"""Spreadsheet addresses, ranges and their errors."""

import pytest

from idea.domain.errors import IdeaError, InvalidError, NotFoundError
from idea.domain.ids import NodeId
from idea.domain.layout.address import address_of, addresses, column_name, locate, locate_block
from idea.domain.layout.layout import Layout
from idea.domain.layout.notation import read


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a", "a=A1"),
        ("a | b | c", "a=A1 b=B1 c=C1"),
        ("a / b", "a=A1 b=A2"),
        ("[a b; c d]", "a=A1 b=B1 c=A2 d=B2"),
        ("[a a b; c d b]", "a=A1 b=C1 c=A2 d=B2"),
        ("a | (b / [c d; e f])", "a=A1 b=B1.A1 c=B1.A2.A1 d=B1.A2.B1 e=B1.A2.A2 f=B1.A2.B2"),
    ],
)
def test_cells_are_called_as_in_a_spreadsheet(text: str, expected: str) -> None:
    tree = read(text)
    named = {node.value: name for node, name in addresses(tree).items()}
    assert expected == " ".join(f"{leaf}={named[leaf]}" for leaf in sorted(named) if len(leaf) == 1)


def test_the_whole_layout_has_no_address_of_its_own() -> None:
    tree = read("a | b")
    assert address_of(tree, tree.id) == ""
    assert Layout(tree=tree).empty_cells() == (NodeId("a"), NodeId("b"))
    with pytest.raises(NotFoundError):
        address_of(tree, NodeId("z"))


@pytest.mark.parametrize(
    ("column", "name"),
    [(0, "A"), (25, "Z"), (26, "AA"), (51, "AZ"), (52, "BA"), (701, "ZZ"), (702, "AAA")],
)
def test_columns_count_in_letters(column: int, name: str) -> None:
    assert name == column_name(column)


@pytest.mark.parametrize(
    ("text", "address", "node"),
    [
        ("a", "a1", "a"),
        ("a | b", " B1 ", "b"),
        ("a | (b / c)", "b1.a2", "c"),
        ("[a a; b c]", "B1", "a"),
        ("a | b", "b", "b"),
    ],
)
def test_an_address_or_an_id_leads_to_a_node(text: str, address: str, node: str) -> None:
    assert locate(read(text), address) == NodeId(node)


@pytest.mark.parametrize(
    ("text", "address", "kind", "words"),
    [
        ("a", "A1.A1", NotFoundError, "no cell A1.A1"),
        ("a", "B1", NotFoundError, "no cell B1"),
        ("a | b", "c1", NotFoundError, "no cell C1"),
        ("a | b", "A2", NotFoundError, "no cell A2"),
        ("a | b", "A1.A1", NotFoundError, "no cell A1.A1"),
        ("a | b", "", InvalidError, "not the address"),
        ("a | b", "A0", InvalidError, "not the address"),
        ("a | b", "1A", InvalidError, "not the address"),
        ("a | b", "A1..B1", InvalidError, "not the address"),
        ("a | b", "A٣", InvalidError, "not the address"),
        ("a | b", "A99999999999", InvalidError, "not the address"),
    ],
)
def test_a_wrong_address_says_what_is_wrong(
    text: str, address: str, kind: type[IdeaError], words: str
) -> None:
    with pytest.raises(kind, match=words):
        locate(read(text), address)


@pytest.mark.parametrize(
    ("text", "cells", "expected"),
    [
        ("a | b | c", "A1:B1", (0, 0, 1, 2)),
        ("a | b | c", "c1:b1", (0, 1, 1, 3)),
        ("a / b", "A1:A2", (0, 0, 2, 1)),
        ("[a b; c d]", "B1:A2", (0, 0, 2, 2)),
        ("[a b; c d]", "B2", (1, 1, 2, 2)),
        ("[a a b; c d e]", "B2:C1", (0, 0, 2, 3)),
        ("[a b c; d d e; f g g]", "A1:A2", (0, 0, 2, 2)),
        ("x | [a b; c d]", "B1.A1:B1.B2", (0, 0, 2, 2)),
        ("x | [a b; c d]", "B1.A1:A2", (0, 0, 2, 1)),
        ("x | [a b; c d]", "a:d", (0, 0, 2, 2)),
        ("x | [a b; c d]", "B1.A1:d", (0, 0, 2, 2)),
    ],
)
def test_a_range_is_a_block_that_cuts_no_merged_cell(
    text: str, cells: str, expected: tuple[int, int, int, int]
) -> None:
    block = locate_block(read(text), cells)
    assert expected == (block.row, block.col, block.bottom, block.right)


@pytest.mark.parametrize(
    ("text", "cells", "words"),
    [
        ("a", "A1", "only one cell"),
        ("a | (b / c)", "A1:B1.A1", "crosses"),
        ("a | b", "A1:", "not the address"),
        ("a | b", "A1:B1:C1", "not the address"),
    ],
)
def test_a_wrong_range_says_what_is_wrong(text: str, cells: str, words: str) -> None:
    with pytest.raises(IdeaError, match=words):
        locate_block(read(text), cells)
