"""Paints the rows of a terminal into a back buffer of device pixels.

Only rows that changed are painted; rows that merely moved are moved as pixels. Images are drawn
with the rows they lie in, in three layers (see `image_strips`). The cursor is not
in the buffer: it is drawn over it (see `cursor_overlay`). Backgrounds are written as bytes, glyphs
are drawn in one batch per font and colour, or in a row with too many colours all at once, and
everything else is a sprite.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from PySide6.QtGui import QColor, QImage, QPainter

from idea.domain.ports.dense_runs import DenseRuns
from idea.domain.ports.terminal_core import PLAIN, Color, Frame, Row, Run, Scrollback
from idea.domain.ports.terminal_images import ImagePlacement
from idea.domain.terminal import Size
from idea.presentation.desktop.terminal.batches import Batches, Ground, Piece, row_pieces
from idea.presentation.desktop.terminal.colors import Ink, color_table, pixel_bytes
from idea.presentation.desktop.terminal.dense_rows import (
    DenseCells,
    DenseRows,
    are_exact,
    is_dense,
)
from idea.presentation.desktop.terminal.glyphs import glyph_book, is_cluster
from idea.presentation.desktop.terminal.image_strips import Layers, Strip, strips_by_row
from idea.presentation.desktop.terminal.look import TerminalColors
from idea.presentation.desktop.terminal.metrics import CellMetrics
from idea.presentation.desktop.terminal.row_moves import RowMove, find_moves

_BLANK = Row(runs=())
_OPAQUE = 0xFF000000
_BYTES_PER_PIXEL = 4
_MOST_FILLS = 24


class Shown(NamedTuple):
    """One row as it is in the buffer."""

    row: Row
    selected: tuple[int, int] | None
    strips: tuple[Strip, ...] = ()


class GridPainter:
    """The back buffer of one terminal view."""

    def __init__(self, metrics: CellMetrics, colors: TerminalColors) -> None:
        self._colors = colors
        self._overrides: Mapping[int, Color] = {}
        self._reverse = False
        self.table = color_table(colors, {})
        self.size = Size(columns=1, rows=1)
        self._shown: list[Shown] = []
        self._scrollback = Scrollback(total=1, top=0)
        self.painted_rows = 0
        """How many rows were painted since the start; moved rows do not count."""
        self._is_stale = False
        """Whether colours or metrics are others than those of the image, which nobody saw since."""
        self._set_metrics(metrics)
        self._resize(self.size)

    @property
    def image(self) -> QImage:
        """The grid in device pixels, without padding; valid until the next call that paints."""
        if self._is_stale:
            self._make_image()
            self._paint(range(len(self._shown)))
        return self._image

    def set_metrics(self, metrics: CellMetrics) -> None:
        """Use another font, size or pixel ratio; everything is painted when it is next seen."""
        self._set_metrics(metrics)
        self._is_stale = True

    def set_colors(self, colors: TerminalColors) -> None:
        """Use another theme; everything is painted when it is next seen."""
        self._colors = colors
        self.table = color_table(colors, self._overrides, reverse=self._reverse)
        self._is_stale = True

    def apply(self, frame: Frame) -> tuple[int, ...]:
        """Bring the buffer to a frame; returns the rows whose pixels changed."""
        everything = self._take_palette(frame) or self._is_stale
        if frame.size != self.size:
            self._resize(frame.size)
            everything = True
        elif self._is_stale:
            self._make_image()
        shown = self._with_images(self._merged(frame), frame.images)
        changed = {
            number: now
            for number, now in enumerate(shown)
            if everything or now != self._shown[number]
        }
        moves = () if everything else self._moves(shown, changed, frame.scrollback)
        self._scrollback = frame.scrollback
        left = changed.keys() - self._move_pixels(moves)
        self._shown = shown
        self._paint(sorted(left))
        return tuple(sorted(changed))

    def run_at(self, row: int, column: int) -> Run:
        """Return the run of the one character at a cell; a blank where nothing is."""
        blank = Run(column=column, cells=1, text=" ", style=PLAIN)
        if not 0 <= row < len(self._shown):
            return blank
        for run in self._shown[row].row.runs:
            if run.column <= column < run.column + run.cells:
                if is_cluster(run.text, run.cells):
                    return run
                char = run.text[column - run.column]
                return run._replace(column=column, cells=1, text=char)
        return blank

    def row_at(self, row: int) -> Row:
        """Return what stands in a row."""
        return self._shown[row].row if 0 <= row < len(self._shown) else _BLANK

    def draw_run(self, painter: QPainter, run: Run, ink: Ink, corner: tuple[int, int]) -> None:
        """Draw one run over any surface, its first cell's top left corner at a device pixel."""
        x, y = corner
        painter.fillRect(
            x, y, run.cells * self.metrics.width, self.metrics.height, QColor(ink.background)
        )
        painter.save()
        painter.translate(x, y)
        batches = Batches(self._book)
        points = self.metrics.baselines(1, run.cells)[0]
        batches.add(((0, run.cells, run.text, ink),), 0, points)
        batches.draw(painter)
        painter.restore()

    def _set_metrics(self, metrics: CellMetrics) -> None:
        self.metrics = metrics
        self._book = glyph_book(metrics)
        self._dense_rows = DenseRows(self._book)

    def _make_image(self) -> None:
        self._is_stale = False
        self._image = QImage(
            self.size.columns * self.metrics.width,
            self.size.rows * self.metrics.height,
            QImage.Format.Format_RGB32,
        )

    def _resize(self, size: Size) -> None:
        self.size = size
        self._shown = [Shown(row=_BLANK, selected=None)] * size.rows
        self._make_image()
        self._image.fill(_OPAQUE | self.table.background)

    def _take_palette(self, frame: Frame) -> bool:
        """Take over the program's colours; returns whether they changed."""
        if frame.palette == self._overrides and frame.modes.reverse_colors == self._reverse:
            return False
        self._overrides = frame.palette
        self._reverse = frame.modes.reverse_colors
        self.table = color_table(self._colors, self._overrides, reverse=self._reverse)
        return True

    def _merged(self, frame: Frame) -> list[Shown]:
        """Return all rows as the frame wants them."""
        before = self._shown
        selection = frame.selection
        if not selection and not any(shown.selected for shown in before):
            shown = list(before)
            for number, row in frame.rows.items():
                if number < len(shown):
                    shown[number] = Shown(row, None)
            return shown
        return [
            Shown(frame.rows.get(number, old.row), selection.get(number))
            for number, old in enumerate(before)
        ]

    def _with_images(self, shown: list[Shown], images: tuple[ImagePlacement, ...]) -> list[Shown]:
        """Return rows with what of images lies in them."""
        if not images and not any(old.strips for old in self._shown):
            return shown
        strips = strips_by_row(images, self.size.rows, self.metrics.height)
        return [now._replace(strips=strips.get(row, ())) for row, now in enumerate(shown)]

    def _moves(
        self, shown: list[Shown], changed: Mapping[int, Shown], scrollback: Scrollback
    ) -> tuple[RowMove, ...]:
        """Return the moves of rows that bear neither selection nor image, now or before."""
        if any(each.selected or each.strips for each in (*shown, *self._shown)):
            return ()
        return find_moves(
            [old.row for old in self._shown],
            {number: now.row for number, now in changed.items()},
            likely=scrollback.top - self._scrollback.top,
        )

    def _move_pixels(self, moves: tuple[RowMove, ...]) -> set[int]:
        """Move rows of pixels; returns the rows that are right now."""
        done: set[int] = set()
        if not moves:
            return done
        pixels = memoryview(self._image.bits())
        stride = self._image.bytesPerLine() * self.metrics.height
        for move in moves:
            source, target, length = (
                move.source * stride,
                move.target * stride,
                move.length * stride,
            )
            pixels[target : target + length] = pixels[source : source + length]
            done.update(range(move.target, move.target + move.length))
        return done

    def _paint(self, rows: Sequence[int]) -> None:
        if not rows:
            return
        self.painted_rows += len(rows)
        batches = Batches(self._book)
        points = self.metrics.baselines(self.size.rows, self.size.columns)
        height = self.metrics.height
        grounds: dict[int, list[Ground]] = {}
        dense: dict[int, DenseCells] = {}
        layered = Layers(height, self.metrics.width)
        for number in rows:
            row, selected, strips = self._shown[number]
            may_be_dense = not strips and are_exact(self._book)
            if may_be_dense and selected is None and isinstance(row.runs, DenseRuns):
                dense[number], pieces = self._dense_rows.of_runs(
                    row.runs, self.table, self.size.columns
                )
                batches.add(pieces, number * height, points[number])
                continue
            pieces = row_pieces(row, selected, self.table, self.size.columns)
            if strips:
                pieces = layered.add(strips, number, pieces)
            elif may_be_dense and is_dense(pieces, self.size.columns):
                dense[number], pieces = self._dense_rows.of_pieces(self._filled(pieces))
                batches.add(pieces, number * height, points[number])
                continue
            grounds[number] = batches.add(pieces, number * height, points[number])
        # Everything is painted in device pixels; only whoever shows the image sees its ratio.
        self._image.setDevicePixelRatio(1)
        painter = QPainter(self._image)
        for first, last in _neighbours(rows):
            top, bottom = first * height, (last + 1) * height
            ground = QColor(self.table.background)
            painter.fillRect(0, top, self._image.width(), bottom - top, ground)
        layered.draw_behind_grounds(painter)
        for number, row_grounds in grounds.items():
            if len(row_grounds) > _MOST_FILLS and number not in layered.rows:
                self._write_ground(number, row_grounds)
            else:
                self._fill_ground(painter, number * height, row_grounds)
        for first, last in _neighbours(list(dense)):
            stretch = [dense[number] for number in range(first, last + 1)]
            self._dense_rows.draw(painter, stretch, first * height)
        layered.draw_behind_text(painter)
        batches.draw(painter)
        layered.draw_over_text(painter)
        painter.end()
        self._image.setDevicePixelRatio(self.metrics.pixel_ratio)

    def _filled(self, pieces: list[Piece]) -> list[Piece]:
        """Return the pieces of a row with the blank end that rows leave out."""
        end = pieces[-1][0] + pieces[-1][1]
        blank = self.size.columns - end
        if blank > 0:
            pieces.append((end, blank, " " * blank, self.table.inks[PLAIN]))
        return pieces

    def _fill_ground(self, painter: QPainter, top: int, grounds: list[Ground]) -> None:
        x = 0
        for cells, color in grounds:
            width = cells * self.metrics.width
            if color != self.table.background:
                painter.fillRect(x, top, width, self.metrics.height, QColor(color))
            x += width

    def _write_ground(self, number: int, grounds: list[Ground]) -> None:
        """Write backgrounds as bytes, which is faster than many small rectangles."""
        width = self.metrics.width
        line = b"".join([pixel_bytes(color) * (cells * width) for cells, color in grounds])
        line = line[: self._image.bytesPerLine()]
        missing = (self._image.bytesPerLine() - len(line)) // _BYTES_PER_PIXEL
        line += pixel_bytes(self.table.background) * missing
        pixels = memoryview(self._image.bits())
        start = number * self.metrics.height * len(line)
        pixels[start : start + self.metrics.height * len(line)] = line * self.metrics.height


def _neighbours(rows: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Return first and last of every stretch of rows without a hole; rows are in order."""
    if not rows:
        return
    first = last = rows[0]
    for row in rows[1:]:
        if row != last + 1:
            yield first, last
            first = row
        last = row
    yield first, last
