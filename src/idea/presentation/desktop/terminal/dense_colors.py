"""From the colours of a dense row to one pixel a cell, of its ground and of its text.

Pixels are four bytes: red, green, blue and 255.
"""

import functools
import struct
from collections.abc import Callable

from idea.domain.ports.dense_runs import (
    COLOR_BYTES,
    ENTRY,
    TRUE,
    DenseRuns,
    dense_style,
    plane_color,
)
from idea.presentation.desktop.terminal.block_shapes import is_drawn
from idea.presentation.desktop.terminal.colors import THEME_ENTRIES, ColorTable, Ink
from idea.presentation.desktop.terminal.look import Rgb

_MOST_COLORS = 50_000
_TRUE_KIND = bytes((TRUE,))
_FIRST_UNTHEMED = (ENTRY << 24) + THEME_ENTRIES
"""Numbers of colours below this are the default colour's and those of the theme's entries."""


class _Known[Key](dict[Key, bytes]):
    """Pixels by what they were made of, made when first asked for."""

    def __init__(self, pixel_of: Callable[[Key], bytes]) -> None:
        super().__init__()
        self._pixel_of = pixel_of

    def __missing__(self, key: Key) -> bytes:
        if len(self) >= _MOST_COLORS:
            self.clear()
        pixel = self[key] = self._pixel_of(key)
        return pixel


def _pixel(color: Rgb) -> bytes:
    return (color << 8 | 0xFF).to_bytes(COLOR_BYTES)


PIXELS = _Known[Rgb](_pixel)
"""The pixel of every colour met."""


class DenseColors:
    """Makes pixels of planes by one colour table."""

    def __init__(self, table: ColorTable) -> None:
        self.table = table
        self._grounds = _Known[int](functools.partial(self._plain, default=table.background))
        self._texts = _Known[int](functools.partial(self._plain, default=table.foreground))
        self._mixed = _Known[tuple[int, int, int, bool]](self._mix)

    def grounds(self, runs: DenseRuns, columns: int) -> bytes:
        """Return the pixels of so many cells' grounds."""
        return _pixels(runs.backgrounds.ljust(columns * COLOR_BYTES, b"\0"), self._grounds)

    def texts(self, runs: DenseRuns) -> bytes:
        """Return the pixels of the text of the row's cells."""
        pixels = _pixels(runs.foregrounds, self._texts)
        numbers = _numbers(runs.foregrounds)
        if self.table.keeps_contrast:
            themed = list(range(len(numbers)))
        else:
            themed = [at for at, number in enumerate(numbers) if number < _FIRST_UNTHEMED]
        if not themed:
            return pixels
        grounds, emphases, text = _numbers(runs.backgrounds), runs.emphases, runs.text
        several = bytearray(pixels)
        for at in themed:
            char = text[at]
            if char != " ":
                look = numbers[at], grounds[at], emphases[at], is_drawn(char)
                several[at * COLOR_BYTES : (at + 1) * COLOR_BYTES] = self._mixed[look]
        return bytes(several)

    def ink_at(self, runs: DenseRuns, column: int) -> Ink:
        """Return the ink of a cell."""
        return self.table.inks[runs.style_at(column)]

    def _plain(self, number: int, default: Rgb) -> bytes:
        return _pixel(self.table.rgb(plane_color(number), default))

    def _mix(self, look: tuple[int, int, int, bool]) -> bytes:
        text, ground, emphasis, is_shape = look
        ink = self.table.inks[dense_style(text, ground, emphasis)]
        return _pixel(ink.shape if is_shape else ink.foreground)


def _numbers(plane: bytes) -> tuple[int, ...]:
    return struct.unpack(f"<{len(plane) // COLOR_BYTES}I", plane)


def _pixels(plane: bytes, known: _Known[int]) -> bytes:
    kinds = plane[COLOR_BYTES - 1 :: COLOR_BYTES]
    if kinds.strip(_TRUE_KIND):
        return b"".join(map(known.__getitem__, _numbers(plane)))
    pixels = bytearray(plane)
    pixels[COLOR_BYTES - 1 :: COLOR_BYTES] = b"\xff" * len(kinds)
    return bytes(pixels)
