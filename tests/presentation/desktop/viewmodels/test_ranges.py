import pytest

from idea.domain.layout.notation import read
from idea.presentation.desktop.viewmodels.ranges import range_between, range_of_all

TREE = read("[a b c; d e (f / g)]")


@pytest.mark.parametrize(
    ("one", "other", "text", "cells"),
    [
        ("a", "b", "A1:B1", "ab"),
        ("b", "a", "A1:B1", "ab"),
        ("b", "f", "B1:C2", "bcefg"),
        ("f", "g", "C2.A1:C2.A2", "fg"),
        ("g", "d", "A2:C2", "defg"),
    ],
)
def test_two_cells_span_a_rectangle_of_the_container_that_holds_both(
    one: str, other: str, text: str, cells: str
) -> None:
    found = range_between(TREE, one, other)

    assert found is not None
    assert (found.text, "".join(sorted(found.cells))) == (text, cells)


@pytest.mark.parametrize(("one", "other"), [("a", "a"), ("a", "zz"), ("zz", "a")])
def test_one_cell_or_an_unknown_one_is_no_range(one: str, other: str) -> None:
    assert range_between(TREE, one, other) is None


def test_the_whole_grid_is_a_range_unless_it_is_one_cell() -> None:
    everything = range_of_all(TREE)

    assert everything is not None
    assert (everything.text, "".join(sorted(everything.cells))) == ("A1:C2", "abcdefg")
    assert range_of_all(read("a")) is None
