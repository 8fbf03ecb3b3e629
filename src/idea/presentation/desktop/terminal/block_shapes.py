"""Block elements, sextants, braille and powerline shapes by geometry, so that they tile exactly.

Those of old home computers are in `legacy_shapes`.
"""

from collections.abc import Iterator

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from idea.presentation.desktop.terminal import box_lines
from idea.presentation.desktop.terminal.legacy_shapes import (
    draw_legacy,
    is_legacy,
    octant_pattern,
)

_BLOCKS = range(0x2580, 0x25A0)
_BRAILLE = range(0x2800, 0x2900)
_POWERLINE = range(0xE0B0, 0xE0C0)
_SEXTANTS = range(0x1FB00, 0x1FB3C)
_BOXES = range(box_lines.FIRST, box_lines.LAST + 1)

_ELBOW = 0x23BF
"""⎿, with which agents' programs hang results below what they did."""

_SHADES = {0x2591: 64, 0x2592: 128, 0x2593: 191}
_QUADRANTS = {
    # Bits: 1 upper left, 2 upper right, 4 lower left, 8 lower right.
    0x2596: 4, 0x2597: 8, 0x2598: 1, 0x2599: 13, 0x259A: 9, 0x259B: 7, 0x259C: 11, 0x259D: 2,
    0x259E: 6, 0x259F: 14,
}  # fmt: skip
_BRAILLE_DOTS = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3))
"""Column and row of the dot that each bit of a braille pattern raises."""


def is_drawn(char: str) -> bool:
    """Return whether a character is drawn by geometry instead of by a font."""
    code = ord(char)
    return (
        code in _BOXES
        or code in _BLOCKS
        or code in _BRAILLE
        or code in _POWERLINE
        or code in _SEXTANTS
        or code == _ELBOW
        or is_legacy(code)
    )


def draw_shape(painter: QPainter, char: str, width: int, height: int, color: QColor) -> None:
    """Draw a character for which `is_drawn` holds into (0, 0, width, height)."""
    code = ord(char)
    if code in _BOXES:
        box_lines.draw_box(painter, char, width, height, color)
    elif code in _BLOCKS:
        _draw_block(painter, code, width, height, color)
    elif code in _BRAILLE:
        _draw_braille(painter, code - _BRAILLE.start, width, height, color)
    elif code == _ELBOW:
        _draw_elbow(painter, width, height, color)
    elif code in _SEXTANTS:
        _fill_grid(painter, _sextant_bits(code), width, height, color, rows=3)
    elif code in _POWERLINE:
        _draw_powerline(painter, code, width, height, color)
    elif (pattern := octant_pattern(code)) is not None:
        _fill_grid(painter, pattern, width, height, color, rows=4)
    else:
        draw_legacy(painter, code, width, height, color)


def _draw_block(painter: QPainter, code: int, width: int, height: int, color: QColor) -> None:
    if code in _SHADES:
        shade = QColor(color)
        shade.setAlpha(_SHADES[code])
        painter.fillRect(0, 0, width, height, shade)
    elif code in _QUADRANTS:
        _fill_grid(painter, _QUADRANTS[code], width, height, color, rows=2)
    else:
        painter.fillRect(*_eighths(code, width, height), color)


def _eighths(code: int, width: int, height: int) -> tuple[int, int, int, int]:
    """Return the rectangle of a half, eighth or full block."""
    match code:
        case 0x2580:
            return (0, 0, width, round(height / 2))
        case 0x2594:
            return (0, 0, width, max(round(height / 8), 1))
        case 0x2590:
            half = round(width / 2)
            return (half, 0, width - half, height)
        case 0x2595:
            eighth = max(round(width / 8), 1)
            return (width - eighth, 0, eighth, height)
        case _ if code <= 0x2588:
            top = height - max(round(height * (code - 0x2580) / 8), 1)
            if code == 0x2584:
                top = round(height / 2)  # Meets the upper half block exactly.
            return (0, top, width, height - top)
        case _:
            return (0, 0, max(round(width * (0x2590 - code) / 8), 1), height)


def _fill_grid(
    painter: QPainter, bits: int, width: int, height: int, color: QColor, *, rows: int
) -> None:
    """Fill the raised cells of a grid two wide; bit 0 is the upper left, bit 1 to its right."""
    half = round(width / 2)
    for row in range(rows):
        top, bottom = round(height * row / rows), round(height * (row + 1) / rows)
        if bits >> (2 * row) & 1:
            painter.fillRect(0, top, half, bottom - top, color)
        if bits >> (2 * row + 1) & 1:
            painter.fillRect(half, top, width - half, bottom - top, color)


def _sextant_bits(code: int) -> int:
    """Return the bits of a sextant; the patterns of whole half blocks are left out of the block."""
    bits = code - _SEXTANTS.start + 1
    return bits + (bits >= 0b010101) + (bits + (bits >= 0b010101) >= 0b101010)


def _raised_dots(bits: int) -> Iterator[tuple[int, int]]:
    return (dot for number, dot in enumerate(_BRAILLE_DOTS) if bits >> number & 1)


def _draw_braille(painter: QPainter, bits: int, width: int, height: int, color: QColor) -> None:
    side = max(round(min(width / 4, height / 8)), 1)
    for column, row in _raised_dots(bits):
        x = round(width * (2 * column + 1) / 4 - side / 2)
        y = round(height * (2 * row + 1) / 8 - side / 2)
        painter.fillRect(x, y, side, side, color)


def _draw_elbow(painter: QPainter, width: int, height: int, color: QColor) -> None:
    stroke = box_lines.stroke_of(width)
    left, bottom = (width - stroke) // 2, round(height * 0.7)
    painter.fillRect(left, 0, stroke, bottom + stroke, color)
    painter.fillRect(left, bottom, width - left, stroke, color)


def _draw_powerline(painter: QPainter, code: int, width: int, height: int, color: QColor) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    number = code - _POWERLINE.start
    stroke = box_lines.stroke_of(width)
    pen = QPen(color, stroke, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    if number < 8:
        path = _arrow(number, width, height) if number < 4 else _bow(number, width, height)
        if number % 2 == 0:
            path.closeSubpath()
            painter.fillPath(path, color)
        else:
            painter.strokePath(path, pen)
    elif number % 2 == 0:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        painter.drawPolygon(_triangle((number - 8) // 2, width, height))
    else:
        rising = number in {11, 13}
        start, end = (height, 0) if rising else (0, height)
        painter.setPen(pen)
        painter.drawLine(QPointF(0, start), QPointF(width, end))


def _arrow(number: int, width: int, height: int) -> QPainterPath:
    edge, tip = (0, width) if number < 2 else (width, 0)
    path = QPainterPath(QPointF(edge, 0))
    path.lineTo(tip, height / 2)
    path.lineTo(edge, height)
    return path


def _bow(number: int, width: int, height: int) -> QPainterPath:
    to_right = number < 6
    path = QPainterPath(QPointF(0 if to_right else width, 0))
    oval = QRectF(-width if to_right else 0, 0, 2 * width, height)
    path.arcTo(oval, 90, -180 if to_right else 180)
    return path


def _triangle(corner: int, width: int, height: int) -> QPolygonF:
    """Return the triangle in the lower left, lower right, upper left or upper right corner."""
    corners = [QPointF(0, 0), QPointF(width, 0), QPointF(0, height), QPointF(width, height)]
    del corners[(1, 0, 3, 2)[corner]]
    return QPolygonF(corners)
