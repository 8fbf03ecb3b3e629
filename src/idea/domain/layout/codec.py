"""Layout trees as plain values for JSON, both ways; reading is strict and says where it failed.

    {"type": "leaf", "id", "merged"?: {"direction", "weights"}}
    {"type": "split", "id", "direction": "row" | "column",
     "children": [{"weight", "returnsAfter"?, "node"}]}
    {"type": "grid", "id", "colWeights", "rowWeights",
     "cells": [{"row", "col", "rowSpan", "colSpan", "node"}]}

Known keys are strict. Unknown ones are kept with the node and written back behind the known ones.
The order of keys never changes. A tree deeper than `MAX_DEPTH` is refused before it is walked.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum
from types import MappingProxyType

from idea.domain.errors import InvalidError
from idea.domain.ids import NodeId
from idea.domain.layout.tree import (
    MAX_DEPTH,
    MAX_WEIGHT,
    MIN_WEIGHT,
    NO_EXTRA,
    Child,
    Direction,
    Extra,
    Grid,
    GridCell,
    LayoutNode,
    Leaf,
    Merged,
    Split,
)

_MAX_COUNT = 1_000_000


def encode(tree: LayoutNode) -> dict[str, object]:
    """Return a tree as dictionaries, lists, strings and numbers."""
    match tree:
        case Leaf():
            memory = {} if tree.merged is None else {"merged": _encode_merged(tree.merged)}
            return {"type": "leaf", "id": tree.id.value, **memory, **tree.extra}
        case Split():
            return {
                "type": "split",
                "id": tree.id.value,
                "direction": tree.direction.value,
                "children": [_encode_child(child) for child in tree.children],
                **tree.extra,
            }
        case Grid():
            return {
                "type": "grid",
                "id": tree.id.value,
                "colWeights": [_plain(weight) for weight in tree.col_weights],
                "rowWeights": [_plain(weight) for weight in tree.row_weights],
                "cells": [_encode_cell(cell) for cell in tree.cells],
                **tree.extra,
            }


def decode(value: object, path: str = "tree") -> LayoutNode:
    """Return the tree a plain value stands for; `path` names the value in errors.

    Raises:
        InvalidError: It is not a tree; the sentence begins with the path of what is wrong.
    """
    return _node(_Fields(value, path), 1)


def _encode_merged(merged: Merged) -> dict[str, object]:
    weights = [_plain(weight) for weight in merged.weights]
    return {"direction": merged.direction.value, "weights": weights}


def _encode_child(child: Child) -> dict[str, object]:
    flag = {"returnsAfter": True} if child.returns_after else {}
    return {"weight": _plain(child.weight), **flag, "node": encode(child.node), **child.extra}


def _encode_cell(cell: GridCell) -> dict[str, object]:
    return {
        "row": cell.row,
        "col": cell.col,
        "rowSpan": cell.row_span,
        "colSpan": cell.col_span,
        "node": encode(cell.node),
        **cell.extra,
    }


def _plain(weight: float) -> float:
    """Write whole numbers without a point."""
    return int(weight) if float(weight).is_integer() else weight


def _node(fields: "_Fields", level: int) -> LayoutNode:
    if level > MAX_DEPTH:
        raise fields.wrong(f"a layout is at most {MAX_DEPTH} levels deep")
    kind = fields.text("type")
    if kind not in _READERS:
        raise fields.wrong("must be leaf, split or grid", "type")
    node = fields.node_id("id")
    return _READERS[kind](fields, node, level)


def _leaf(fields: "_Fields", node: NodeId, level: int) -> Leaf:
    del level
    merged = None
    if fields.has("merged"):
        memory = fields.inner("merged")
        direction = memory.one_of("direction", Direction)
        weights = memory.weights("weights")
        memory.end()
        merged = memory.built(lambda: Merged(direction=direction, weights=weights))
    return Leaf(id=node, merged=merged, extra=fields.rest())


def _split(fields: "_Fields", node: NodeId, level: int) -> Split:
    direction = fields.one_of("direction", Direction)
    children = tuple(_child(child, level) for child in fields.items("children"))
    extra = fields.rest()
    return fields.built(lambda: Split(id=node, direction=direction, children=children, extra=extra))


def _child(fields: "_Fields", level: int) -> Child:
    weight = fields.weight("weight")
    returns_after = fields.flag("returnsAfter")
    node = _node(fields.inner("node"), level + 1)
    return Child(node=node, weight=weight, returns_after=returns_after, extra=fields.rest())


def _grid(fields: "_Fields", node: NodeId, level: int) -> Grid:
    columns = fields.weights("colWeights")
    rows = fields.weights("rowWeights")
    cells = tuple(_cell(cell, level) for cell in fields.items("cells"))
    extra = fields.rest()
    return fields.built(
        lambda: Grid(id=node, col_weights=columns, row_weights=rows, cells=cells, extra=extra)
    )


def _cell(fields: "_Fields", level: int) -> GridCell:
    return GridCell(
        row=fields.count("row", least=0),
        col=fields.count("col", least=0),
        row_span=fields.count("rowSpan", least=1),
        col_span=fields.count("colSpan", least=1),
        node=_node(fields.inner("node"), level + 1),
        extra=fields.rest(),
    )


_READERS: Mapping[str, Callable[["_Fields", NodeId, int], LayoutNode]] = {
    "leaf": _leaf,
    "split": _split,
    "grid": _grid,
}


class _Fields:
    """The keys of one object, taken one by one; every complaint names its path."""

    def __init__(self, value: object, path: str) -> None:
        self._path = path
        if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
            raise self.wrong("must be an object")
        self._left: dict[str, object] = dict(value)

    def wrong(self, what: str, key: str = "") -> InvalidError:
        path = f"{self._path}.{key}" if key else self._path
        return InvalidError(f"{path}: {what}.")

    def has(self, key: str) -> bool:
        return key in self._left

    def built[T](self, build: Callable[[], T]) -> T:
        try:
            return build()
        except InvalidError as error:
            raise InvalidError(f"{self._path}: {error.sentence}") from error

    def rest(self) -> Extra:
        return MappingProxyType(self._left) if self._left else NO_EXTRA

    def text(self, key: str) -> str:
        value = self._take(key)
        if not isinstance(value, str):
            raise self.wrong("must be a text", key)
        return value

    def node_id(self, key: str) -> NodeId:
        text = self.text(key)
        try:
            return NodeId(text)
        except InvalidError as error:
            raise self.wrong("must be letters, digits, dots, dashes or underscores", key) from error

    def one_of[E: StrEnum](self, key: str, values: type[E]) -> E:
        text = self.text(key)
        if text not in set(values):
            raise self.wrong(f"must be {' or '.join(values)}", key)
        return values(text)

    def flag(self, key: str) -> bool:
        value = self._left.pop(key, False)
        if not isinstance(value, bool):
            raise self.wrong("must be true or false", key)
        return value

    def count(self, key: str, *, least: int) -> int:
        value = self._take(key)
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.wrong("must be a whole number", key)
        if not least <= value <= _MAX_COUNT:
            raise self.wrong(f"must be at least {least} and not beyond the grid", key)
        return value

    def weight(self, key: str) -> float:
        return self._weight(self._take(key), key)

    def weights(self, key: str) -> tuple[float, ...]:
        return tuple(
            self._weight(value, f"{key}[{number}]") for number, value in enumerate(self._list(key))
        )

    def inner(self, key: str) -> "_Fields":
        return _Fields(self._take(key), f"{self._path}.{key}")

    def items(self, key: str) -> list["_Fields"]:
        return [
            _Fields(value, f"{self._path}.{key}[{number}]")
            for number, value in enumerate(self._list(key))
        ]

    def end(self) -> None:
        for key in self._left:
            raise self.wrong("is not known here", key)

    def _weight(self, value: object, key: str) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.wrong("must be a number", key)
        if not value > 0:
            raise self.wrong("must be greater than 0", key)
        if not MIN_WEIGHT <= value <= MAX_WEIGHT:
            raise self.wrong(f"must be between {MIN_WEIGHT:g} and {MAX_WEIGHT:g}", key)
        return float(value)

    def _list(self, key: str) -> list[object]:
        value = self._take(key)
        if not isinstance(value, list | tuple):
            raise self.wrong("must be a list", key)
        return list(value)

    def _take(self, key: str) -> object:
        if key not in self._left:
            raise self.wrong("is missing", key)
        return self._left.pop(key)
