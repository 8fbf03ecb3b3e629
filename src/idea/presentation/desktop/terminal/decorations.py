"""Lines drawn with text: underlines of five kinds, strikethrough and overline."""

from functools import lru_cache
from math import pi, sin

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen

from idea.domain.ports.terminal_core import Underline
from idea.presentation.desktop.terminal.colors import Ink
from idea.presentation.desktop.terminal.metrics import CellMetrics

_STEPS_PER_WAVE = 8


def draw_decorations(painter: QPainter, metrics: CellMetrics, ink: Ink, cells: QRect) -> None:
    """Draw the lines of `ink` along neighbouring cells of one row, in device pixels."""
    thickness = metrics.line_thickness
    x, y, width = cells.x(), cells.y(), cells.width()
    if ink.overline:
        painter.fillRect(x, y, width, thickness, QColor(ink.foreground))
    if ink.underline is not Underline.NONE:
        _draw_underline(painter, metrics, ink, cells)
    if ink.strikethrough:
        painter.fillRect(x, y + metrics.strike_top, width, thickness, QColor(ink.foreground))


def _draw_underline(painter: QPainter, metrics: CellMetrics, ink: Ink, cells: QRect) -> None:
    color = QColor(ink.underline_color)
    thickness = metrics.line_thickness
    x, width, end = cells.x(), cells.width(), cells.x() + cells.width()
    top = cells.y() + metrics.underline_top
    match ink.underline:
        case Underline.DOUBLE:
            lower = cells.y() + min(metrics.underline_top + thickness, metrics.height - thickness)
            painter.fillRect(x, lower, width, thickness, color)
            painter.fillRect(x, lower - 2 * thickness, width, thickness, color)
        case Underline.CURLY:
            wave = _wave(metrics, ink.underline_color)
            for start in range(x, end, metrics.width):
                painter.drawImage(start, cells.y(), wave)
        case Underline.DOTTED:
            for start in range(x, end, 2 * thickness):
                painter.fillRect(start, top, min(thickness, end - start), thickness, color)
        case Underline.DASHED:
            dash = max(metrics.width // 2, 1)
            for start in range(x + (metrics.width - dash) // 2, end, metrics.width):
                painter.fillRect(start, top, min(dash, end - start), thickness, color)
        case _:
            painter.fillRect(x, top, width, thickness, color)


@lru_cache(maxsize=256)
def _wave(metrics: CellMetrics, color: int) -> QImage:
    """Return one wave, a cell wide, in the room below the baseline; it joins with the next."""
    image = QImage(metrics.width, metrics.height, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    thickness = metrics.line_thickness
    height = max(min(metrics.height - metrics.baseline - 1, metrics.width / 2), 2 * thickness)
    swing = (height - thickness) / 2
    middle = metrics.height - height / 2
    path = QPainterPath(QPointF(-metrics.width, middle))
    for step in range(1, 3 * _STEPS_PER_WAVE + 1):
        x = step * metrics.width / _STEPS_PER_WAVE - metrics.width
        path.lineTo(x, middle - swing * sin(step * 2 * pi / _STEPS_PER_WAVE))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    pen = QPen(QColor(color), thickness, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap)
    painter.strokePath(path, pen)
    painter.end()
    return image
