"""Trees as text: drawings and notation."""

import pytest

from idea.domain.errors import InvalidError
from idea.domain.ids import NodeId
from idea.domain.layout.drawing import draw
from idea.domain.layout.geometry import Extent
from idea.domain.layout.notation import read, write

SPLIT = """
┌────────┬───────┐
│ A1     │ B1.A1 │
│ bash   │       │
│        ├───────┤
│        │ B1.A2 │
│        │ very… │
└────────┴───────┘
"""

GRID = """
┌──────────────┬──────┐
│ A1           │ C1   │
│              │      │
├──────┬───────┼──────┤
│ A2   │ B2    │ C2   │
│      │       │      │
└──────┴───────┴──────┘
"""


def test_a_drawing_shows_addresses_and_labels() -> None:
    labels = {NodeId("a"): "bash", NodeId("c"): "very\tlong name"}
    assert (
        SPLIT.strip().splitlines() == draw(read("a | (b / c)"), Extent(18, 7), labels).splitlines()
    )


def test_a_drawing_of_a_grid_joins_its_lines() -> None:
    assert GRID.strip() == draw(read("[a a b; c d e]"), Extent(23, 7))


@pytest.mark.parametrize("size", [Extent(0, 0), Extent(1, 1), Extent(2, 2), Extent(5, 3)])
def test_a_drawing_fits_the_smallest_canvas(size: Extent) -> None:
    lines = draw(read("a | (b / c)"), size).split("\n")
    assert max(map(len, lines)) <= size.width
    assert len(lines) == max(size.height, 1)


@pytest.mark.parametrize(
    "text",
    [
        "a",
        "a | b",
        "a*2 | b*0.5",
        "a / (b | c) / d",
        "[a b; c d]",
        "[a a b; c (d | e) b]",
        "[2 1 / 1 3: a b; c [d e; f g]]",
        "a*1e-05 | b",
    ],
)
def test_what_is_written_is_what_was_read(text: str) -> None:
    assert text == write(read(text))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a |",
        "| a",
        "a | b / c",
        "(a | b",
        "a)",
        "a*",
        "a*b",
        "[a b; c]",
        "[]",
        "[1 2: a b]",
        "a b",
        "a ? b",
        "[a b; b a]",
    ],
)
def test_a_text_that_describes_nothing_is_refused(text: str) -> None:
    with pytest.raises(InvalidError):
        read(text)
