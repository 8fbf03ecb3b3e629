"""A tree drawn with lines and letters, each cell with its address, for people and for tests."""

from collections.abc import Mapping

from idea.domain.ids import NodeId
from idea.domain.layout.address import addresses
from idea.domain.layout.geometry import Extent, Rectangle, place
from idea.domain.layout.tree import LayoutNode

_UP, _DOWN, _LEFT, _RIGHT = 1, 2, 4, 8
_LINES = {
    _UP | _DOWN: "│",
    _LEFT | _RIGHT: "─",
    _DOWN | _RIGHT: "┌",
    _DOWN | _LEFT: "┐",
    _UP | _RIGHT: "└",
    _UP | _LEFT: "┘",
    _UP | _DOWN | _RIGHT: "├",
    _UP | _DOWN | _LEFT: "┤",
    _DOWN | _LEFT | _RIGHT: "┬",
    _UP | _LEFT | _RIGHT: "┴",
    _UP | _DOWN | _LEFT | _RIGHT: "┼",
}
_SMALLEST_CELL = Extent(4, 1)


def draw(
    tree: LayoutNode,
    size: Extent = Extent(40, 12),  # noqa: B008 - a frozen value.
    labels: Mapping[NodeId, str] | None = None,
) -> str:
    """Return a drawing of `size` characters; a cell's label stands below its address."""
    canvas = _Canvas(size)
    inner = Rectangle(1, 1, max(size.width - 2, 0), max(size.height - 2, 0))
    named = addresses(tree)
    for cell, tile in place(tree, inner, 1, _SMALLEST_CELL).tiles.items():
        canvas.frame(tile)
        canvas.write(tile, [named[cell], (labels or {}).get(cell, "")])
    return canvas.text()


class _Canvas:
    def __init__(self, size: Extent) -> None:
        self._lines = [[0] * size.width for _ in range(size.height)]
        self._letters: dict[tuple[int, int], str] = {}

    def frame(self, box: Rectangle) -> None:
        left, right, top, bottom = box.x - 1, box.right, box.y - 1, box.bottom
        for x in range(left, right):
            for y in (top, bottom):
                self._stroke(x, y, _RIGHT)
                self._stroke(x + 1, y, _LEFT)
        for y in range(top, bottom):
            for x in (left, right):
                self._stroke(x, y, _DOWN)
                self._stroke(x, y + 1, _UP)

    def write(self, box: Rectangle, lines: list[str]) -> None:
        for y, line in enumerate(lines[: box.height], start=box.y):
            room = max(box.width - 2, 0)
            shown = line if len(line) <= room else f"{line[: max(room - 1, 0)]}…"[:room]
            for x, letter in enumerate(shown, start=box.x + 1):
                self._letters[x, y] = letter if letter.isprintable() else " "

    def text(self) -> str:
        return "\n".join(
            "".join(
                self._letters.get((x, y)) or _LINES.get(lines, " ") for x, lines in enumerate(row)
            ).rstrip()
            for y, row in enumerate(self._lines)
        )

    def _stroke(self, x: int, y: int, toward: int) -> None:
        if y < len(self._lines) and x < len(self._lines[y]):
            self._lines[y][x] |= toward
