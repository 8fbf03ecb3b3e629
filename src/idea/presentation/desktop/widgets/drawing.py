"""Small drawing steps that several parts share."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPaintDevice, QPainter, QPen

from idea.presentation.desktop.theme import metrics


def draw_text(
    painter: QPainter,
    text: str,
    font: QFont,
    color: QColor,
    *,
    left: float,
    middle: float,
    room: float,
) -> float:
    """Draw one line, elided to `room`, centred on the line `middle`; return where it ends."""
    if room <= 0 or not text:
        return left
    measure = QFontMetricsF(font)
    shown = measure.elidedText(text, Qt.TextElideMode.ElideRight, room)
    painter.setFont(font)
    painter.setPen(color)
    painter.drawText(QPointF(left, baseline(measure, middle)), shown)
    return left + measure.horizontalAdvance(shown)


def baseline(measure: QFontMetricsF, middle: float) -> float:
    """Return the baseline that centres capitals and small letters on a line, on a whole pixel."""
    return round(middle + (measure.ascent() - measure.descent()) / 2)


def text_width(text: str, font: QFont) -> float:
    """Return how wide a line is."""
    return QFontMetricsF(font).horizontalAdvance(text)


def longest_fitting(texts: Sequence[str], font: QFont, room: float) -> str:
    """Return the first of several texts, longest first, that fits; else the last one."""
    return next((text for text in texts if text_width(text, font) <= room), texts[-1])


def hairline(device: QPaintDevice) -> float:
    """Return the thickness of the thinnest line that is there everywhere, in logical pixels.

    Below a scale of 1 a logical pixel is less than a device's, and such a line comes and goes.
    """
    return max(1.0, 1 / device.devicePixelRatioF())


def draw_edge(painter: QPainter, box: QRectF, edge: Qt.Edge, color: QColor) -> None:
    """Draw the hairline along an edge inside a box."""
    thick = hairline(painter.device())
    line = QRectF(box)
    match edge:
        case Qt.Edge.TopEdge:
            line.setHeight(thick)
        case Qt.Edge.BottomEdge:
            line.setTop(box.bottom() - thick)
        case Qt.Edge.LeftEdge:
            line.setWidth(thick)
        case Qt.Edge.RightEdge:
            line.setLeft(box.right() - thick)
    painter.fillRect(line, color)


def fill(painter: QPainter, rect: QRectF, color: QColor) -> None:
    """Fill a rectangle exactly, without antialiased edges."""
    painter.fillRect(rect, color)


def paint_focus(painter: QPainter, box: QRectF, color: QColor) -> None:
    """Draw the ring of what has the keyboard."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(color, metrics.RING))
    painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), 4, 4)
    painter.restore()


def draw_key(
    painter: QPainter,
    text: str,
    font: QFont,
    colors: tuple[QColor, QColor],
    *,
    right: float,
    middle: float,
) -> float:
    """Draw a key cap ending at `right`; `colors` are ground and text. Return its left edge."""
    width = text_width(text, font) + 12
    box = QRectF(right - width, middle - 9, width, 18)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colors[0])
    painter.drawRoundedRect(box, 4, 4)
    painter.restore()
    draw_text(painter, text, font, colors[1], left=box.left() + 6, middle=middle, room=width)
    return box.left()
