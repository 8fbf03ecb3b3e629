"""State shapes: the same drawing in headers, side bar, cards, status line and palette."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen, QPolygonF

from idea.presentation.desktop.theme.theme import Colors
from idea.presentation.desktop.viewmodels.session_look import Shape

SHAPE_SIZE = 12
"""Side of the square a shape is drawn in."""
_LARGER = 1.2
"""By so much in themes of high contrast."""


def shape_color(shape: Shape, colors: Colors) -> QColor:
    """Return the colour of a state."""
    return {
        Shape.WORKING: colors.accent,
        Shape.NEEDS_YOU: colors.need,
        Shape.DONE: colors.done,
        Shape.IDLE: colors.text3,
        Shape.FAILED: colors.error,
        Shape.ENDED: colors.text3,
        Shape.SHELL: colors.text2,
    }[shape]


def paint_shape(
    painter: QPainter, shape: Shape, left: float, middle: float, colors: Colors
) -> None:
    """Draw a shape with its left edge at `left`, centred on the line `middle`."""
    color = shape_color(shape, colors)
    center = QPointF(left + SHAPE_SIZE / 2, middle)
    painter.save()
    if colors.stands_out:
        painter.translate(center)
        painter.scale(_LARGER, _LARGER)
        painter.translate(-center)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    pen = QPen(
        color, 1.6, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin
    )
    if shape in {Shape.WORKING, Shape.NEEDS_YOU}:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QBrush(color))
    else:
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
    _draw(painter, shape, center)
    painter.restore()


def _draw(painter: QPainter, shape: Shape, center: QPointF) -> None:
    x, y = center.x(), center.y()
    match shape:
        case Shape.WORKING:
            painter.drawEllipse(center, 4, 4)
        case Shape.IDLE:
            painter.drawEllipse(center, 3.6, 3.6)
        case Shape.NEEDS_YOU:
            points = [QPointF(x, y - 6), QPointF(x + 6, y), QPointF(x, y + 6), QPointF(x - 6, y)]
            painter.drawPolygon(QPolygonF(points))
        case Shape.ENDED:
            painter.drawRect(QRectF(x - 4, y - 4, 8, 8))
        case Shape.DONE:
            points = [
                QPointF(x - 4.2, y + 0.2),
                QPointF(x - 1.4, y + 3.2),
                QPointF(x + 4.4, y - 3.4),
            ]
            painter.drawPolyline(QPolygonF(points))
        case Shape.FAILED:
            painter.drawLine(QPointF(x - 3.4, y - 3.4), QPointF(x + 3.4, y + 3.4))
            painter.drawLine(QPointF(x + 3.4, y - 3.4), QPointF(x - 3.4, y + 3.4))
        case Shape.SHELL:
            points = [QPointF(x - 4.6, y - 3.6), QPointF(x - 1, y), QPointF(x - 4.6, y + 3.6)]
            painter.drawPolyline(QPolygonF(points))
            painter.drawLine(QPointF(x + 1, y + 4), QPointF(x + 5, y + 4))
