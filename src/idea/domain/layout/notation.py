"""A layout as one line of text, for tests, presets and bug reports: `a | (b / c)`.

    a | b           side by side          a / b          stacked
    a*2 | b         weights               a | (b / c)    nested
    [a b; c d]      a grid, by rows       [a a; b c]     a cell that spans two columns
    [2 1 / 1 3: a b; c d]                 a grid with weights of columns / rows

Names are the ids of leaves. Containers have no name here, and what a merged leaf remembers is left
out.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count

from idea.domain.errors import InvalidError
from idea.domain.ids import NodeId
from idea.domain.layout.shape import FreshId, split_of
from idea.domain.layout.tree import (
    Child,
    Direction,
    Grid,
    GridCell,
    LayoutNode,
    Leaf,
    Split,
)

_TOKEN = re.compile(
    r"\s*(?:(?P<name>[A-Za-z][A-Za-z0-9_-]*)"
    r"|(?P<number>\d+(?:\.\d+)?(?:e[+-]?\d+)?)"
    r"|(?P<mark>[|/()\[\]:;*]))"
)
_DIRECTIONS = {"|": Direction.ROW, "/": Direction.COLUMN}
_END = ""


def read(
    text: str, *, name: Callable[[str], NodeId] = NodeId, fresh: FreshId | None = None
) -> LayoutNode:
    """Return the tree a text describes; containers get ids from `fresh`, else `n1`, `n2`, ….

    Raises:
        InvalidError: The text does not describe a layout.
    """
    reader = _Reader(_tokens(text), name, fresh or numbered())
    tree = reader.line()
    reader.expect(_END)
    return tree


def numbered(prefix: str = "n") -> FreshId:
    """Return a source of ids that count up: n1, n2, …."""
    numbers = count(1)
    return lambda: NodeId(f"{prefix}{next(numbers)}")


def write(tree: LayoutNode, name: Callable[[NodeId], str] = str) -> str:
    """Return the text that describes a tree."""
    match tree:
        case Leaf():
            return name(tree.id)
        case Split():
            mark = " | " if tree.direction is Direction.ROW else " / "
            return mark.join(_weighted(child, name) for child in tree.children)
        case Grid():
            return f"[{_grid_weights(tree)}{_squares(tree, name)}]"


def _weighted(child: Child, name: Callable[[NodeId], str]) -> str:
    weight = "" if child.weight == 1 else f"*{_number(child.weight)}"
    return f"{_atom(child.node, name)}{weight}"


def _atom(node: LayoutNode, name: Callable[[NodeId], str]) -> str:
    return f"({write(node, name)})" if isinstance(node, Split) else write(node, name)


def _squares(grid: Grid, name: Callable[[NodeId], str]) -> str:
    texts = {
        (row, col): _atom(cell.node, name)
        for cell in grid.cells
        for row in range(cell.row, cell.bottom)
        for col in range(cell.col, cell.right)
    }
    columns = range(len(grid.col_weights))
    return "; ".join(
        " ".join(texts[row, col] for col in columns) for row in range(len(grid.row_weights))
    )


def _grid_weights(grid: Grid) -> str:
    if set(grid.col_weights) | set(grid.row_weights) == {1}:
        return ""
    columns = " ".join(map(_number, grid.col_weights))
    rows = " ".join(map(_number, grid.row_weights))
    return f"{columns} / {rows}: "


def _number(weight: float) -> str:
    return str(int(weight)) if float(weight).is_integer() else repr(weight)


def _tokens(text: str) -> list[str]:
    tokens, at = [], 0
    text = text.rstrip()
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise InvalidError(f"{text!r} does not describe a layout from character {at + 1} on.")
        tokens.append(match[0].strip())
        at = match.end()
    return [*tokens, _END]


@dataclass(slots=True)
class _Reader:
    tokens: Sequence[str]
    name: Callable[[str], NodeId]
    fresh: FreshId
    at: int = field(default=0)

    def line(self) -> LayoutNode:
        children = [self.weighted()]
        mark = self.tokens[self.at]
        while mark in _DIRECTIONS and self.tokens[self.at] == mark:
            self.at += 1
            children.append(self.weighted())
        if len(children) == 1:
            return children[0].node
        return split_of(self.fresh(), _DIRECTIONS[mark], children)

    def weighted(self) -> Child:
        node = self.atom()
        if self.tokens[self.at] != "*":
            return Child(node=node)
        self.at += 1
        return Child(node=node, weight=self.number())

    def atom(self) -> LayoutNode:
        word = self.tokens[self.at]
        self.at += 1
        if word == "(":
            inner = self.line()
            self.expect(")")
            return inner
        if word == "[":
            return self.grid()
        if not word[:1].isalpha():
            self.at -= 1
            raise self.unexpected()
        return Leaf(id=self.name(word))

    def grid(self) -> LayoutNode:
        columns, rows = self.grid_weights()
        found: dict[tuple[str, ...], tuple[LayoutNode, list[tuple[int, int]]]] = {}
        row = col = 0
        while self.tokens[self.at] != "]":
            start = self.at
            node = self.atom()
            same = found.setdefault(tuple(self.tokens[start : self.at]), (node, []))
            same[1].append((row, col))
            col += 1
            if self.tokens[self.at] == ";":
                self.at += 1
                row, col = row + 1, 0
        self.at += 1
        return Grid(
            id=self.fresh(),
            col_weights=columns or (1.0,) * col,
            row_weights=rows or (1.0,) * (row + 1),
            cells=tuple(_spanning(node, squares) for node, squares in found.values()),
        )

    def grid_weights(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
        if not self.tokens[self.at][:1].isdigit():
            return (), ()
        columns = self.numbers()
        self.expect("/")
        rows = self.numbers()
        self.expect(":")
        return columns, rows

    def numbers(self) -> tuple[float, ...]:
        found = []
        while self.tokens[self.at][:1].isdigit():
            found.append(self.number())
        return tuple(found)

    def number(self) -> float:
        word = self.tokens[self.at]
        if not word[:1].isdigit():
            raise self.unexpected()
        self.at += 1
        return float(word)

    def expect(self, token: str) -> None:
        if self.tokens[self.at] != token:
            raise self.unexpected()
        self.at += token != _END

    def unexpected(self) -> InvalidError:
        word = self.tokens[self.at]
        where = f"{word!r}" if word else "its end"
        return InvalidError(f"The text does not describe a layout at {where}.")


def _spanning(node: LayoutNode, squares: Sequence[tuple[int, int]]) -> GridCell:
    rows, columns = [row for row, _ in squares], [col for _, col in squares]
    return GridCell(
        node=node,
        row=min(rows),
        col=min(columns),
        row_span=max(rows) - min(rows) + 1,
        col_span=max(columns) - min(columns) + 1,
    )
