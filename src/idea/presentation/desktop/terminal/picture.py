"""The terminal as it stands on a widget: its rows, its cursor, and what must be painted anew."""

from collections.abc import Mapping

from PySide6.QtCore import QRect, QSizeF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from idea.domain.commands import Command
from idea.domain.ports.terminal_core import Cursor, Frame
from idea.domain.terminal import Size
from idea.presentation.desktop.terminal.canvas import Canvas
from idea.presentation.desktop.terminal.geometry import GridPlace
from idea.presentation.desktop.terminal.look import TerminalLook
from idea.presentation.desktop.terminal.metrics import CellMetrics, cell_metrics, font_choice
from idea.presentation.desktop.terminal.outcome_marks import draw_outcomes
from idea.presentation.desktop.terminal.painter import GridPainter


class Picture:
    """A back buffer, where it lies in its widget, and the cells that changed."""

    def __init__(self, widget: QWidget, look: TerminalLook) -> None:
        self._widget = widget
        self._look = look
        self._cursor: Cursor | None = None
        self._marks: tuple[tuple[int, int, int], ...] = ()
        self._underlined: tuple[tuple[int, int, int], ...] = ()
        self._commands: Mapping[int, Command] = {}
        self.grid = GridPainter(self._metrics(), look.colors)
        """The back buffer and the rows in it."""
        self.place = GridPlace(self.grid.metrics, self._padding())
        """Where the grid lies in the widget."""

    @property
    def room(self) -> Size:
        """How many cells there is room for."""
        return self.place.room(QSizeF(self._widget.size()))

    def wear(self, look: TerminalLook) -> None:
        """Use another font, other colours or another padding."""
        if look.colors != self._look.colors:
            self.grid.set_colors(look.colors)
        self._look = look
        self.measure()

    def measure(self) -> None:
        """Use the metrics that look and screen ask for now."""
        metrics = self._metrics()
        if metrics is not self.grid.metrics:
            self.grid.set_metrics(metrics)
        self.place = GridPlace(metrics, self._padding())

    def shift(self, rows: int) -> None:
        """Move the grid down by rows (negative: up) while its size is not the widget's."""
        self.place = self.place._replace(shift_rows=rows)

    def take(self, frame: Frame) -> bool:
        """Draw a frame into the back buffer; returns whether its size is another one."""
        before = self.grid.size
        self.update_cursor()
        rows = self.grid.apply(frame)
        self._take_commands(frame.commands)
        self._cursor = frame.cursor
        if frame.size != before:
            return True
        if len(rows) == frame.size.rows:
            self._widget.update()
        else:
            self._update_rows(rows)
        self.update_cursor()
        return False

    def _take_commands(self, commands: Mapping[int, Command]) -> None:
        if commands != self._commands:
            self._commands = commands
            self._widget.update(0, 0, self._look.padding_px, self._widget.height())

    def mark(self, spans: tuple[tuple[int, int, int], ...]) -> None:
        """Mark these cells: row, first column, one past the last."""
        if spans != self._marks:
            self._marks = spans
            self._widget.update()

    def underline(self, spans: tuple[tuple[int, int, int], ...]) -> None:
        """Underline these cells: row, first column, one past the last."""
        for row, _, _ in {*spans, *self._underlined}:
            self._widget.update(self.place.rows_rect(row, row, self._widget.width()))
        self._underlined = spans

    def update_cursor(self) -> None:
        """Let the cell of the cursor be painted anew."""
        if self._cursor is not None:
            self._widget.update(self.cell_rect(self._cursor))

    def cell_rect(self, cursor: Cursor) -> QRect:
        """Return the logical pixels of a cursor's cell, with a rim for rounding."""
        run = self.grid.run_at(cursor.row, cursor.column)
        cells = self.place.cells_rect(cursor.row, run.column, run.cells)
        return cells.toAlignedRect().adjusted(-1, -1, 1, 1)

    def paint(self, painter: QPainter, exposed: QRect) -> Canvas:
        """Put the exposed part on the widget; returns where to draw what lies over it."""
        canvas = Canvas(painter, self.grid, self.place)
        canvas.begin(exposed)
        draw_outcomes(painter, self._commands, self.place, self._look.colors)
        canvas.draw_marks(self._marks, self._look.colors.mark)
        canvas.draw_underlines(self._underlined, self._look.colors.cursor)
        return canvas

    def _update_rows(self, rows: tuple[int, ...]) -> None:
        """Repaint rows, neighbours together."""
        first = last = -2
        for row in (*rows, None):
            if row == last + 1:
                last = row
                continue
            if first >= 0:
                self._widget.update(self.place.rows_rect(first, last, self._widget.width()))
            if row is not None:
                first = last = row

    def _metrics(self) -> CellMetrics:
        return cell_metrics(font_choice(self._look, self._widget.devicePixelRatioF()))

    def _padding(self) -> int:
        return round(self._look.padding_px * self._widget.devicePixelRatioF())
