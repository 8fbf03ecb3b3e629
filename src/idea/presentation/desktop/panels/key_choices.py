"""What each key does that may be pressed now, over the lower part of the window.

It comes only when a person hesitates, takes neither keyboard nor mouse, and moves nothing.
"""

from collections.abc import Sequence
from typing import override

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from idea.presentation.desktop.theme import metrics
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.widgets.drawing import draw_key, draw_text, text_width

_ROW = 24
_PAD = 12
_GAP = 10
_BETWEEN = 24
_EDGE = 12
_MOST_COLUMNS = 4


class KeyChoices(QWidget):
    """Main thread only."""

    def __init__(self, skin: Skin, parent: QWidget) -> None:
        super().__init__(parent)
        self._skin = skin
        self.choices: tuple[tuple[str, str], ...] = ()
        """Keys as the platform writes them, and what each does."""
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName("What the next key does")
        self.hide()
        skin.changed.connect(self.update)

    def show_choices(self, choices: Sequence[tuple[str, str]], room: QRectF) -> None:
        """Show these at the bottom of a part of the parent."""
        self.choices = tuple(choices)
        width = room.width() - 2 * _EDGE
        columns, rows = self._shape(width)
        most = int((room.height() - 2 * _EDGE - 2 * _PAD) // _ROW)
        if rows > most:
            left_out = len(self.choices) - columns * most + 1
            self.choices = (*self.choices[:-left_out], ("…", f"and {left_out} more"))
            columns, rows = self._shape(width)
        wanted = columns * self._column_width + (columns - 1) * _BETWEEN + 2 * _PAD
        box = QRectF(0, 0, min(wanted, width), rows * _ROW + 2 * _PAD)
        box.moveCenter(room.center())
        box.moveBottom(room.bottom() - _EDGE)
        self.setGeometry(box.toAlignedRect())
        self.raise_()
        self.show()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._skin.theme
        colors, fonts = theme.colors, theme.fonts
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        body = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(colors.line_strong)
        painter.setBrush(colors.bg1)
        painter.drawRoundedRect(body, metrics.CONTROL_RADIUS, metrics.CONTROL_RADIUS)
        small = fonts.ui(metrics.SECONDARY_TEXT)
        columns, rows = self._shape(self.width())
        keys = self._keys_width
        step = (self.width() - 2 * _PAD + _BETWEEN) / columns
        for place, (key, title) in enumerate(self.choices):
            left = _PAD + place // rows * step
            middle = _PAD + place % rows * _ROW + _ROW / 2
            ground = (colors.bg3, colors.text)
            draw_key(painter, key, small, ground, right=left + keys, middle=middle)
            left += keys + _GAP
            room = step - _BETWEEN - keys - _GAP
            draw_text(painter, title, small, colors.text2, left=left, middle=middle, room=room)
        painter.end()

    @property
    def _keys_width(self) -> float:
        small = self._skin.theme.fonts.ui(metrics.SECONDARY_TEXT)
        return max((text_width(key, small) for key, _ in self.choices), default=0) + _PAD

    @property
    def _column_width(self) -> float:
        small = self._skin.theme.fonts.ui(metrics.SECONDARY_TEXT)
        titles = max((text_width(title, small) for _, title in self.choices), default=0)
        return self._keys_width + _GAP + titles

    def _shape(self, width: float) -> tuple[int, int]:
        """Return columns and rows that so many pixels have room for."""
        fitting = int((width - 2 * _PAD + _BETWEEN) // (self._column_width + _BETWEEN))
        columns = min(max(fitting, 1), _MOST_COLUMNS, max(len(self.choices), 1))
        return columns, -(-len(self.choices) // columns)
