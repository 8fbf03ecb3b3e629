"""A list of things of an agent, each with buttons, and a text of one of them beside it.

Main thread only.
"""

from collections.abc import Sequence
from functools import partial
from typing import override

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPlainTextEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from idea.presentation.desktop.theme import metrics
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.viewmodels.agent_page import PageRow
from idea.presentation.desktop.widgets.buttons import ButtonKind, WordButton
from idea.presentation.desktop.widgets.drawing import draw_edge
from idea.presentation.desktop.widgets.elided_label import ElidedLabel
from idea.presentation.desktop.widgets.plain_text import plain_label
from idea.presentation.desktop.widgets.shapes import SHAPE_SIZE, paint_shape

_ROW = 48
_MARGIN = 24
_READING = 5
_LISTED = 6
"""Shares of the width."""


class PageRows(QWidget):
    """Rows at the left; at the right what one of them says, once the person wants to read it."""

    asked = Signal(str, str)
    """Carries the name of an action and the id of the row it is about."""

    def __init__(self, names: str, empty: str, skin: Skin, parent: QWidget | None = None) -> None:
        """`names` says what is listed, `empty` what stands where there is nothing."""
        super().__init__(parent)
        self._skin = skin
        self._words = empty
        self._rows: tuple[PageRow, ...] | None = None
        self.rows: tuple[PageRowView, ...] = ()
        self._empty = plain_label(empty, self)
        self._empty.setWordWrap(True)
        self._inside = QWidget(self)
        self._inside.setAccessibleName(names)
        self._column = QVBoxLayout(self._inside)
        self._column.setContentsMargins(0, 8, 0, 8)
        self._column.setSpacing(0)
        self._column.addWidget(self._empty)
        self._column.addStretch(1)
        self._area = QScrollArea(self)
        self._area.setWidget(self._inside)
        self._area.setWidgetResizable(True)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.text = QPlainTextEdit(self)
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setFrameShape(QFrame.Shape.NoFrame)
        self.text.hide()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self._area, _LISTED)
        row.addWidget(self.text, _READING)
        skin.changed.connect(self._dress)
        self._dress()

    def show_rows(self, rows: Sequence[PageRow]) -> None:
        """Show these rows; the keyboard stays at the row and button it was at."""
        if self._rows == tuple(rows):
            return
        held = [
            (row.row.id, one.text()) for row in self.rows for one in row.buttons if one.hasFocus()
        ]
        for widget in self.rows:
            self._column.removeWidget(widget)
            widget.hide()
            widget.deleteLater()
        self._rows = tuple(rows)
        self.rows = tuple(PageRowView(row, self._skin, self._inside) for row in rows)
        for place, widget in enumerate(self.rows):
            widget.asked.connect(self.asked)
            self._column.insertWidget(place, widget)
        self._empty.setVisible(not rows)
        for widget in self.rows:
            for button in widget.buttons:
                if (widget.row.id, button.text()) in held:
                    button.setFocus(Qt.FocusReason.OtherFocusReason)

    def read(self, title: str, text: str, *, from_end: bool = False) -> None:
        """Show a text beside the rows; `from_end` scrolls to what is said last."""
        self.text.setAccessibleName(title)
        self.text.setPlainText(text)
        self.text.show()
        bar = self.text.verticalScrollBar()
        bar.setValue(bar.maximum() if from_end else 0)
        self.text.setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._skin.theme.colors.bg0)
        painter.end()

    def _dress(self) -> None:
        colors, fonts = self._skin.theme.colors, self._skin.theme.fonts
        self._empty.setFont(fonts.ui())
        self._empty.setStyleSheet(
            f"color: {colors.text2.name()}; background: transparent; padding: 10px {_MARGIN}px"
        )
        self._inside.setStyleSheet("background: transparent")
        self.text.setStyleSheet(
            f"QPlainTextEdit {{ color: {colors.text.name()}; background: {colors.term.name()};"
            f"border: none; border-left: 1px solid {colors.line.name()}; padding: 10px;"
            f'font: {metrics.SECONDARY_TEXT}px "{fonts.mono_family}"; }}'
        )
        self.update()


class PageRowView(QWidget):
    """One row: shape, title, detail, buttons."""

    asked = Signal(str, str)

    def __init__(self, row: PageRow, skin: Skin, parent: QWidget) -> None:
        super().__init__(parent)
        self.row = row
        self._skin = skin
        self._title = ElidedLabel(row.title, self)
        self._detail = ElidedLabel(row.detail, self)
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addStretch(1)
        words.addWidget(self._title)
        if row.detail:
            words.addWidget(self._detail)
        words.addStretch(1)
        self._detail.setVisible(bool(row.detail))
        left = _MARGIN + (SHAPE_SIZE + 12 if row.shape is not None else 0)
        line = QHBoxLayout(self)
        line.setContentsMargins(left, 0, 14, 1)
        line.setSpacing(6)
        line.addLayout(words, 1)
        self.buttons = tuple(self._button(name, word) for name, word in row.actions)
        for button in self.buttons:
            line.addWidget(button)
        self.setFixedHeight(_ROW)
        skin.changed.connect(self._dress)
        self._dress()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colors = self._skin.theme.colors
        painter = QPainter(self)
        draw_edge(painter, QRectF(self.rect()), Qt.Edge.BottomEdge, colors.line)
        if self.row.shape is not None:
            paint_shape(painter, self.row.shape, _MARGIN, self.height() / 2, colors)
        painter.end()

    def _button(self, name: str, word: str) -> WordButton:
        button = WordButton(word, ButtonKind.SECONDARY, self._skin, self)
        button.setAccessibleName(f"{word}: {self.row.title}, {self.row.detail}")
        button.clicked.connect(partial(self.asked.emit, name, self.row.id))
        return button

    def _dress(self) -> None:
        colors, fonts = self._skin.theme.colors, self._skin.theme.fonts
        for label, font, color in (
            (self._title, fonts.ui(), colors.text),
            (self._detail, fonts.ui(metrics.SECONDARY_TEXT), colors.text2),
        ):
            label.wear(font, color)
        self.update()
