"""From rows to what a painter can draw at once: glyphs by font and colour, sprites, lines.

A *piece* is neighbouring cells of one ink; its text is one character per cell, or one cluster.
"""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from operator import itemgetter

from PySide6.QtCore import QPointF, QRect
from PySide6.QtGui import QColor, QGlyphRun, QImage, QPainter

from idea.domain.ports.terminal_core import PLAIN, Row
from idea.presentation.desktop.terminal.colors import ColorTable, Ink, Variant
from idea.presentation.desktop.terminal.decorations import draw_decorations
from idea.presentation.desktop.terminal.glyphs import GlyphBook, is_cluster, is_long_line
from idea.presentation.desktop.terminal.look import Rgb

type Piece = tuple[int, int, str, Ink]
"""Column, number of cells, text and ink."""

type Ground = tuple[int, Rgb]
"""Number of neighbouring cells of one background, and its colour."""

_CELLS = itemgetter(1)
_NOWHERE = QPointF(0, 0)
_NOTHING_PLAIN: tuple[dict[str, int], ...] = tuple({} for _ in Variant)
_LONG_CELLS = 20
"""From this length on, a run is drawn by itself: its positions need not be converted again."""


class Batches:
    """Glyphs, sprites and lines collected from rows, drawn together."""

    def __init__(self, book: GlyphBook) -> None:
        self._book = book
        # Where signs are joined no character is drawn without a look at its neighbours.
        self._plains = book.plain if book.ligatures is None else _NOTHING_PLAIN
        self._glyphs: dict[int, tuple[list[int], list[QPointF]]] = {}
        self._long: list[tuple[int, QPointF, list[int]]] = []
        self._sprites: list[tuple[int, int, QImage]] = []
        self._lines: list[tuple[Ink, QRect]] = []

    def add(self, pieces: Iterable[Piece], top: int, points: list[QPointF]) -> list[Ground]:
        """Collect a row whose first pixel line is `top`; returns its backgrounds in order."""
        width = self._book.metrics.width
        plains = self._plains
        grounds: list[Ground] = []
        last = None
        for column, cells, text, ink in pieces:
            if ink.background == last:
                grounds[-1] = (grounds[-1][0] + cells, last)
            else:
                last = ink.background
                grounds.append((cells, last))
            if ink.decorated:
                place = QRect(column * width, top, cells * width, self._book.metrics.height)
                self._lines.append((ink, place))
            if not ink.visible or text.isspace():
                continue
            if len(text) != cells:
                self._add_sprite(text, cells, column, ink, top)
                continue
            plain = plains[ink.variant]
            if cells == 1 and text in plain:
                batch = self._batch(ink)
                batch[0].append(plain[text])
                batch[1].append(points[column])
                continue
            try:
                glyphs = list(map(plain.__getitem__, text))
            except KeyError:
                self._add_mixed((column, cells, text, ink), top, points)
                continue
            if cells >= _LONG_CELLS:
                self._long.append((ink.key, points[column], glyphs))
                continue
            batch = self._batch(ink)
            batch[0].extend(glyphs)
            batch[1].extend(points[column : column + cells])
        return grounds

    def draw(self, painter: QPainter) -> None:
        """Draw everything collected, in an order that does not depend on the damage."""
        metrics = self._book.metrics
        for key, start, glyphs in self._long:
            run = metrics.line_of_glyphs(key >> 24, len(glyphs))
            run.setGlyphIndexes(glyphs)
            painter.setPen(QColor(key & 0xFFFFFF))
            painter.drawGlyphRun(start, run)
        for key in sorted(self._glyphs):
            glyphs, points = self._glyphs[key]
            run = QGlyphRun()
            run.setRawFont(metrics.raw_fonts[key >> 24])
            run.setGlyphIndexes(glyphs)
            run.setPositions(points)
            painter.setPen(QColor(key & 0xFFFFFF))
            painter.drawGlyphRun(_NOWHERE, run)
        draw_image = painter.drawImage
        for x, y, sprite in self._sprites:
            draw_image(x, y, sprite)
        for ink, cells in self._lines:
            draw_decorations(painter, metrics, ink, cells)

    def _batch(self, ink: Ink) -> tuple[list[int], list[QPointF]]:
        batch = self._glyphs.get(ink.key)
        if batch is None:
            batch = self._glyphs[ink.key] = ([], [])
        return batch

    def _add_mixed(self, piece: Piece, top: int, points: list[QPointF]) -> None:
        first, cells, text, ink = piece
        if is_cluster(text, cells) or is_long_line(text):
            self._add_sprite(text, cells, first, ink, top)
            return
        batch = self._batch(ink)
        plain, ligatures = self._book.plain[ink.variant], self._book.ligatures
        joined = ligatures.places(ink.variant, text) if ligatures is not None else {}
        width = self._book.metrics.width
        for column, char in enumerate(text, first):
            glyph = joined.get(column - first) or plain.get(char)
            if glyph is None:
                found = self._book.look_up(char, ink)
                if isinstance(found, QImage):
                    self._sprites.append((column * width, top, found))
                    continue
                glyph = found
            batch[0].append(glyph)
            batch[1].append(points[column])

    def _add_sprite(self, text: str, cells: int, column: int, ink: Ink, top: int) -> None:
        sprite = self._book.sprite(text, cells, ink)
        self._sprites.append((column * self._book.metrics.width, top, sprite))


def row_pieces(
    row: Row, selected: tuple[int, int] | None, table: ColorTable, columns: int
) -> list[Piece]:
    """Return the pieces of a row without holes, so that their backgrounds make one line."""
    inks = table.inks
    if selected is not None:
        return list(_selected_pieces(row, selected, table, columns))
    pieces = [(column, cells, text, inks[style]) for column, cells, text, style, _ in row.runs]
    if pieces and sum(map(_CELLS, pieces)) != pieces[-1][0] + pieces[-1][1]:
        return list(_without_holes(pieces, inks[PLAIN]))
    return pieces


def _without_holes(pieces: list[Piece], blank: Ink) -> Iterator[Piece]:
    at = 0
    for piece in pieces:
        yield from _blank_pieces(at, piece[0], blank)
        yield piece
        at = piece[0] + piece[1]


def _selected_pieces(
    row: Row, selected: tuple[int, int], table: ColorTable, columns: int
) -> Iterator[Piece]:
    """Cut the runs of a row at the borders of the selection and fill its blank cells."""
    first, end = selected
    column = 0
    for run in row.runs:
        yield from _cut_blank(column, run.column, selected, table)
        column = run.column + run.cells
        if is_cluster(run.text, run.cells):
            inside = first < column and run.column < end
            inks = table.selected_inks if inside else table.inks
            yield (run.column, run.cells, run.text, inks[run.style])
            continue
        for start, stop in _cuts(run.column, column, first, end):
            inks = table.selected_inks if first <= start and stop <= end else table.inks
            text = run.text[start - run.column : stop - run.column]
            yield (start, stop - start, text, inks[run.style])
    yield from _cut_blank(column, columns, selected, table)


def _cut_blank(
    start: int, end: int, selected: tuple[int, int], table: ColorTable
) -> Iterator[Piece]:
    if end <= start:
        return
    first, last = selected
    for left, right in _cuts(start, end, first, last):
        inks = table.selected_inks if first <= left and right <= last else table.inks
        yield from _blank_pieces(left, right, inks[PLAIN])


def _blank_pieces(start: int, end: int, ink: Ink) -> Iterator[Piece]:
    if end > start:
        yield (start, end - start, " " * (end - start), ink)


def _cuts(start: int, end: int, first: int, last: int) -> Iterator[tuple[int, int]]:
    """Return the parts into which the borders `first` and `last` cut start … end."""
    borders = sorted({start, end, *(border for border in (first, last) if start < border < end)})
    return pairwise(borders)
