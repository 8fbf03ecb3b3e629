"""Stored trees: their exact shape, and what is wrong with a wrong one."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from idea.domain.errors import InvalidError
from idea.domain.layout.address import locate_block
from idea.domain.layout.codec import decode, encode
from idea.domain.layout.merging import merge
from idea.domain.layout.notation import numbered, read
from idea.domain.layout.splitting import split
from idea.domain.layout.tree import Side, leaf_ids

GRID_IN_SPLIT = {
    "type": "split",
    "id": "n2",
    "direction": "column",
    "children": [
        {"weight": 2, "node": {"type": "leaf", "id": "a"}},
        {
            "weight": 1,
            "node": {
                "type": "grid",
                "id": "n1",
                "colWeights": [1, 1.5],
                "rowWeights": [1, 1],
                "cells": [
                    {
                        "row": 0,
                        "col": 0,
                        "rowSpan": 1,
                        "colSpan": 2,
                        "node": {"type": "leaf", "id": "b"},
                    },
                    {
                        "row": 1,
                        "col": 0,
                        "rowSpan": 1,
                        "colSpan": 1,
                        "node": {"type": "leaf", "id": "c"},
                    },
                    {
                        "row": 1,
                        "col": 1,
                        "rowSpan": 1,
                        "colSpan": 1,
                        "node": {"type": "leaf", "id": "d"},
                    },
                ],
            },
        },
    ],
}


def _stored() -> Any:
    return copy.deepcopy(GRID_IN_SPLIT)


def test_a_tree_is_stored_in_a_stable_order() -> None:
    tree = read("a*2 / [1 1.5 / 1 1: b b; c d]")
    assert json.dumps(GRID_IN_SPLIT) == json.dumps(encode(tree))
    assert tree == decode(GRID_IN_SPLIT)


def test_what_a_cell_remembers_is_stored() -> None:
    tree = split(read("a | b*2"), leaf_ids(read("a"))[0], Side.LEFT, numbered("new"))
    merged = merge(tree, locate_block(tree, "B1:C1"))
    stored = encode(merged)
    assert stored["children"] == [
        {"weight": 0.5, "returnsAfter": True, "node": {"type": "leaf", "id": "new1"}},
        {
            "weight": 2.5,
            "node": {
                "type": "leaf",
                "id": "a",
                "merged": {"direction": "row", "weights": [0.5, 2]},
            },
        },
    ]
    assert merged == decode(stored)


def test_unknown_keys_are_kept_and_written_behind_the_known_ones() -> None:
    stored = _stored()
    stored["color"] = {"name": "blue"}
    stored["children"][0]["pinned"] = True
    stored["children"][0]["node"]["note"] = None
    stored["children"][1]["node"]["theme"] = [1]
    stored["children"][1]["node"]["cells"][0]["x"] = "y"
    assert stored == encode(decode(stored))
    assert list(encode(decode(stored)))[-1] == "color"


def _at(*path: str | int) -> Callable[[Any, Any], None]:
    def put(stored: Any, value: Any) -> None:
        for key in path[:-1]:
            stored = stored[key]
        if value is _GONE:
            del stored[path[-1]]
        else:
            stored[path[-1]] = value

    return put


_GONE = object()
_GRID = ("children", 1, "node")


@pytest.mark.parametrize(
    ("put", "value", "sentence"),
    [
        (_at("type"), "table", "tree.type: must be leaf, split or grid."),
        (_at("type"), 3, "tree.type: must be a text."),
        (_at("type"), _GONE, "tree.type: is missing."),
        (
            _at("id"),
            "../x",
            "tree.id: must be letters, digits, dots, dashes or underscores.",
        ),
        (_at("direction"), "diagonal", "tree.direction: must be row or column."),
        (_at("children"), {}, "tree.children: must be a list."),
        (_at("children"), [], "tree: A split has at least two children."),
        (_at("children", 1), "x", "tree.children[1]: must be an object."),
        (_at("children", 1, "weight"), 0, "tree.children[1].weight: must be greater than 0."),
        (
            _at("children", 1, "weight"),
            float("nan"),
            "tree.children[1].weight: must be greater than 0.",
        ),
        (
            _at("children", 1, "weight"),
            float("inf"),
            "tree.children[1].weight: must be between 1e-12 and 1e+12.",
        ),
        (
            _at("children", 1, "weight"),
            10**400,
            "tree.children[1].weight: must be between 1e-12 and 1e+12.",
        ),
        (_at("children", 1, "weight"), True, "tree.children[1].weight: must be a number."),
        (_at("children", 1, "weight"), "1", "tree.children[1].weight: must be a number."),
        (
            _at("children", 0, "returnsAfter"),
            1,
            "tree.children[0].returnsAfter: must be true or false.",
        ),
        (_at("children", 0, "node"), None, "tree.children[0].node: must be an object."),
        (_at("children", 0, "node", "id"), "b", "tree: Two nodes of a layout have the same id."),
        (
            _at("children", 0, "node", "merged"),
            {"direction": "row", "weights": [1]},
            "tree.children[0].node.merged: A merged cell was made of at least two.",
        ),
        (
            _at("children", 0, "node", "merged"),
            {"direction": "row", "weights": [1, 1], "x": 1},
            "tree.children[0].node.merged.x: is not known here.",
        ),
        (
            _at(*_GRID, "colWeights", 1),
            -2,
            "tree.children[1].node.colWeights[1]: must be greater than 0.",
        ),
        (
            _at(*_GRID, "cells", 1, "row"),
            1.0,
            "tree.children[1].node.cells[1].row: must be a whole number.",
        ),
        (
            _at(*_GRID, "cells", 1, "row"),
            -1,
            "tree.children[1].node.cells[1].row: must be at least 0 and not beyond the grid.",
        ),
        (
            _at(*_GRID, "cells", 1, "colSpan"),
            0,
            "tree.children[1].node.cells[1].colSpan: must be at least 1 and not beyond the grid.",
        ),
        (
            _at(*_GRID, "cells", 1, "rowSpan"),
            10**30,
            "tree.children[1].node.cells[1].rowSpan: must be at least 1 and not beyond the grid.",
        ),
        (
            _at(*_GRID, "cells", 1, "colSpan"),
            2,
            "tree.children[1].node: Two cells of a grid overlap.",
        ),
        (
            _at(*_GRID, "cells", 2),
            _GONE,
            "tree.children[1].node: A grid has a place without a cell.",
        ),
    ],
)
def test_the_path_of_what_is_wrong_is_named(
    put: Callable[[Any, Any], None], value: Any, sentence: str
) -> None:
    stored = _stored()
    put(stored, value)
    with pytest.raises(InvalidError) as caught:
        decode(stored)
    assert sentence == caught.value.sentence


@pytest.mark.parametrize("value", [None, [], "leaf", 3, {1: "leaf"}])
def test_what_is_not_an_object_is_not_a_tree(value: object) -> None:
    with pytest.raises(InvalidError, match=r"^layout: must be an object"):
        decode(value, "layout")


def test_endless_nesting_is_refused_before_it_is_walked() -> None:
    stored: dict[str, Any] = {"type": "leaf", "id": "a"}
    for level in range(5000):
        child = {"weight": 1, "node": stored}
        stored = {"type": "split", "id": f"s{level}", "direction": "row", "children": [child]}
    with pytest.raises(InvalidError, match="at most 32 levels deep"):
        decode(stored)
