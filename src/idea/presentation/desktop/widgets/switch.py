"""A switch: a check box that is drawn as one."""

from typing import override

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QCheckBox, QWidget

from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.widgets.drawing import paint_focus

_WIDTH, _HEIGHT, _EDGE = 34, 20, 4
SWITCH_EDGE = _EDGE
"""Pixels around what is drawn, which the ring of the focus needs."""


class Switch(QCheckBox):
    """Main thread only."""

    def __init__(self, name: str, skin: Skin, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._skin = skin
        self.setAccessibleName(name)
        self.setFixedSize(_WIDTH + 2 * _EDGE, _HEIGHT + 2 * _EDGE)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        skin.changed.connect(self.update)

    @override
    def sizeHint(self) -> QSize:
        return self.size()

    @override
    def hitButton(self, pos: object) -> bool:
        return True

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.click()
        else:
            super().keyPressEvent(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colors = self._skin.theme.colors
        on = self.isChecked()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        body = QRectF(_EDGE, _EDGE, _WIDTH, _HEIGHT)
        painter.setPen(colors.accent if on else colors.text3)
        painter.setBrush(colors.accent if on else colors.bg1)
        painter.drawRoundedRect(body.adjusted(0.5, 0.5, -0.5, -0.5), _HEIGHT / 2, _HEIGHT / 2)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colors.bg0 if on else colors.text3)
        reach = _HEIGHT / 2
        center = QPointF(body.right() - reach if on else body.left() + reach, body.center().y())
        painter.drawEllipse(center, reach - 4, reach - 4)
        if self.hasFocus():
            paint_focus(painter, QRectF(self.rect()), colors.accent)
        painter.end()
