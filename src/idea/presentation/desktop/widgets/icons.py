"""Icons of quiet buttons, drawn with one-and-a-half-pixel lines in a square of 16."""

from collections.abc import Callable
from enum import StrEnum

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

type _Drawing = Callable[[QPainter, float, float], None]


class Icon(StrEnum):
    """What a quiet button shows."""

    SPLIT = "split"
    ZOOM = "zoom"
    UNZOOM = "unzoom"
    CLOSE = "close"
    MORE = "more"
    ADD = "add"
    MENU = "menu"
    STOP = "stop"
    ATTACH = "attach"
    BELL = "bell"
    UP = "up"
    DOWN = "down"


ICON_SIZE = 14
"""Side of the square an icon is drawn in."""


def paint_icon(painter: QPainter, icon: Icon, center: QPointF, color: QColor) -> None:
    """Draw an icon around a point."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(
        QPen(color, 1.4, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
    )
    painter.setBrush(Qt.BrushStyle.NoBrush)
    _DRAWINGS[icon](painter, center.x(), center.y())
    painter.restore()


def _split(painter: QPainter, x: float, y: float) -> None:
    painter.drawRoundedRect(QRectF(x - 5.5, y - 4.5, 11, 9), 1.5, 1.5)
    painter.drawLine(QPointF(x, y - 4.5), QPointF(x, y + 4.5))


def _zoom(painter: QPainter, x: float, y: float) -> None:
    painter.drawLine(QPointF(x - 4, y + 4), QPointF(x + 4, y - 4))
    painter.drawPolyline([QPointF(x + 0.6, y - 4), QPointF(x + 4, y - 4), QPointF(x + 4, y - 0.6)])
    painter.drawPolyline([QPointF(x - 4, y + 0.6), QPointF(x - 4, y + 4), QPointF(x - 0.6, y + 4)])


def _unzoom(painter: QPainter, x: float, y: float) -> None:
    for sign in (1, -1):
        inner, outer = 1.2 * sign, 4.6 * sign
        painter.drawLine(QPointF(x + inner, y - inner), QPointF(x + outer, y - outer))
        painter.drawPolyline(
            [
                QPointF(x + inner, y - inner - 3 * sign),
                QPointF(x + inner, y - inner),
                QPointF(x + inner + 3 * sign, y - inner),
            ]
        )


def _close(painter: QPainter, x: float, y: float) -> None:
    painter.drawLine(QPointF(x - 3.5, y - 3.5), QPointF(x + 3.5, y + 3.5))
    painter.drawLine(QPointF(x + 3.5, y - 3.5), QPointF(x - 3.5, y + 3.5))


def _more(painter: QPainter, x: float, y: float) -> None:
    painter.setBrush(painter.pen().color())
    painter.setPen(Qt.PenStyle.NoPen)
    for offset in (-4.2, 0, 4.2):
        painter.drawEllipse(QPointF(x + offset, y), 1.1, 1.1)


def _add(painter: QPainter, x: float, y: float) -> None:
    painter.drawLine(QPointF(x - 4, y), QPointF(x + 4, y))
    painter.drawLine(QPointF(x, y - 4), QPointF(x, y + 4))


def _menu(painter: QPainter, x: float, y: float) -> None:
    for offset in (-4, 0, 4):
        painter.drawLine(QPointF(x - 5, y + offset), QPointF(x + 5, y + offset))


def _stop(painter: QPainter, x: float, y: float) -> None:
    painter.drawRoundedRect(QRectF(x - 3.5, y - 3.5, 7, 7), 1, 1)


def _attach(painter: QPainter, x: float, y: float) -> None:
    painter.drawLine(QPointF(x - 5, y), QPointF(x + 3, y))
    painter.drawPolyline([QPointF(x, y - 3), QPointF(x + 3, y), QPointF(x, y + 3)])
    painter.drawLine(QPointF(x + 5, y - 4), QPointF(x + 5, y + 4))


def _bell(painter: QPainter, x: float, y: float) -> None:
    outline = QPainterPath(QPointF(x - 4.6, y + 2.6))
    outline.cubicTo(QPointF(x - 2.6, y + 1), QPointF(x - 4, y - 4.4), QPointF(x, y - 4.4))
    outline.cubicTo(QPointF(x + 4, y - 4.4), QPointF(x + 2.6, y + 1), QPointF(x + 4.6, y + 2.6))
    outline.closeSubpath()
    painter.drawPath(outline)
    painter.drawLine(QPointF(x - 0.8, y + 4.8), QPointF(x + 0.8, y + 4.8))


def _up(painter: QPainter, x: float, y: float) -> None:
    painter.drawPolyline([QPointF(x - 4, y + 2), QPointF(x, y - 2), QPointF(x + 4, y + 2)])


def _down(painter: QPainter, x: float, y: float) -> None:
    painter.drawPolyline([QPointF(x - 4, y - 2), QPointF(x, y + 2), QPointF(x + 4, y - 2)])


_DRAWINGS: dict[Icon, _Drawing] = {
    Icon.SPLIT: _split,
    Icon.ZOOM: _zoom,
    Icon.UNZOOM: _unzoom,
    Icon.CLOSE: _close,
    Icon.MORE: _more,
    Icon.ADD: _add,
    Icon.MENU: _menu,
    Icon.STOP: _stop,
    Icon.ATTACH: _attach,
    Icon.BELL: _bell,
    Icon.UP: _up,
    Icon.DOWN: _down,
}
