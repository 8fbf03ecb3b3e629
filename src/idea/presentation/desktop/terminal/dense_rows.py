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

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage, QPainter

from idea.domain.ports.terminal_core import Style, true_color
from idea.presentation.desktop.terminal.batches import Batches, Piece
from idea.presentation.desktop.terminal.colors import Ink, Variant, color_table, pixel_bytes
from idea.presentation.desktop.terminal.glyphs import GlyphBook
from idea.presentation.desktop.terminal.look import Rgb, TerminalColors

_FEWEST_PIECES = 24
_CELLS_PER_PIECE = 4
_MOST_COLORS = 50_000
_CELLS, _TEXT, _INK = itemgetter(1), itemgetter(2), itemgetter(3)
_FOREGROUND, _BACKGROUND, _VARIANT = (
    itemgetter(Ink._fields.index(name)) for name in ("foreground", "background", "variant")
)
_KIND = itemgetter(Ink._fields.index("visible"), Ink._fields.index("decorated"))
_BARE = {(True, False)}
"""The kind of inks that show text and nothing but text."""
_PROBE = "The quick brown fox, jumps; over (the) lazy dog! 0123456789 @#$%&{}[]|_^~"


def is_dense(pieces: Sequence[Piece], columns: int) -> bool:
    """Return whether a row has so many pieces that they are better drawn together."""
    return len(pieces) >= max(_FEWEST_PIECES, columns // _CELLS_PER_PIECE)


class _CellLines(dict[Rgb, bytes]):
    """One line of the pixels of a cell, by colour."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self._width = width

    def __missing__(self, color: Rgb) -> bytes:
        if len(self) >= _MOST_COLORS:
            self.clear()
        line = self[color] = pixel_bytes(color) * self._width
        return line


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
    """Draws dense rows into images of one width after the other."""

    def __init__(self, book: GlyphBook) -> None:
        self._metrics = book.metrics
        self._lines = _CellLines(book.metrics.width)
        self._inside = tuple(_Inside(book, variant) for variant in Variant)
        self._text = self._shapes = QImage()

    def draw(
        self, painter: QPainter, image: QImage, pieces: Sequence[Piece], top: int
    ) -> list[Piece]:
        """Draw ground and text of a row of `image`, which `painter` paints on, from line `top` on.

        The pieces fill the row without holes. Returns those whose text is still to be drawn.
        """
        cells = list(map(_CELLS, pieces))
        inks = list(map(_INK, pieces))
        self._lay(image, top, map(_BACKGROUND, inks), cells)
        texts = list(map(_TEXT, pieces))
        left = self._left(pieces, inks, texts)
        if (self._text.width(), self._text.height()) != (image.width(), self._metrics.height):
            size = (image.width(), self._metrics.height)
            self._text = QImage(*size, QImage.Format.Format_ARGB32_Premultiplied)
            self._shapes = QImage(*size, QImage.Format.Format_ARGB32_Premultiplied)
        self._lay(self._text, 0, map(_FOREGROUND, inks), cells)
        self._draw_shapes(inks, texts)
        cutter = QPainter(self._text)
        cutter.setCompositionMode(QPainter.CompositionMode.CompositionMode_DestinationIn)
        cutter.drawImage(0, 0, self._shapes)
        cutter.end()
        painter.drawImage(0, top, self._text)
        return left

    def _lay(self, image: QImage, top: int, colors: Iterable[Rgb], cells: Sequence[int]) -> None:
        """Fill the cells of a row with colours, as bytes."""
        lines = map(self._lines.__getitem__, colors)
        line = b"".join(map(operator.mul, lines, cells) if max(cells) > 1 else lines)
        stride = image.bytesPerLine()
        line = line[:stride].ljust(stride, b"\0")
        height = self._metrics.height
        memoryview(image.bits())[top * stride : (top + height) * stride] = line * height

    def _left(self, pieces: Sequence[Piece], inks: list[Ink], texts: list[str]) -> list[Piece]:
        """Return the pieces that cannot be cut out, and blank them in `texts`."""
        chars = "".join(texts)
        inside = [self._inside[variant] for variant in set(map(_VARIANT, inks))]
        if (
            len(chars) == pieces[-1][0] + pieces[-1][1]
            and set(map(_KIND, inks)) == _BARE
            and not any(None in map(known.__getitem__, set(chars)) for known in inside)
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

    def _draw_shapes(self, inks: list[Ink], texts: list[str]) -> None:
        self._shapes.fill(0)
        painter = QPainter(self._shapes)
        painter.setPen(QColor(0xFFFFFF))
        variants = set(map(_VARIANT, inks))
        for variant in sorted(variants):
            written = texts
            if len(variants) > 1:
                written = [
                    text if ink.variant is variant else " " * len(text)
                    for text, ink in zip(texts, inks, strict=True)
                ]
            chars = "".join(written)
            glyphs = list(map(self._inside[variant].__getitem__, chars))
            run = self._metrics.line_of_glyphs(variant, len(glyphs))
            run.setGlyphIndexes(glyphs)
            painter.drawGlyphRun(QPointF(0, self._metrics.baseline), run)
        painter.end()


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
    _draw_usual(painter, book, rows.draw(painter, dense, pieces, 0))
    painter.end()
    return usual == dense


def _draw_usual(painter: QPainter, book: GlyphBook, pieces: Sequence[Piece]) -> None:
    batches = Batches(book)
    batches.add(pieces, 0, book.metrics.baselines(1, len(_PROBE))[0])
    batches.draw(painter)
