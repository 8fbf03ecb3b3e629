"""Puts the back buffer, the cursor and composed text on a widget, to the device pixel."""

from math import ceil, floor

from PySide6.QtCore import QPointF, QRect, QRectF
from PySide6.QtGui import QColor, QPainter

from idea.domain.ports.terminal_core import Cursor
from idea.presentation.desktop.terminal.cursor_overlay import PreEdit, draw_cursor, draw_pre_edit
from idea.presentation.desktop.terminal.geometry import GridPlace
from idea.presentation.desktop.terminal.look import Rgb
from idea.presentation.desktop.terminal.painter import GridPainter

_TINT = 0.3
_EDGE_PX = 2


class Canvas:
    """One painting of a view; everything after `begin` is in device pixels of the grid."""

    def __init__(self, painter: QPainter, grid: GridPainter, place: GridPlace) -> None:
        self._painter = painter
        self._grid = grid
        self._place = place
        self._origin = QPointF()

    def begin(self, exposed: QRect) -> None:
        """Fill the ground and copy the exposed part of the grid."""
        painter, grid = self._painter, self._grid
        painter.fillRect(exposed, QColor(grid.table.background))
        ratio = self._place.metrics.pixel_ratio
        self._origin = self._snapped_origin()
        painter.scale(1 / ratio, 1 / ratio)
        self._copy(exposed, ratio)
        painter.translate(self._origin)
        painter.setClipRect(
            QRect(0, 0, self._width, self._height).intersected(self._in_grid(exposed, ratio))
        )

    def draw_marks(self, spans: tuple[tuple[int, int, int], ...], color: Rgb) -> None:
        """Tint cells (row, first column, one past the last), so that their text stays readable."""
        metrics = self._place.metrics
        tint = QColor(color)
        tint.setAlphaF(_TINT)
        for row, start, end in spans:
            left, top = start * metrics.width, row * metrics.height
            width = (end - start) * metrics.width
            self._painter.fillRect(left, top, width, metrics.height, tint)
            self._painter.fillRect(
                left, top + metrics.height - _EDGE_PX, width, _EDGE_PX, QColor(color)
            )

    def draw_underlines(self, spans: tuple[tuple[int, int, int], ...], color: Rgb) -> None:
        """Underline cells (row, first column, one past the last)."""
        metrics = self._place.metrics
        thick = max(round(metrics.pixel_ratio), 1)
        for row, start, end in spans:
            left, bottom = start * metrics.width, (row + 1) * metrics.height
            width = (end - start) * metrics.width
            self._painter.fillRect(left, bottom - 2 * thick, width, thick, QColor(color))

    def draw_cursor(self, cursor: Cursor, *, focused: bool) -> None:
        """Draw the cursor over the grid."""
        draw_cursor(self._painter, self._grid, cursor, (0, 0), focused=focused)

    def draw_pre_edit(self, cursor: Cursor, edit: PreEdit) -> None:
        """Draw what an input method is composing, over the grid."""
        draw_pre_edit(self._painter, self._grid, cursor, (0, 0), edit)

    @property
    def _width(self) -> int:
        return self._grid.size.columns * self._place.metrics.width

    @property
    def _height(self) -> int:
        return self._grid.size.rows * self._place.metrics.height

    def _snapped_origin(self) -> QPointF:
        """Return where the grid begins so that it lies on whole pixels of the surface.

        At a fractional scale, a widget may begin between two pixels.
        """
        transform = self._painter.deviceTransform()
        dx, dy = transform.dx(), transform.dy()
        left, top = self._place.padding, self._place.top
        return QPointF(floor(dx + left + 0.5) - dx, floor(dy + top + 0.5) - dy)

    def _in_grid(self, exposed: QRect, ratio: float) -> QRect:
        """Return the device pixels of the grid that logical pixels of the view touch."""
        left = floor(exposed.x() * ratio - self._origin.x()) - 1
        top = floor(exposed.y() * ratio - self._origin.y()) - 1
        right = ceil((exposed.x() + exposed.width()) * ratio - self._origin.x()) + 1
        bottom = ceil((exposed.y() + exposed.height()) * ratio - self._origin.y()) + 1
        return QRect(left, top, right - left, bottom - top)

    def _copy(self, exposed: QRect, ratio: float) -> None:
        # Rows that were moved out at the top must not look into the padding by half.
        hidden = max(-self._place.shift_rows, 0) * self._place.metrics.height
        shown = QRect(0, hidden, self._width, self._height - hidden)
        part = shown.intersected(self._in_grid(exposed, ratio))
        if part.isEmpty():
            return
        source = QRectF(part)
        self._painter.drawImage(source.translated(self._origin), self._grid.image, source)
