"""Joined forms of signs such as `=>`, where the font has them and the person wants them.

Fonts for programmers join signs without changing how many glyphs there are: the last one is drawn
over the cells of the others, which become empty. Only such forms are used, so cells stay cells.
"""

import re

from PySide6.QtGui import QTextLayout

from idea.presentation.desktop.terminal.colors import Variant
from idea.presentation.desktop.terminal.metrics import CellMetrics

_SIGNS = re.compile(r"[!-/:-@\[-`{-~]{2,16}")
_MOST_KEPT = 4096


class Ligatures:
    """The joined forms of one font's variants."""

    def __init__(self, metrics: CellMetrics) -> None:
        self._metrics = metrics
        self._known: dict[tuple[Variant, str], list[int]] = {}

    def places(self, variant: Variant, text: str) -> dict[int, int]:
        """Return other glyphs than the usual ones, by where in the text they stand."""
        places: dict[int, int] = {}
        for found in _SIGNS.finditer(text):
            places.update(enumerate(self._joined(variant, found[0]), found.start()))
        return places

    def _joined(self, variant: Variant, signs: str) -> list[int]:
        """Return a glyph for each sign; none when the font does not draw them one per cell."""
        key = (variant, signs)
        glyphs = self._known.get(key)
        if glyphs is None:
            if len(self._known) >= _MOST_KEPT:
                self._known.clear()
            glyphs = self._known[key] = self._shaped(variant, signs)
        return glyphs

    def _shaped(self, variant: Variant, signs: str) -> list[int]:
        layout = QTextLayout(signs, self._metrics.font(variant))
        layout.beginLayout()
        layout.createLine().setLineWidth(1e6)
        layout.endLayout()
        runs = layout.glyphRuns()
        family = self._metrics.raw_fonts[variant].familyName()
        if len(runs) != 1 or runs[0].rawFont().familyName() != family:
            return []
        glyphs = runs[0].glyphIndexes()
        return glyphs if len(glyphs) == len(signs) else []
