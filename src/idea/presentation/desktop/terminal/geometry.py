"""Where the grid lies in a view, and which cell is under a point.

The view counts logical pixels, the grid device pixels. The grid begins at the padding, on a whole
device pixel of the window; what is left over at the right and at the bottom stays empty.
"""

from math import ceil, floor
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRect, QRectF, QSizeF

from idea.domain.ports.terminal_core import Frame
from idea.domain.terminal import Size
from idea.presentation.desktop.terminal.metrics import CellMetrics


class GridPlace(NamedTuple):
    """The grid inside a view."""

    metrics: CellMetrics
    padding: int
    """Device pixels on every side."""
    shift_rows: int = 0
    """Rows the grid is moved down (negative: up) while its size is not the view's."""

    def room(self, view: QSizeF) -> Size:
        """Return how many cells fit into a view of logical pixels."""
        ratio = self.metrics.pixel_ratio
        return self.metrics.fitting(
            view.width() * ratio - 2 * self.padding, view.height() * ratio - 2 * self.padding
        )

    @property
    def top(self) -> int:
        """The first device pixel line of the grid, before snapping to the window."""
        return self.padding + self.shift_rows * self.metrics.height

    def rows_rect(self, first: int, last: int, width: float) -> QRect:
        """Return the logical pixels that rows touch, over the whole width of the view."""
        ratio = self.metrics.pixel_ratio
        top = floor((self.top + first * self.metrics.height) / ratio) - 1
        bottom = ceil((self.top + (last + 1) * self.metrics.height) / ratio) + 1
        return QRect(0, top, ceil(width), bottom - top)

    def cells_rect(self, row: int, column: int, cells: int) -> QRectF:
        """Return the logical pixels of neighbouring cells."""
        ratio = self.metrics.pixel_ratio
        return QRectF(
            (self.padding + column * self.metrics.width) / ratio,
            (self.top + row * self.metrics.height) / ratio,
            cells * self.metrics.width / ratio,
            self.metrics.height / ratio,
        )

    def pixel_at(self, point: QPointF) -> tuple[float, float]:
        """Return device pixels from the grid's top left corner."""
        ratio = self.metrics.pixel_ratio
        return point.x() * ratio - self.padding, point.y() * ratio - self.top

    def row_at(self, point: QPointF) -> int:
        """Return the row under a point, also beyond the ends of the grid."""
        return floor(self.pixel_at(point)[1] / self.metrics.height)


def shift_while_resizing(size: Size, room: Size, cursor_row: int, history: int) -> int:
    """Return how far the old grid moves while the view has another size already.

    The bottom line of what is written stays in place: a grid too tall first loses the blank lines
    below the cursor, a grid too low gets lines of history above it, as the core will do it.
    """
    missing = size.rows - room.rows
    if missing > 0:
        return -max(missing - (size.rows - 1 - cursor_row), 0)
    return min(-missing, history)


def shift_of(frame: Frame | None, room: Size, *, holding: bool) -> int:
    """Return how far a frame's grid moves in a view with this room; who holds gets history."""
    if frame is None or frame.size.rows == room.rows:
        return 0
    history = frame.scrollback.top if holding else 0
    return shift_while_resizing(frame.size, room, frame.cursor.row, history)
