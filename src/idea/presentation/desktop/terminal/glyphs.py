"""Which glyph, or which small picture, stands in a cell.

A character the terminal's own font draws inside one cell is a *plain glyph* and is painted in
batches. Everything else (box lines, fallback fonts, wide characters, emoji, combinations) is a
*sprite*: a picture of exactly its cells, drawn once and kept.
"""

import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QGlyphRun,
    QImage,
    QPainter,
    QTextLayout,
    QTextOption,
)

from idea.domain.image_placeholders import PLACEHOLDER
from idea.presentation.desktop.terminal.block_shapes import draw_shape, is_drawn
from idea.presentation.desktop.terminal.colors import Ink, Variant
from idea.presentation.desktop.terminal.ligatures import Ligatures
from idea.presentation.desktop.terminal.look import Rgb
from idea.presentation.desktop.terminal.metrics import CellMetrics

_ASCII = tuple(map(chr, range(0x20, 0x7F)))
_MOST_SPRITES_BYTES = 32 * 1024 * 1024
_OVERHANG = 1.25
"""How far beyond its cells a glyph may reach before it is made smaller."""
_TEXT_STYLE = "\ufe0e"
_SYMBOLS = range(0x2190, 0x2800)
_STAND_INS = {
    # ⏴⏵⏶⏷ and ⏸⏹⏺ of players, and the small square of progress bars.
    "\u23f4": "\u25c0", "\u23f5": "\u25b6", "\u23f6": "\u25b2", "\u23f7": "\u25bc",
    "\u23f8": "\u2225", "\u23f9": "\u25a0", "\u23fa": "\u25cf", "\u2b1d": "\u25aa",
}  # fmt: skip
"""Symbols that only emoji fonts have, or none, and which agents' programs mean as plain text."""
CALM = QColor(128, 128, 128, 36)
"""What stands where an image should be."""
_REGIONAL = range(0x1F1E6, 0x1F200)
_SKIN_TONES = range(0x1F3FB, 0x1F400)


def _joins(char: str) -> bool:
    """Return whether a character only changes the one before it."""
    return unicodedata.category(char) in {"Mn", "Me", "Cf"} or ord(char) in _SKIN_TONES


def is_cluster(text: str, cells: int) -> bool:
    """Return whether a run's text is one character of a person, not one per cell."""
    if len(text) != cells:
        return True
    if cells != 2:
        return False
    first = text[0]
    return (
        _joins(text[1])
        or ord(first) in _REGIONAL
        or unicodedata.east_asian_width(first) in {"W", "F"}
    )


def is_long_line(text: str) -> bool:
    """Return whether a run is one geometric character again and again, such as a border."""
    first = text[0]
    return len(text) > 2 and text.count(first) == len(text) and is_drawn(first)


def _written(text: str) -> str:
    """Return what is given to the fonts: symbols of one character as text, not as emoji."""
    text = _STAND_INS.get(text, text)
    return text + _TEXT_STYLE if len(text) == 1 and ord(text) in _SYMBOLS else text


class GlyphBook:
    """The glyphs and sprites of one `CellMetrics`, shared by every view that uses it."""

    def __init__(self, metrics: CellMetrics) -> None:
        self.metrics = metrics
        self.plain: tuple[dict[str, int], ...] = tuple({} for _ in Variant)
        """For each variant, the plain glyphs met so far; those of ASCII from the start."""
        self.ligatures = Ligatures(metrics) if metrics.choice.ligatures else None
        """The joined forms of signs; None when nobody wants them."""
        self._sprites: dict[tuple[str, int, int, Rgb], QImage] = {}
        self._sprites_bytes = 0
        for variant, known in zip(Variant, self.plain, strict=True):
            found = ((char, self.plain_glyph(variant, char)) for char in _ASCII)
            known.update((char, glyph) for char, glyph in found if glyph is not None)

    def look_up(self, char: str, ink: Ink) -> int | QImage:
        """Return the plain glyph of a character, else its sprite, one cell wide."""
        sprite = self._sprites.get((char, 1, ink.key, ink.shape))
        if sprite is not None:
            return sprite
        glyph = self.plain[ink.variant].get(char) or self.plain_glyph(ink.variant, char)
        if glyph is None:
            return self.sprite(char, 1, ink)
        self.plain[ink.variant][char] = glyph
        return glyph

    def sprite(self, text: str, cells: int, ink: Ink) -> QImage:
        """Return a picture of `text` as wide as `cells` cells, on nothing."""
        key = (text, cells, ink.key, ink.shape)
        sprite = self._sprites.get(key)
        if sprite is None:
            sprite = self._drawn(text, cells, ink)
            self._sprites_bytes += sprite.sizeInBytes()
            if self._sprites_bytes > _MOST_SPRITES_BYTES:
                self._sprites.clear()
                self._sprites_bytes = sprite.sizeInBytes()
            self._sprites[key] = sprite
        return sprite

    def plain_glyph(self, variant: Variant, char: str) -> int | None:
        """Return the glyph with which a font draws a character inside one cell, if it does."""
        if is_drawn(char) or _joins(char) or unicodedata.east_asian_width(char) in {"W", "F"}:
            return None
        raw = self.metrics.raw_fonts[variant]
        glyphs = raw.glyphIndexesForString(char)
        if len(glyphs) != 1 or glyphs[0] == 0:
            return None
        box = raw.boundingRect(glyphs[0])
        baseline = self.metrics.baseline
        fits_upright = box.top() >= -baseline and box.bottom() <= self.metrics.height - baseline
        reach = self.metrics.width * _OVERHANG
        return (
            glyphs[0] if fits_upright and -reach / 3 < box.left() <= box.right() < reach else None
        )

    def _drawn(self, text: str, cells: int, ink: Ink) -> QImage:
        width = cells * self.metrics.width
        image = QImage(width, self.metrics.height, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(0)
        painter = QPainter(image)
        if text[0] == PLACEHOLDER:
            painter.fillRect(image.rect(), CALM)  # Of an image that is not there.
        elif len(text) == cells and is_drawn(text[0]):
            for char in text:
                color = QColor(ink.shape)
                draw_shape(painter, char, self.metrics.width, self.metrics.height, color)
                painter.translate(self.metrics.width, 0)
        else:
            painter.setPen(QColor(ink.foreground))
            self._draw_text(painter, text, width, ink.variant)
        painter.end()
        return image

    def _draw_text(self, painter: QPainter, text: str, width: int, variant: Variant) -> None:
        layout = _laid_out(_written(text), self.metrics.font(variant))
        line = layout.lineAt(0)
        natural = line.naturalTextWidth()
        runs = layout.glyphRuns()
        if not runs:
            return
        if natural > width * _OVERHANG and len(text) > 1 and all(map(_is_mark, text[1:])):
            # No font has letter and marks together; one over the other they are still legible.
            for part in (text[0], *(mark for mark in text[1:] if self._has_glyph(mark, variant))):
                self._draw_text(painter, part, width, variant)
            return
        scale = min(width * _scale_room(natural, width) / natural, 1.0) if natural > 0 else 1.0
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        down = self._room_below(runs, scale) if width > self.metrics.width else 0
        painter.translate((width - natural * scale) / 2, self.metrics.baseline + min(down, 0))
        painter.scale(scale, scale)
        origin = QPointF(0, -line.ascent())
        for run in runs:
            painter.drawGlyphRun(origin, run)
        painter.restore()

    def _has_glyph(self, char: str, variant: Variant) -> bool:
        runs = _laid_out(char, self.metrics.font(variant)).glyphRuns()
        return any(any(run.glyphIndexes()) for run in runs)

    def _room_below(self, runs: Sequence[QGlyphRun], scale: float) -> float:
        """Return how far below a line of glyphs the cell ends; negative when it cuts them."""
        boxes = [run.rawFont().boundingRect(glyph) for run in runs for glyph in run.glyphIndexes()]
        lowest = max((box.bottom() for box in boxes), default=0.0) * scale
        return self.metrics.height - self.metrics.baseline - lowest


def _is_mark(char: str) -> bool:
    return unicodedata.category(char)[0] == "M"


def _laid_out(text: str, font: QFont) -> QTextLayout:
    """Return one line of text as fonts draw it, from left to right."""
    layout = QTextLayout(text, font)
    option = QTextOption()
    option.setTextDirection(Qt.LayoutDirection.LeftToRight)
    option.setUseDesignMetrics(False)
    layout.setTextOption(option)
    layout.beginLayout()
    layout.createLine().setLineWidth(1e6)
    layout.endLayout()
    return layout


def _scale_room(natural: float, width: float) -> float:
    """Return the share of the cells a glyph may use: a little overhang is better than shrinking."""
    return _OVERHANG if natural <= width * _OVERHANG else 1.0


@lru_cache(maxsize=16)
def glyph_book(metrics: CellMetrics) -> GlyphBook:
    """Return the one book of these metrics."""
    return GlyphBook(metrics)
