"""A cell divided into several of one size."""

from itertools import count

import pytest

from idea.domain.errors import InvalidError
from idea.domain.ids import NodeId
from idea.domain.layout.even_splitting import MOST_PARTS, split_evenly
from idea.domain.layout.notation import read
from idea.domain.layout.tree import LayoutNode, Side, Split, leaf_ids

A = NodeId("a")


def fresh_ids() -> object:
    numbers = count()
    return lambda: NodeId(f"new{next(numbers)}")


def divided(drawing: str, side: Side, parts: int) -> LayoutNode:
    return split_evenly(read(drawing), A, side, parts, fresh_ids())  # type: ignore[arg-type]


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("parts", [2, 3, MOST_PARTS])
def test_all_parts_are_of_one_size(side: Side, parts: int) -> None:
    tree = divided("a", side, parts)

    assert isinstance(tree, Split)
    assert len(tree.children) == parts
    assert len({child.weight for child in tree.children}) == 1


def test_what_stands_beside_keeps_its_room() -> None:
    tree = divided("a | b", Side.RIGHT, 3)

    assert isinstance(tree, Split)
    [*parts, other] = [child.weight for child in tree.children]
    assert len(parts) == 3
    assert sum(parts) == pytest.approx(other)
    assert leaf_ids(tree)[0] == A


@pytest.mark.parametrize("parts", [-1, 0, 1, MOST_PARTS + 1])
def test_other_numbers_are_refused(parts: int) -> None:
    with pytest.raises(InvalidError, match="2 to 9 parts"):
        divided("a", Side.RIGHT, parts)
