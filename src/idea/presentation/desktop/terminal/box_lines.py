"""Box-drawing characters (U+2500 to U+257F) by geometry, so that lines join without gaps.

What a character looks like is read from its Unicode name: four *arms* (left, right, up, down)
from the edges to the centre, each light, heavy or double. A double arm is a band three strokes
wide with its middle stroke erased.
"""

import re
import unicodedata
from collections.abc import Iterator
from enum import Enum
from functools import cache
from typing import NamedTuple

from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

FIRST = 0x2500
LAST = 0x257F
_CLEAR = QPainter.CompositionMode.CompositionMode_Clear
_OVER = QPainter.CompositionMode.CompositionMode_SourceOver


class Weight(Enum):
    """How strong an arm is."""

    NONE = 0
    LIGHT = 1
    HEAVY = 2
    DOUBLE = 3


class Arms(NamedTuple):
    """The four arms of a character."""

    left: Weight
    right: Weight
    up: Weight
    down: Weight


class Span(NamedTuple):
    """Pixels from `start` up to, not including, `end`."""

    start: int
    end: int


_WEIGHTS = {
    "LIGHT": Weight.LIGHT,
    "SINGLE": Weight.LIGHT,
    "HEAVY": Weight.HEAVY,
    "DOUBLE": Weight.DOUBLE,
}
_SIDES = {
    "LEFT": ("LEFT",),
    "RIGHT": ("RIGHT",),
    "UP": ("UP",),
    "DOWN": ("DOWN",),
    "HORIZONTAL": ("LEFT", "RIGHT"),
    "VERTICAL": ("UP", "DOWN"),
}
_DASHES = re.compile(r"(LIGHT|HEAVY) (DOUBLE|TRIPLE|QUADRUPLE) DASH (HORIZONTAL|VERTICAL)")
_DASH_COUNT = {"DOUBLE": 2, "TRIPLE": 3, "QUADRUPLE": 4}


@cache
def _name(char: str) -> str:
    return unicodedata.name(char).removeprefix("BOX DRAWINGS ")


@cache
def arms_of(char: str) -> Arms:
    """Return the arms of a box-drawing character without dashes, arcs and diagonals."""
    sides: dict[str, Weight] = {}
    weight = Weight.NONE
    for part in _name(char).split(" AND "):
        words = part.split()
        weight = next((_WEIGHTS[word] for word in words if word in _WEIGHTS), weight)
        for word in words:
            sides.update(dict.fromkeys(_SIDES.get(word, ()), weight))
    return Arms(*(sides.get(side, Weight.NONE) for side in ("LEFT", "RIGHT", "UP", "DOWN")))


def stroke_of(width: int) -> int:
    """Return how thick a light line is in cells of this width."""
    return max(round(width / 9), 1)


def draw_box(painter: QPainter, char: str, width: int, height: int, color: QColor) -> None:
    """Draw a box-drawing character into the rectangle (0, 0, width, height)."""
    name = _name(char)
    if "DIAGONAL" in name:
        _draw_diagonals(painter, name, width, height, color)
    elif "ARC" in name:
        _draw_arc(painter, name, width, height, color)
    elif dashes := _DASHES.fullmatch(name):
        thickness = stroke_of(width) * _WEIGHTS[dashes[1]].value
        upright = dashes[3] == "VERTICAL"
        along, beside = (height, width) if upright else (width, height)
        start = (beside - thickness) // 2
        for first, length in _dashes(along, _DASH_COUNT[dashes[2]]):
            if upright:
                painter.fillRect(start, first, thickness, length, color)
            else:
                painter.fillRect(first, start, length, thickness, color)
    else:
        _Junction(painter, width, height, color).draw(arms_of(char))


class _Junction:
    """Draws arms that meet in the middle of a cell."""

    def __init__(self, painter: QPainter, width: int, height: int, color: QColor) -> None:
        self._painter = painter
        self._width = width
        self._height = height
        self._color = color
        self._stroke = stroke_of(width)

    def draw(self, arms: Arms) -> None:
        """Draw double arms first, empty their channels, then draw single arms over them."""
        across = (arms.left, arms.right)
        upright = (arms.up, arms.down)
        for is_upright, own, crossing in ((False, across, upright), (True, upright, across)):
            self._draw_doubles(own, crossing, upright=is_upright)
        self._painter.setCompositionMode(_CLEAR)
        for is_upright, own, crossing in ((False, across, upright), (True, upright, across)):
            self._erase_channels(own, crossing, upright=is_upright)
        self._painter.setCompositionMode(_OVER)
        for is_upright, own, crossing in ((False, across, upright), (True, upright, across)):
            self._draw_singles(own, crossing, upright=is_upright)

    def _band(self, length: int, weight: Weight) -> Span:
        thickness = self._stroke * max(weight.value, 1)
        start = (length - thickness) // 2
        return Span(start, start + thickness)

    def _lengths(self, *, upright: bool) -> tuple[int, int]:
        """Return the extent along the arms and the extent they are centred in."""
        return (self._height, self._width) if upright else (self._width, self._height)

    def _fill(self, along: Span, beside: Span, *, upright: bool) -> None:
        if along.end <= along.start:
            return
        x, y = (beside, along) if upright else (along, beside)
        self._painter.fillRect(x.start, y.start, x.end - x.start, y.end - y.start, self._color)

    def _draw_doubles(
        self, own: tuple[Weight, Weight], crossing: tuple[Weight, Weight], *, upright: bool
    ) -> None:
        along, beside = self._lengths(upright=upright)
        core = self._band(along, _heavier(crossing))
        band = self._band(beside, Weight.DOUBLE)
        if own[0] is Weight.DOUBLE:
            self._fill(Span(0, core.end), band, upright=upright)
        if own[1] is Weight.DOUBLE:
            self._fill(Span(core.start, along), band, upright=upright)

    def _erase_channels(
        self, own: tuple[Weight, Weight], crossing: tuple[Weight, Weight], *, upright: bool
    ) -> None:
        along, beside = self._lengths(upright=upright)
        core = self._band(along, _heavier(crossing))
        if _heavier(crossing) is Weight.DOUBLE:
            core = Span(core.start + self._stroke * 2, core.end - self._stroke * 2)
        elif _heavier(crossing) is Weight.NONE:
            core = Span(along // 2, along // 2)
        band = self._band(beside, Weight.DOUBLE)
        channel = Span(band.start + self._stroke, band.end - self._stroke)
        if own[0] is Weight.DOUBLE:
            self._fill(Span(0, core.start), channel, upright=upright)
        if own[1] is Weight.DOUBLE:
            self._fill(Span(core.end, along), channel, upright=upright)

    def _draw_singles(
        self, own: tuple[Weight, Weight], crossing: tuple[Weight, Weight], *, upright: bool
    ) -> None:
        along, beside = self._lengths(upright=upright)
        core = self._band(along, _heavier(crossing))
        through = crossing == (Weight.DOUBLE, Weight.DOUBLE) and Weight.NONE in own
        near, far = core.end, core.start
        if through:
            near, far = core.start + self._stroke, core.end - self._stroke
        for side, span in ((0, Span(0, near)), (1, Span(far, along))):
            if own[side] in {Weight.LIGHT, Weight.HEAVY}:
                self._fill(span, self._band(beside, own[side]), upright=upright)


def _heavier(arms: tuple[Weight, Weight]) -> Weight:
    return max(arms, key=lambda weight: weight.value)


def _dashes(along: int, count: int) -> Iterator[tuple[int, int]]:
    """Return start and length of each dash in a cell, half a gap at both its ends."""
    for number in range(count):
        first, last = along * number // count, along * (number + 1) // count
        gap = max((last - first) // 3, 1)
        yield first + gap // 2, max(last - first - gap, 1)


def _pen(width: int, color: QColor) -> QPen:
    return QPen(color, stroke_of(width), Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap)


def _draw_arc(painter: QPainter, name: str, width: int, height: int, color: QColor) -> None:
    stroke = stroke_of(width)
    x = (width - stroke) // 2 + stroke / 2
    y = (height - stroke) // 2 + stroke / 2
    down, right = "DOWN" in name, "RIGHT" in name
    # The last pixel before the border is straight, so that it equals that of a straight line.
    radius = max(min(x, y, width - x, height - y) - 1, 0)
    path = QPainterPath(QPointF(x, height if down else 0))
    path.lineTo(x, y + radius if down else y - radius)
    path.quadTo(QPointF(x, y), QPointF(x + radius if right else x - radius, y))
    path.lineTo(width if right else 0, y)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.strokePath(path, _pen(width, color))


def _draw_diagonals(painter: QPainter, name: str, width: int, height: int, color: QColor) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(color, stroke_of(width), Qt.PenStyle.SolidLine, Qt.PenCapStyle.SquareCap))
    if "CROSS" in name or "UPPER RIGHT TO LOWER LEFT" in name:
        painter.drawLine(QLineF(width, 0, 0, height))
    if "CROSS" in name or "UPPER LEFT TO LOWER RIGHT" in name:
        painter.drawLine(QLineF(0, 0, width, height))
