"""Shapes of old home computers by geometry: octants, wedges, triangles, bars, diagonal lines.

What a character looks like is read from its Unicode name wherever that says it; octants are newer
than the names that Python knows, and follow from the order of their code points.
"""

import re
import unicodedata
from collections.abc import Sequence
from functools import cache

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from idea.presentation.desktop.terminal.box_lines import stroke_of

_OCTANTS = range(0x1CD00, 0x1CDE6)
_WEDGES = range(0x1FB3C, 0x1FB68)
_TRIANGLES = (*range(0x1FB68, 0x1FB70), 0x1FB9A, 0x1FB9B)
_BARS = range(0x1FB70, 0x1FB8C)
_SHADES = (*range(0x1FB8C, 0x1FB93), 0x1FB94)
_CORNERS = range(0x1FB9C, 0x1FBA0)
_FILLS = {0x1FB95: 0xA5A5, 0x1FB96: 0x5A5A, 0x1FB97: 0xF0F0}
"""Which sixteenths of the cell are raised; bit 0 is the upper left one, bit 1 to its right."""
_DIAGONALS = range(0x1FBA0, 0x1FBAF)

_OLDER_OCTANTS = frozenset(
    {0, 1, 2, 3, 5, 10, 15, 20, 40, 63, 64, 80, 85, 90, 95, 128}
    | {160, 165, 170, 175, 192, 240, 245, 250, 252, 255}
)
"""Patterns that had a character before there were octants: halves, quadrants, quarters."""
_QUARTERS = {0x1CEA0: 128, 0x1CEA3: 64, 0x1CEA8: 1, 0x1CEAB: 2, 0x1FBE6: 20, 0x1FBE7: 40}
_PATTERNS = {
    **dict(zip(_OCTANTS, (n for n in range(256) if n not in _OLDER_OCTANTS), strict=True)),
    **_QUARTERS,
}
"""Bit 0 is the upper left eighth of the cell, bit 1 the one to its right."""

_ACROSS = {"LEFT": 0.0, "CENTRE": 0.5, "RIGHT": 1.0}
_DOWN = {"UPPER": 0.0, "UPPER MIDDLE": 1 / 3, "MIDDLE": 0.5, "LOWER MIDDLE": 2 / 3, "LOWER": 1.0}
_SHARES = {"ONE": 1, "THREE": 3, "FIVE": 5, "SEVEN": 7}
_SHARE = re.compile(r"(.+) (ONE|THREE|FIVE|SEVEN) (EIGHTH|QUARTER)S? BLOCK")
_NUMBERED = re.compile(r"(VERTICAL|HORIZONTAL) ONE EIGHTH BLOCK-(\d+)")
_WEDGE = re.compile(r"(\w+ \w+) BLOCK DIAGONAL (.+) TO (.+)")
_SIDES = ("UPPER", "RIGHT", "LOWER", "LEFT")
_DIAMOND = "UPPER CENTRE TO MIDDLE RIGHT TO LOWER CENTRE TO MIDDLE LEFT TO UPPER CENTRE"

_DRAWN = frozenset(
    {*_PATTERNS, *_WEDGES, *_TRIANGLES, *_BARS, *_SHADES, *_FILLS, *_CORNERS, *_DIAGONALS}
)
_MEDIUM = 128
"""How much a medium shade covers, of 255; as much as what it leaves out."""

type _Point = tuple[float, float]


def is_legacy(code: int) -> bool:
    """Return whether a code point is one of these shapes."""
    return code in _DRAWN


def octant_pattern(code: int) -> int | None:
    """Return which eighths of its cell a character raises, if it is made of eighths."""
    return _PATTERNS.get(code)


def draw_legacy(painter: QPainter, code: int, width: int, height: int, color: QColor) -> None:
    """Draw a shape that is not made of eighths into (0, 0, width, height)."""
    name = unicodedata.name(chr(code))
    if code in _BARS:
        for x, y, across, down in _bars(name, width, height):
            painter.fillRect(x, y, across, down, color)
        return
    if code in _FILLS:
        _fill_sixteenths(painter, _FILLS[code], width, height, color)
        return
    if code in _SHADES:
        _draw_shades(painter, name, width, height, color)
        return
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if code in _DIAGONALS:
        _draw_lines(painter, name, width, height, color)
        return
    points = _area(code, name)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(_shaded(color) if code in _CORNERS else color)
    painter.drawPolygon(QPolygonF([QPointF(x * width, y * height) for x, y in points]))


def _area(code: int, name: str) -> Sequence[_Point]:
    """Return the outline of a shape in a cell of one by one."""
    if code in _WEDGES:
        return _wedge(name)
    if code in _CORNERS:
        across, down = _point(name.partition(" TRIANGULAR")[0])
        return (across, down), (1 - across, down), (across, 1 - down)
    return _triangles(name)


def _shaded(color: QColor) -> QColor:
    shade = QColor(color)
    shade.setAlpha(_MEDIUM)
    return shade


def _draw_shades(painter: QPainter, name: str, width: int, height: int, color: QColor) -> None:
    """Draw halves that are full or half covered."""
    half_across, half_down = round(width / 2), round(height / 2)
    halves = {
        "LEFT": (0, 0, half_across, height),
        "RIGHT": (half_across, 0, width - half_across, height),
        "UPPER": (0, 0, width, half_down),
        "LOWER": (0, half_down, width, height - half_down),
    }
    for part in name.split(" AND "):
        box = halves.get(part.partition(" ")[0], (0, 0, width, height))
        painter.fillRect(*box, color if part.endswith("BLOCK") else _shaded(color))


def _fill_sixteenths(
    painter: QPainter, pattern: int, width: int, height: int, color: QColor
) -> None:
    lefts = [round(width * column / 4) for column in range(5)]
    tops = [round(height * row / 4) for row in range(5)]
    for at in range(16):
        if pattern >> at & 1:
            row, column = divmod(at, 4)
            across, down = lefts[column + 1] - lefts[column], tops[row + 1] - tops[row]
            painter.fillRect(lefts[column], tops[row], across, down, color)


def _bars(name: str, width: int, height: int) -> list[tuple[int, int, int, int]]:
    """Return the rectangles of a character made of bars along the edges or across the cell."""
    if found := _NUMBERED.fullmatch(name):
        length = width if found[1] == "VERTICAL" else height
        spans = [
            (round(length * (int(digit) - 1) / 8), round(length * int(digit) / 8))
            for digit in found[2]
        ]
        spans = [(start, max(end, start + 1)) for start, end in spans]
        if found[1] == "VERTICAL":
            return [(start, 0, end - start, height) for start, end in spans]
        return [(0, start, width, end - start) for start, end in spans]
    found = _SHARE.fullmatch(name)
    if found is None:
        return []
    share = _SHARES[found[2]] / (8 if found[3] == "EIGHTH" else 4)
    across, down = max(round(width * share), 1), max(round(height * share), 1)
    edges = {
        "LEFT": (0, 0, across, height),
        "RIGHT": (width - across, 0, across, height),
        "UPPER": (0, 0, width, down),
        "LOWER": (0, height - down, width, down),
    }
    return [edges[side] for side in found[1].split(" AND ")]


def _point(words: str) -> _Point:
    """Return where `UPPER MIDDLE LEFT` is in a cell of one by one."""
    down, _, across = words.rpartition(" ")
    return _ACROSS[across], _DOWN[down]


@cache
def _wedge(name: str) -> Sequence[_Point]:
    """Return what of a cell lies on one corner's side of a line."""
    found = _WEDGE.fullmatch(name)
    if found is None:
        return ()
    corner, (ax, ay), (bx, by) = _point(found[1]), _point(found[2]), _point(found[3])

    def side(point: _Point) -> float:
        return (bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax)

    wanted = side(corner)
    cell: list[_Point] = [(0, 0), (1, 0), (1, 1), (0, 1)]
    kept: list[_Point] = []
    for at, here in enumerate(cell):
        before = cell[at - 1]
        one, other = side(before) * wanted, side(here) * wanted
        if one * other < 0:
            share = one / (one - other)
            kept.append(
                (
                    before[0] + (here[0] - before[0]) * share,
                    before[1] + (here[1] - before[1]) * share,
                )
            )
        if other >= 0:
            kept.append(here)
    return kept


@cache
def _triangles(name: str) -> Sequence[_Point]:
    """Return the outline of triangles between the centre and the sides that a name lists."""
    named = name.partition(" TRIANGULAR")[0].split(" AND ")
    outline: list[_Point] = []
    for side, corner in zip(_SIDES, ((0, 0), (1, 0), (1, 1), (0, 1)), strict=True):
        outline.append(corner)
        if side not in named:
            outline.append((0.5, 0.5))
    return outline


def _draw_lines(painter: QPainter, name: str, width: int, height: int, color: QColor) -> None:
    """Draw thin lines between the middles of a cell's edges, where box lines end as well."""
    stroke = stroke_of(width)
    middle = (width - stroke) // 2 + stroke / 2, (height - stroke) // 2 + stroke / 2
    chains = name.removeprefix("BOX DRAWINGS LIGHT DIAGONAL ").replace("DIAMOND", _DIAMOND)
    path = QPainterPath()
    for chain in chains.split(" AND "):
        points = [_point(words) for words in chain.split(" TO ")]
        placed = [
            QPointF(middle[0] if x == 0.5 else x * width, middle[1] if y == 0.5 else y * height)
            for x, y in points
        ]
        path.moveTo(placed[0])
        for point in placed[1:]:
            path.lineTo(point)
    pen = QPen(color, stroke, Qt.PenStyle.SolidLine, Qt.PenCapStyle.SquareCap)
    painter.strokePath(path, pen)
