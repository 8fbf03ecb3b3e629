"""Sets of cells as people write them."""

import pytest

from idea.domain.errors import ConflictError, InvalidError, NotFoundError
from idea.domain.layout.cell_set import locate_cells
from idea.domain.layout.notation import read


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("A1", "a"),
        ("b", "b"),
        ("C2 A1", "ad"),
        ("A1,A1;a", "a"),
        ("A1:B1", "abc"),
        ("A1:C1 C2", "abcxd"),
        ("B1", "bc"),
        ("B1.A2", "c"),
        ("b1.a1:A2, c1", "bcx"),
    ],
)
def test_addresses_ids_and_ranges_name_cells_in_reading_order(text: str, cells: str) -> None:
    found = locate_cells(read("[a (b / c) x; e e d]"), text)
    assert "".join(cell.value for cell in found) == cells


def test_what_names_no_cells_is_refused() -> None:
    tree = read("a | b")
    with pytest.raises(InvalidError, match="Name the cells"):
        locate_cells(tree, " ,")
    with pytest.raises(NotFoundError):
        locate_cells(tree, "A1 Z9")
    with pytest.raises(InvalidError):
        locate_cells(tree, "A1:?")
    with pytest.raises(ConflictError):
        locate_cells(read("a"), "A1:A1")
