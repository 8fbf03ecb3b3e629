"""One arrangement after another, with as many cells as there are."""

import pytest

from idea.domain.errors import ConflictError
from idea.domain.layout.notation import read
from idea.domain.layout.presets import PRESETS, next_preset
from idea.domain.layout.tree import leaves


@pytest.mark.parametrize("drawing", ["a | b", "a / b / c", "[a b; c d]"])
def test_arrangements_follow_each_other_and_come_back(drawing: str) -> None:
    count = len(leaves(read(drawing)))
    wanted = [each.name for each in PRESETS if len(leaves(read(each.drawing))) == count]
    seen, tree = [], read(drawing)
    for _ in wanted:
        following = next_preset(tree)
        seen.append(following.name)
        tree = read(following.drawing)

    assert sorted(seen) == sorted(wanted)
    assert next_preset(tree).name == seen[0]


def test_a_grid_that_is_no_arrangement_becomes_the_first_with_as_many_cells() -> None:
    assert next_preset(read("a*3 | b*2")).name == "columns-2"
    assert next_preset(read("x*4 | (y / z)")).name == "columns-3"


@pytest.mark.parametrize(("drawing", "words"), [("a", "1 cell"), ("a | b | c | d | e", "5 cells")])
def test_where_there_is_no_other_arrangement_it_is_said(drawing: str, words: str) -> None:
    with pytest.raises(ConflictError, match=f"No other arrangement has {words}"):
        next_preset(read(drawing))
