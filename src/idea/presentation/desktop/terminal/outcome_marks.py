"""What became of each command, as a small shape in the margin left of its prompt.

Told apart by shape as well as by colour: a dot ended well, a cross failed, a ring runs, a dash
ended without saying how. The quiet one is the one that is there most often.
"""

from collections.abc import Mapping

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from idea.domain.commands import Command, Outcome
from idea.presentation.desktop.terminal.geometry import GridPlace
from idea.presentation.desktop.terminal.look import TerminalColors

_MIDDLE = 0.54
"""How far left of the text its middle lies, as a part of the margin."""
_REACH = 0.3
"""How far a shape reaches from its middle, as a part of the margin."""
_PEN = 0.16


def draw_outcomes(
    painter: QPainter, commands: Mapping[int, Command], place: GridPlace, colors: TerminalColors
) -> None:
    """Draw the shapes of commands by the rows of their prompts, left of a grid at the origin."""
    margin, height = place.padding, place.metrics.height
    painter.save()
    painter.setClipping(False)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for row, command in commands.items():
        if row + min(place.shift_rows, 0) >= 0:
            _draw(
                painter,
                command.outcome,
                QPointF(-margin * _MIDDLE, (row + 0.5) * height),
                margin,
                colors,
            )
    painter.restore()


def _draw(
    painter: QPainter, outcome: Outcome, middle: QPointF, margin: int, colors: TerminalColors
) -> None:
    reach = margin * _REACH
    color = QColor(colors.failed if outcome is Outcome.FAILED else colors.outcome)
    pen = QPen(color, max(margin * _PEN, 1.0), Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    x, y = middle.x(), middle.y()
    match outcome:
        case Outcome.OK:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(color)
            painter.drawEllipse(middle, reach * 0.7, reach * 0.7)
        case Outcome.FAILED:
            painter.drawLine(QPointF(x - reach, y - reach), QPointF(x + reach, y + reach))
            painter.drawLine(QPointF(x - reach, y + reach), QPointF(x + reach, y - reach))
        case Outcome.RUNNING:
            painter.drawEllipse(middle, reach, reach)
        case Outcome.UNKNOWN:
            painter.drawLine(QPointF(x - reach, y), QPointF(x + reach, y))
