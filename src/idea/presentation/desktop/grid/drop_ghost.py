"""The ghost of a drop: the grid as it would be, drawn over the grid as it is."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import override

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from idea.domain.layout.geometry import Rectangle
from idea.presentation.desktop.theme import metrics
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.widgets.drawing import hairline

_VEIL = 0.62
"""How much of the present grid the ghost covers."""
_TINT = 0.22
_LEAST_FOR_WORDS = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Ghost:
    """A drop that could be made."""

    tiles: Sequence[Rectangle]
    """Every cell as it would be."""
    moved: Rectangle
    """Where the dragged cell would be."""
    name: str
    """What the dragged cell shows."""
    says: str
    """What would happen."""


class DropGhost(QWidget):
    """Lies over the whole grid and lets the mouse through."""

    def __init__(self, skin: Skin, parent: QWidget) -> None:
        super().__init__(parent)
        self._whole = parent
        self._skin = skin
        self._ghost: Ghost | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()
        skin.changed.connect(self.update)

    @property
    def ghost(self) -> Ghost | None:
        """What is shown, None over no cell."""
        return self._ghost

    def begin(self) -> None:
        """Lie over the whole parent."""
        self.setGeometry(self._whole.rect())
        self.show()
        self.raise_()

    def end(self) -> None:
        """Go."""
        self.hide()
        self._ghost = None

    def show_ghost(self, ghost: Ghost | None) -> None:
        """Show another drop, or none."""
        if ghost != self._ghost:
            self._ghost = ghost
            self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        ghost = self._ghost
        if ghost is None:
            return
        colors = self._skin.theme.colors
        painter = QPainter(self)
        line = hairline(self)
        for tile in ghost.tiles:
            box = _box(tile)
            painter.fillRect(box, _veiled(colors.bg1, _VEIL))
            painter.setPen(QPen(colors.line_strong, line))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(box.adjusted(0, 0, -line, -line))
        moved = _box(ghost.moved)
        painter.fillRect(moved, _veiled(colors.accent, _TINT))
        half = metrics.RING / 2
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(colors.accent, metrics.RING))
        painter.drawRect(moved.adjusted(half, half, -half, -half))
        self._paint_words(painter, moved, ghost)
        painter.end()

    def _paint_words(self, painter: QPainter, box: QRectF, ghost: Ghost) -> None:
        if box.width() < _LEAST_FOR_WORDS:
            return
        theme = self._skin.theme
        room = box.adjusted(6, 0, -6, 0)
        small = theme.fonts.ui(metrics.SECONDARY_TEXT)
        if box.height() > _LEAST_FOR_WORDS:
            self._paint_line(painter, room.translated(0, -10), ghost.name, theme.fonts.semibold())
            self._paint_line(painter, room.translated(0, 10), ghost.says, small)
        else:
            self._paint_line(painter, room, ghost.says, small)

    def _paint_line(self, painter: QPainter, room: QRectF, text: str, font: QFont) -> None:
        painter.setFont(font)
        painter.setPen(self._skin.theme.colors.text)
        elide = Qt.TextElideMode.ElideRight
        fitting = painter.fontMetrics().elidedText(text, elide, int(room.width()))
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter, fitting)


def _box(tile: Rectangle) -> QRectF:
    return QRectF(tile.x, tile.y, tile.width, tile.height)


def _veiled(color: QColor, opacity: float) -> QColor:
    veiled = QColor(color)
    veiled.setAlphaF(opacity)
    return veiled
