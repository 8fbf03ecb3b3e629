"""What is said of one setting on its page: measured, and painted rather than made of labels.

A page of settings made of labels is hundreds of widgets, and whoever dresses the window dresses
each of them: a change of theme took half a second. Main thread only.
"""

from collections.abc import Iterator
from typing import NamedTuple

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from idea.presentation.desktop.theme import metrics
from idea.presentation.desktop.theme.theme import Theme
from idea.presentation.desktop.viewmodels.settings_page import SettingRow
from idea.presentation.desktop.widgets.drawing import draw_text

_BETWEEN = 3
_APART = 10
_FOREVER = 100_000.0
_WRAPPED = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft)


class _Paragraph(NamedTuple):
    text: str
    font: QFont
    color: QColor


class SettingWords:
    """A heading line, and below it what the setting does, where it comes from, what is wrong."""

    def __init__(self, row: SettingRow) -> None:
        self.row = row
        self.fault = ""
        """Why what was typed, or what stands in a file, cannot be right."""

    @property
    def note(self) -> str:
        """Where the value comes from, and what the project wants."""
        wish = f"The project wants to run: {self.row.wish}." if self.row.wish else ""
        return " ".join(filter(None, (self.row.note, wish)))

    def height(self, theme: Theme, width: float) -> float:
        """Return how much room they need below each other."""
        whole = QFontMetricsF(theme.fonts.semibold()).height()
        for paragraph in self._paragraphs(theme):
            whole += _BETWEEN + _box(paragraph, 0, 0, width).height()
        return whole

    def paint(self, painter: QPainter, theme: Theme, box: QRectF) -> None:
        """Paint them from the top of a box."""
        colors, fonts = theme.colors, theme.fonts
        heading = (
            _Paragraph(self.row.title, fonts.semibold(), colors.text),
            _Paragraph(self.row.name, fonts.mono(metrics.CAPTION_TEXT), colors.text3),
            _Paragraph(f"usually {self.row.usual}", fonts.ui(metrics.SECONDARY_TEXT), colors.text3),
        )
        high = QFontMetricsF(fonts.semibold()).height()
        left = box.left()
        for text, font, color in heading:
            room = box.right() - left
            middle = box.top() + high / 2
            left = draw_text(painter, text, font, color, left=left, middle=middle, room=room)
            left += _APART
        top = box.top() + high
        for paragraph in self._paragraphs(theme):
            place = _box(paragraph, box.left(), top + _BETWEEN, box.width())
            painter.setFont(paragraph.font)
            painter.setPen(paragraph.color)
            painter.drawText(place, _WRAPPED, paragraph.text)
            top = place.bottom()

    def _paragraphs(self, theme: Theme) -> Iterator[_Paragraph]:
        colors, small = theme.colors, theme.fonts.ui(metrics.SECONDARY_TEXT)
        yield _Paragraph(self.row.sentence, theme.fonts.ui(), colors.text2)
        if self.note:
            yield _Paragraph(self.note, small, colors.accent)
        if self.fault:
            yield _Paragraph(self.fault, small, colors.error)


def _box(paragraph: _Paragraph, left: float, top: float, width: float) -> QRectF:
    measure = QFontMetricsF(paragraph.font)
    room = QRectF(left, top, max(width, 1.0), _FOREVER)
    high = measure.boundingRect(room, _WRAPPED, paragraph.text).height()
    return QRectF(left, top, width, high)
