"""Images that stand in the text itself: cells of U+10EEEE that each show a piece of an image.

Programs inside tmux print these, because tmux moves them like any text. The colours of a cell say
which image it is, marks on the character which row and column of it. What is left out goes on from
the cell to its left.

Source: https://sw.kovidgoyal.net/kitty/graphics-protocol/#unicode-placeholders
"""

from collections.abc import Iterator
from typing import NamedTuple

from idea.domain.ports.terminal_core import DEFAULT_COLOR, Color, Row, Run

PLACEHOLDER = "\U0010eeee"

_MARKS = (
    "305 30D-30E 310 312 33D-33F 346 34A-34C 350-352 357 35B 363-36F 483-487 592-595 597-599 "
    "59C-5A1 5A8-5A9 5AB-5AC 5AF 5C4 610-617 657-65B 65D-65E 6D6-6DC 6DF-6E2 6E4 6E7-6E8 6EB-6EC "
    "730 732-733 735-736 73A 73D 73F-741 743 745 747 749-74A 7EB-7F1 7F3 816-819 81B-823 825-827 "
    "829-82D 951 953-954 F82-F83 F86-F87 135D-135F 17DD 193A 1A17 1A75-1A7C 1B6B 1B6D-1B73 "
    "1CD0-1CD2 1CDA-1CDB 1CE0 1DC0-1DC1 1DC3-1DC9 1DCB-1DCC 1DD1-1DE6 1DFE 20D0-20D1 20D4-20D7 "
    "20DB-20DC 20E1 20E7 20E9 20F0 2CEF-2CF1 2DE0-2DFF A66F A67C-A67D A6F0-A6F1 A8E0-A8F1 AAB0 "
    "AAB2-AAB3 AAB7-AAB8 AABE-AABF AAC1 FE20-FE26 10A0F 10A38 1D185-1D189 1D1AA-1D1AD 1D242-1D244"
)
"""The marks that count, in their order, as the protocol lists them."""
_ID_BITS = 24


def _spelt_out(ranges: str) -> Iterator[str]:
    for part in ranges.split():
        first, _, last = part.partition("-")
        yield from map(chr, range(int(first, 16), int(last or first, 16) + 1))


NUMBER_OF_MARK = {mark: number for number, mark in enumerate(_spelt_out(_MARKS))}
"""What each mark says."""


class PlaceholderRun(NamedTuple):
    """Neighbouring cells that show neighbouring pieces of one row of an image."""

    column: int
    cells: int
    image: int
    """The id of the image."""
    placement: int
    """The id of its placement; 0 for any."""
    image_row: int
    image_column: int


class _Cell(NamedTuple):
    column: int
    colors: tuple[Color, Color]
    row: int
    part: int
    high: int

    def after(self, colors: tuple[Color, Color], marks: list[int], column: int) -> "_Cell":
        """Return the next cell of the line, with what its marks leave out taken from this one."""
        follows = self.column + 1 == column and self.colors == colors
        row = marks[0] if marks else self.row if follows else 0
        goes_on = follows and row == self.row
        part = marks[1] if len(marks) > 1 else self.part + 1 if goes_on else 0
        goes_on = goes_on and part == self.part + 1
        high = marks[2] if len(marks) > 2 else self.high if goes_on else 0
        return _Cell(column, colors, row, part, high)


_NOWHERE = _Cell(-2, (DEFAULT_COLOR, DEFAULT_COLOR), 0, 0, 0)


def placeholders_in(row: Row) -> tuple[PlaceholderRun, ...]:
    """Return what of images stands in a row."""
    runs: list[PlaceholderRun] = []
    before = _NOWHERE
    for cell in _cells(row):
        image, placement = _number(cell.colors[0]) | cell.high << _ID_BITS, _number(cell.colors[1])
        follows = before.column + 1 == cell.column and before.colors == cell.colors
        is_next = (before.row, before.part + 1, before.high) == (cell.row, cell.part, cell.high)
        if runs and follows and is_next:
            runs[-1] = runs[-1]._replace(cells=runs[-1].cells + 1)
        else:
            runs.append(PlaceholderRun(cell.column, 1, image, placement, cell.row, cell.part))
        before = cell
    return tuple(runs)


def _cells(row: Row) -> Iterator[_Cell]:
    before = _NOWHERE
    for run in row.runs:
        if PLACEHOLDER not in run.text:
            continue
        colors = run.style.foreground, run.style.underline_color
        for column, marks in _marked(run):
            before = before.after(colors, marks, column)
            yield before


def _marked(run: Run) -> Iterator[tuple[int, list[int]]]:
    """Return column and marks of each placeholder of a run."""
    if run.text[0] == PLACEHOLDER and len(run.text) != run.cells:
        yield run.column, [NUMBER_OF_MARK[mark] for mark in run.text[1:4] if mark in NUMBER_OF_MARK]
        return
    for column, char in enumerate(run.text, run.column):
        if char == PLACEHOLDER:
            yield column, []


def _number(color: Color) -> int:
    """Return the id that a colour stands for; 0 for none."""
    return 0 if color == DEFAULT_COLOR else color & 0xFFFFFF
