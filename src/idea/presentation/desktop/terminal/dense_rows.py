"""Paints rows in which nearly every cell has colours of its own.

Glyphs are usually drawn colour by colour, which is quick while many share one. In a dense row the
colours of the text are laid out cell by cell, like those of the ground, and cut out by the shapes
of all its glyphs at once. What reaches beyond its cell, has lines or is no plain glyph is left to
the usual way (see `batches`).
"""

import functools
import operator
from collections.abc import Iterable, Sequence
from operator import itemgetter
from typing import NamedTuple, cast

from PySide6.QtCore import QPoint, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from idea.domain.ports.dense_runs import COLOR_BYTES, DenseRuns
from idea.domain.ports.terminal_core import Style, true_color
from idea.presentation.desktop.terminal.batches import Batches, Piece
from idea.presentation.desktop.terminal.block_shapes import is_drawn
from idea.presentation.desktop.terminal.colors import ColorTable, Ink, Variant, color_table
from idea.presentation.desktop.terminal.dense_colors import PIXELS, DenseColors
from idea.presentation.desktop.terminal.glyphs import GlyphBook
from idea.presentation.desktop.terminal.look import Rgb, TerminalColors

_FEWEST_PIECES = 24
_CELLS_PER_PIECE = 4
_CELLS, _TEXT, _INK = itemgetter(1), itemgetter(2), itemgetter(3)
_FOREGROUND, _BACKGROUND, _VARIANT = (
    itemgetter(Ink._fields.index(name)) for name in ("foreground", "background", "variant")
)
_KIND = itemgetter(Ink._fields.index("visible"), Ink._fields.index("decorated"))
_BARE = {(True, False)}
"""The kind of inks that show text and nothing but text."""
_SINGLE = tuple(bytes((variant,)) for variant in Variant)
_PROBE = "The quick brown fox, jumps; over (the) lazy dog! 0123456789 @#$%&{}[]|_^~"
_FROM_CELLS = QImage.Format.Format_RGBX8888


def is_dense(pieces: Sequence[Piece], columns: int) -> bool:
    """Return whether a row has so many pieces that they are better drawn together."""
    return len(pieces) >= max(_FEWEST_PIECES, columns // _CELLS_PER_PIECE)


class DenseCells(NamedTuple):
    """What a dense row shows, cell by cell."""

    text: str
    """One character a cell; a space where nothing is cut out."""
    variants: bytes
    colors: bytes
    """The pixels of the text; of what comes after it, none."""
    grounds: bytes


class _Inside(dict[str, int | None]):
    """The plain glyphs of one font that stay inside a cell; None for other characters."""

    def __init__(self, book: GlyphBook, variant: Variant) -> None:
        super().__init__()
        self._book = book
        self._variant = variant

    def __missing__(self, char: str) -> int | None:
        glyph = self._book.plain_glyph(self._variant, char)
        if glyph is not None:
            metrics = self._book.metrics
            box = metrics.raw_fonts[self._variant].boundingRect(glyph)
            glyph = glyph if box.left() >= 0 and box.right() <= metrics.width else None
        self[char] = glyph
        return glyph


class DenseRows:
    """Draws dense rows with the glyphs of one book."""

    def __init__(self, book: GlyphBook) -> None:
        self._book = book
        self._metrics = book.metrics
        self._inside = tuple(_Inside(book, variant) for variant in Variant)
        self._colors: DenseColors | None = None
        self._shapes = QImage()
        self._white = color_table(TerminalColors(), {}).inks[
            Style(foreground=true_color(255, 255, 255))
        ]

    def of_runs(
        self, runs: DenseRuns, table: ColorTable, columns: int
    ) -> tuple[DenseCells, list[Piece]]:
        """Return the cells of a row, and the pieces whose text is still to be drawn."""
        if self._colors is None or self._colors.table is not table:
            self._colors = DenseColors(table)
        colors = self._colors
        text = runs.text
        left: list[Piece] = []
        if not self._are_inside(set(text), set(runs.emphases), may_be_drawn=True):
            for column, char in enumerate(text):
                variant = runs.emphases[column]
                if self._inside[variant][char] is None and not is_drawn(char):
                    left.append((column, 1, char, colors.ink_at(runs, column)))
            for column, *_ in left:
                text = text[:column] + " " + text[column + 1 :]
        cells = DenseCells(text, runs.emphases, colors.texts(runs), colors.grounds(runs, columns))
        return cells, left

    def of_pieces(self, pieces: Sequence[Piece]) -> tuple[DenseCells, list[Piece]]:
        """Return the same for pieces that fill their row without holes."""
        lengths = list(map(_CELLS, pieces))
        inks = list(map(_INK, pieces))
        texts = list(map(_TEXT, pieces))
        left = self._left(pieces, inks, texts)
        variants = map(_SINGLE.__getitem__, map(_VARIANT, inks))
        cells = DenseCells(
            "".join(texts),
            b"".join(map(operator.mul, variants, lengths)),
            _pixels(map(_FOREGROUND, inks), lengths),
            _pixels(map(_BACKGROUND, inks), lengths),
        )
        return cells, left

    def draw(self, painter: QPainter, rows: Sequence[DenseCells], top: int) -> None:
        """Draw ground and text of neighbouring rows of one width, from pixel line `top` on.

        Few calls for many rows: each lets other threads in, and may wait until they let go.
        """
        columns, count = len(rows[0].grounds) // COLOR_BYTES, len(rows)
        stride = columns * COLOR_BYTES
        size = QSize(columns * self._metrics.width, count * self._metrics.height)
        there = QRect(QPoint(0, top), size)
        painter.drawImage(there, _cell_image([row.grounds for row in rows], columns))
        here = QRect(QPoint(0, 0), size)
        if not self._shapes.rect().contains(here):
            self._shapes = QImage(
                self._shapes.size().expandedTo(size), QImage.Format.Format_ARGB32_Premultiplied
            )
        cutter = QPainter(self._shapes)
        cutter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
        cutter.fillRect(here, Qt.GlobalColor.transparent)
        cutter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
        cutter.setPen(QColor(0xFFFFFF))
        self._draw_shapes(cutter, rows, columns)
        cutter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
        colors = [row.colors.ljust(stride, b"\0") for row in rows]
        cutter.drawImage(here, _cell_image(colors, columns))
        cutter.end()
        painter.drawImage(there.topLeft(), self._shapes, here)

    def _are_inside(self, chars: set[str], variants: set[int], *, may_be_drawn: bool) -> bool:
        """Return whether every character can be cut out in every variant."""
        for variant in variants:
            known = self._inside[variant]
            for char in chars:
                if known[char] is None and not (may_be_drawn and is_drawn(char)):
                    return False
        return True

    def _left(self, pieces: Sequence[Piece], inks: list[Ink], texts: list[str]) -> list[Piece]:
        """Return the pieces that cannot be cut out, and blank them in `texts`."""
        chars = "".join(texts)
        if (
            len(chars) == pieces[-1][0] + pieces[-1][1]
            and set(map(_KIND, inks)) == _BARE
            and self._are_inside(set(chars), set(map(_VARIANT, inks)), may_be_drawn=False)
        ):
            return []
        left: list[Piece] = []
        for number, (_, cells, text, ink) in enumerate(pieces):
            known = self._inside[ink.variant]
            if (
                ink.decorated
                or len(text) != cells
                or (ink.visible and None in map(known.__getitem__, text))
            ):
                left.append(pieces[number])
            elif ink.visible:
                continue
            texts[number] = " " * cells
        return left

    def _draw_shapes(self, cutter: QPainter, rows: Sequence[DenseCells], columns: int) -> None:
        """Draw the shapes of the rows' characters in white."""
        text = "".join([row.text.ljust(columns) for row in rows])
        each = b"".join([row.variants.ljust(columns, b"\0") for row in rows])
        variants = set(each)
        for variant in sorted(variants):
            chars = text
            if len(variants) > 1:
                chars = "".join(
                    [char if one == variant else " " for char, one in zip(text, each, strict=True)]
                )
            glyphs = self._glyphs(cutter, variant, chars, columns)
            run = self._metrics.page_of_glyphs(variant, len(rows), columns)
            run.setGlyphIndexes(glyphs)
            cutter.drawGlyphRun(QPointF(0, 0), run)

    def _glyphs(self, cutter: QPainter, variant: int, chars: str, columns: int) -> list[int]:
        """Return the glyphs of characters, and draw those that are no glyphs."""
        known = self._inside[variant]
        glyphs = list(map(known.__getitem__, chars))
        if None not in glyphs:
            return cast("list[int]", glyphs)
        blank = known[" "] or 0
        width, height = self._metrics.width, self._metrics.height
        for at, char in enumerate(chars):
            if glyphs[at] is None:
                shape = self._book.sprite(char, 1, self._white)
                cutter.drawImage(at % columns * width, at // columns * height, shape)
        return [blank if glyph is None else glyph for glyph in glyphs]


def _cell_image(pixels: Sequence[bytes], columns: int) -> QImage:
    """Return an image with one pixel a cell, to be stretched."""
    stride = columns * COLOR_BYTES
    image = QImage(b"".join(pixels), columns, len(pixels), stride, _FROM_CELLS)
    return image.convertToFormat(QImage.Format.Format_RGB32)


def _pixels(colors: Iterable[Rgb], lengths: Sequence[int]) -> bytes:
    """Return the pixels of cells whose colours come in stretches."""
    return b"".join(map(operator.mul, map(PIXELS.__getitem__, colors), lengths))


@functools.lru_cache(maxsize=16)
def are_exact(book: GlyphBook) -> bool:
    """Return whether dense rows come out to the pixel as drawn the usual way.

    Fonts may be smoothed in a way that depends on the colours; then they do not. Nor are signs
    joined in dense rows.
    """
    if book.ligatures is not None:
        return False
    inks = color_table(TerminalColors(), {}).inks
    pieces: list[Piece] = [
        (
            column,
            1,
            char,
            inks[
                Style(
                    true_color(column * 89 & 255, column * 3 & 255, 255 - column),
                    true_color(255 - column * 2, column * 31 & 255, column),
                    bold=column % 3 == 0,
                    italic=column % 5 == 0,
                )
            ],
        )
        for column, char in enumerate(_PROBE)
    ]
    size = (len(pieces) * book.metrics.width, book.metrics.height)
    usual, dense = (QImage(*size, QImage.Format.Format_RGB32) for _ in range(2))
    rows = DenseRows(book)
    painter = QPainter(usual)
    for column, _, _, ink in pieces:
        left = column * book.metrics.width
        painter.fillRect(left, 0, book.metrics.width, size[1], QColor(ink.background))
    _draw_usual(painter, book, pieces)
    painter.end()
    painter = QPainter(dense)
    cells, others = rows.of_pieces(pieces)
    rows.draw(painter, [cells], 0)
    _draw_usual(painter, book, others)
    painter.end()
    return usual == dense


def _draw_usual(painter: QPainter, book: GlyphBook, pieces: Sequence[Piece]) -> None:
    batches = Batches(book)
    batches.add(pieces, 0, book.metrics.baselines(1, len(_PROBE))[0])
    batches.draw(painter)
