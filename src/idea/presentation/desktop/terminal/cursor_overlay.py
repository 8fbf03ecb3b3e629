"""The cursor and the text an input method is composing, drawn over the back buffer.

Both are kept out of the buffer, so that a blink repaints the cursor's own cell and nothing else.
"""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QColor, QGuiApplication, QPainter

from idea.domain.ports.terminal_core import PLAIN, Cursor, CursorShape, Run, Underline
from idea.presentation.desktop.terminal.clusters import cluster_cells, clusters
from idea.presentation.desktop.terminal.painter import GridPainter
from idea.presentation.desktop.theme.system_wishes import wants_less_motion

_BAR_PX = 1.5
"""Thickness of a bar or underline cursor in logical pixels."""


@dataclass(frozen=True, slots=True)
class PreEdit:
    """Text that is not yet the program's; `cursor` counts characters from its start."""

    text: str
    cursor: int


def pre_edit_runs(text: str) -> list[Run]:
    """Return the cells of composed text, one run per character of a person."""
    runs: list[Run] = []
    column = 0
    for cluster in clusters(text):
        cells = cluster_cells(cluster)
        style = PLAIN._replace(underline=Underline.SINGLE)
        runs.append(Run(column=column, cells=cells, text=cluster, style=style))
        column += cells
    return runs


class CursorBlink(QObject):
    """Whether a blinking cursor is to be seen at this moment."""

    changed = Signal()

    def __init__(
        self, parent: QObject | None = None, stands_still: Callable[[], bool] = wants_less_motion
    ) -> None:
        super().__init__(parent)
        self._stands_still = stands_still
        self.on = True
        """Whether the cursor is to be drawn."""
        self.timer = QTimer(self)
        self.timer.timeout.connect(self._flip)

    def set_active(self, *, active: bool) -> None:
        """Blink or stand still; never blinks when the system says so."""
        flash_ms = 0 if self._stands_still() else QGuiApplication.styleHints().cursorFlashTime()
        if active and flash_ms > 0:
            self.timer.setInterval(max(flash_ms // 2, 100))
            if not self.timer.isActive():
                self.timer.start()
        elif self.timer.isActive() or not self.on:
            self.timer.stop()
            self._set(on=True)

    def restart(self) -> None:
        """Show the cursor now: the person or the program just moved it."""
        if self.timer.isActive():
            self.timer.start()
            self._set(on=True)

    def _flip(self) -> None:
        self._set(on=not self.on)

    def _set(self, *, on: bool) -> None:
        if on != self.on:
            self.on = on
            self.changed.emit()


def draw_cursor(
    painter: QPainter, grid: GridPainter, cursor: Cursor, origin: tuple[int, int], *, focused: bool
) -> None:
    """Draw the cursor in device pixels; `origin` is the grid's top left corner."""
    metrics = grid.metrics
    run = grid.run_at(cursor.row, cursor.column)
    x = origin[0] + run.column * metrics.width
    y = origin[1] + cursor.row * metrics.height
    width, height = run.cells * metrics.width, metrics.height
    color = QColor(grid.table.cursor)
    if not focused:
        line = max(round(metrics.pixel_ratio), 1)
        painter.fillRect(x, y, width, line, color)
        painter.fillRect(x, y + height - line, width, line, color)
        painter.fillRect(x, y + line, line, height - 2 * line, color)
        painter.fillRect(x + width - line, y + line, line, height - 2 * line, color)
        return
    thickness = max(round(_BAR_PX * metrics.pixel_ratio), 1)
    match cursor.shape:
        case CursorShape.BAR:
            painter.fillRect(x, y, thickness, height, color)
        case CursorShape.UNDERLINE:
            painter.fillRect(x, y + height - thickness, width, thickness, color)
        case CursorShape.BLOCK:
            ink = grid.table.inks[run.style].on(grid.table.cursor)
            grid.draw_run(painter, run, ink.written_in(grid.table.cursor_text), (x, y))


def draw_pre_edit(
    painter: QPainter, grid: GridPainter, cursor: Cursor, origin: tuple[int, int], edit: PreEdit
) -> None:
    """Draw composed text from the cursor on, moved left when the line is too short for it."""
    metrics = grid.metrics
    runs = pre_edit_runs(edit.text)
    cells = sum(run.cells for run in runs)
    first = max(min(cursor.column, grid.size.columns - cells), 0)
    x, y = origin[0] + first * metrics.width, origin[1] + cursor.row * metrics.height
    for run in runs:
        ink = grid.table.inks[run.style]
        grid.draw_run(painter, run, ink, (x + run.column * metrics.width, y))
    before = sum(run.cells for run in pre_edit_runs(edit.text[: edit.cursor]))
    bar = max(round(_BAR_PX * metrics.pixel_ratio), 1)
    painter.fillRect(x + before * metrics.width, y, bar, metrics.height, QColor(grid.table.cursor))
