"""The size of a cell, in whole device pixels, and the four fonts that fill it.

All lengths are device pixels; the origin of a cell is its top left corner.
"""

from functools import lru_cache
from math import floor
from typing import NamedTuple

from PySide6.QtCore import QPointF
from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF, QGlyphRun, QRawFont

from idea.domain.terminal import Size
from idea.presentation.desktop.terminal.box_lines import stroke_of
from idea.presentation.desktop.terminal.colors import Variant
from idea.presentation.desktop.terminal.look import TerminalLook

_LARGEST_SIDE = 1000
_MOST_PAGES = 8
"""Shapes of pages whose positions are kept, at 0.2 MB for 200 × 60 cells and variant."""


class FontChoice(NamedTuple):
    """What decides every metric; equal choices share one `CellMetrics`."""

    family: str
    font_px: float
    line_px: float
    pixel_ratio: float
    ligatures: bool = False


def font_choice(look: TerminalLook, pixel_ratio: float) -> FontChoice:
    """Return what a look asks for on a screen with this pixel ratio."""
    return FontChoice(look.family, look.font_px, look.line_px, pixel_ratio, look.ligatures)


def _whole(length: float) -> int:
    return max(floor(length + 0.5), 1)


def chosen_family(wanted: str) -> str:
    """Return `wanted` if it is installed, else the system's monospace family."""
    if wanted in QFontDatabase.families():
        return wanted
    return QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family()


class CellMetrics:
    """One font at one size and one device pixel ratio; use `cell_metrics` to share them."""

    def __init__(self, choice: FontChoice) -> None:
        self.choice = choice
        self.pixel_ratio = choice.pixel_ratio
        self.font_px = choice.font_px * choice.pixel_ratio
        self.family = chosen_family(choice.family)
        self.raw_fonts = tuple(self._raw(variant) for variant in Variant)
        regular = self.raw_fonts[Variant.REGULAR]
        self.width = _whole(self._advance(regular))
        self.height = _whole(choice.line_px * choice.pixel_ratio)
        ascent, descent = regular.ascent(), regular.descent()
        self.baseline = _whole((self.height - ascent - descent) / 2 + ascent)
        self.line_thickness = max(_whole(regular.lineThickness()), stroke_of(self.width))
        below = max(self.height - self.baseline - self.line_thickness, 0)
        self.underline_top = self.baseline + min(_whole(regular.underlinePosition()), below)
        self.strike_top = self.baseline - _whole(regular.xHeight() / 2) - self.line_thickness // 2
        self._points: list[list[QPointF]] = []
        self._columns = 0
        self._lines = [QGlyphRun() for _ in Variant]
        self._line_cells = 0
        self._pages: dict[tuple[int, int], list[QGlyphRun]] = {}

    def font(self, variant: Variant) -> QFont:
        """Return the font of a variant for text layout on a surface of device pixels."""
        font = QFont(self.family)
        font.setPixelSize(_whole(self.font_px))
        font.setBold(variant in {Variant.BOLD, Variant.BOLD_ITALIC})
        font.setItalic(variant in {Variant.ITALIC, Variant.BOLD_ITALIC})
        font.setStyleHint(QFont.StyleHint.Monospace)
        font.setHintingPreference(QFont.HintingPreference.PreferVerticalHinting)
        font.setStyleStrategy(
            QFont.StyleStrategy.PreferAntialias | QFont.StyleStrategy.NoSubpixelAntialias
        )
        font.setKerning(False)
        return font

    def fitting(self, width: float, height: float) -> Size:
        """Return how many whole cells fit into device pixels, at least one each way."""
        columns = min(max(int(width) // self.width, 1), _LARGEST_SIDE)
        return Size(columns=columns, rows=min(max(int(height) // self.height, 1), _LARGEST_SIDE))

    def baselines(self, rows: int, columns: int) -> list[list[QPointF]]:
        """Return, for each row, the points at which the glyphs of its cells stand."""
        if columns > self._columns or rows > len(self._points):
            self._columns = max(columns, self._columns)
            rows = max(rows, len(self._points))
            self._points = [
                [
                    QPointF(column * self.width, row * self.height + self.baseline)
                    for column in range(self._columns)
                ]
                for row in range(rows)
            ]
        return self._points

    def page_of_glyphs(self, variant: int, rows: int, columns: int) -> QGlyphRun:
        """Return a run with a position for every cell of so many rows and no glyphs yet.

        Qt draws as many glyphs as there are of both.
        """
        shape = rows, columns
        pages = self._pages.get(shape)
        if pages is None:
            points = [
                point for line in self.baselines(rows, columns)[:rows] for point in line[:columns]
            ]
            if len(self._pages) >= _MOST_PAGES:
                self._pages.clear()
            pages = self._pages[shape] = [QGlyphRun() for _ in Variant]
            for page, raw in zip(pages, self.raw_fonts, strict=True):
                page.setRawFont(raw)
                page.setPositions(points)
        return QGlyphRun(pages[variant])

    def line_of_glyphs(self, variant: int, cells: int) -> QGlyphRun:
        """Return a run with a position for every cell of a line and no glyphs yet.

        Qt draws as many glyphs as there are of both.
        """
        if cells > self._line_cells:
            self._line_cells = max(cells, 2 * self._line_cells)
            positions = [QPointF(column * self.width, 0) for column in range(self._line_cells)]
            for line, raw in zip(self._lines, self.raw_fonts, strict=True):
                line.setRawFont(raw)
                line.setPositions(positions)
        return QGlyphRun(self._lines[variant])

    def _raw(self, variant: Variant) -> QRawFont:
        raw = QRawFont.fromFont(self.font(variant))
        raw.setPixelSize(self.font_px)
        return raw

    def _advance(self, raw: QRawFont) -> float:
        glyphs = raw.glyphIndexesForString("M")
        advances = raw.advancesForGlyphIndexes(glyphs)
        if advances and advances[0].x() > 0:
            return advances[0].x()
        return QFontMetricsF(self.font(Variant.REGULAR)).horizontalAdvance("M")


@lru_cache(maxsize=16)
def cell_metrics(choice: FontChoice) -> CellMetrics:
    """Return the metrics of a choice, shared by every view that made it."""
    return CellMetrics(choice)
