"""The runs of a row in which nearly every cell has colours of its own.

One object a cell costs more than parsing it: a screen full of them took as long to read as 400 KB
of output take to parse. So such a row is kept as one character and nine bytes a cell, and its runs
are made when somebody asks for them.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import overload, override

from idea.domain.ports.terminal_core import DEFAULT_COLOR, Color, Run, Style, true_color

COLOR_BYTES = 4
"""A colour in a plane: red, green, blue and `TRUE`; an entry, 0, 0 and `ENTRY`; or all zero."""
ENTRY = 1
TRUE = 2
BOLD = 1
ITALIC = 2


def plane_color(number: int) -> Color:
    """Return the colour of which a plane holds a number, its first byte the lowest."""
    kind = number >> 24
    if kind == TRUE:
        return true_color(number & 0xFF, number >> 8 & 0xFF, number >> 16 & 0xFF)
    return number & 0xFF if kind == ENTRY else DEFAULT_COLOR


def dense_style(foreground: int, background: int, emphasis: int) -> Style:
    """Return the style of a cell with two numbers of planes."""
    return Style(
        plane_color(foreground),
        plane_color(background),
        bold=bool(emphasis & BOLD),
        italic=bool(emphasis & ITALIC),
    )


class DenseRuns(Sequence[Run]):
    """Runs of narrow characters that begin in column 0 and differ in colours, bold and italic only.

    Equals any sequence of the same runs.
    """

    __slots__ = ("_runs", "backgrounds", "emphases", "foregrounds", "text")

    def __init__(self, text: str, foregrounds: bytes, backgrounds: bytes, emphases: bytes) -> None:
        """Take one character a cell, two planes of colours, and `BOLD` and `ITALIC` of each cell.

        Blank cells of plain style at the end are left out, as in every row.
        """
        self._runs: tuple[Run, ...] | None = None
        end = max(
            len(text.rstrip(" ")),
            _filled(foregrounds, COLOR_BYTES),
            _filled(backgrounds, COLOR_BYTES),
            _filled(emphases, 1),
        )
        self.text = text[:end]
        self.foregrounds = foregrounds[: end * COLOR_BYTES]
        self.backgrounds = backgrounds[: end * COLOR_BYTES]
        self.emphases = emphases[:end]

    def style_at(self, column: int) -> Style:
        """Return how the cell in a column looks."""
        cell = slice(column * COLOR_BYTES, (column + 1) * COLOR_BYTES)
        foreground = int.from_bytes(self.foregrounds[cell], "little")
        background = int.from_bytes(self.backgrounds[cell], "little")
        return dense_style(foreground, background, self.emphases[column])

    @overload
    def __getitem__(self, index: int) -> Run: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Run, ...]: ...
    @override
    def __getitem__(self, index: int | slice) -> Run | tuple[Run, ...]:
        return self._all()[index]

    @override
    def __len__(self) -> int:
        return sum(1 for _ in self._starts())

    @override
    def __iter__(self) -> Iterator[Run]:
        return iter(self._all())

    def __bool__(self) -> bool:
        return bool(self.text)

    @override
    def __eq__(self, other: object) -> bool:
        if isinstance(other, DenseRuns):
            return (
                self.text == other.text
                and self.foregrounds == other.foregrounds
                and self.backgrounds == other.backgrounds
                and self.emphases == other.emphases
            )
        return self._all() == other

    @override
    def __hash__(self) -> int:
        return hash(self._all())

    @override
    def __repr__(self) -> str:
        return repr(self._all())

    def _all(self) -> tuple[Run, ...]:
        if self._runs is None:
            starts = [*self._starts(), len(self.text)]
            self._runs = tuple(
                Run(start, end - start, self.text[start:end], self.style_at(start))
                for start, end in pairwise(starts)
            )
        return self._runs

    def _starts(self) -> Iterator[int]:
        """Yield the columns in which a style begins."""
        last: tuple[bytes, bytes, int] | None = None
        for column, emphasis in enumerate(self.emphases):
            cell = slice(column * COLOR_BYTES, (column + 1) * COLOR_BYTES)
            look = self.foregrounds[cell], self.backgrounds[cell], emphasis
            if look != last:
                yield column
                last = look


def _filled(plane: bytes, width: int) -> int:
    """Return how many cells of a plane are left without those at the end that are all zero."""
    return -(-len(plane.rstrip(b"\0")) // width)
