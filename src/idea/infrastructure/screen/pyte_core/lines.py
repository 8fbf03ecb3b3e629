"""The cells and lines of the portable core, and how they become rows."""

import functools
from itertools import groupby
from typing import NamedTuple

from wcwidth import wcwidth

from idea.domain.ports.terminal_core import PLAIN, Run, Style
from idea.infrastructure.screen.rows import without_blank_end


class Cell(NamedTuple):
    """One cell; the second half of a wide character has no text."""

    data: str = " "
    style: Style = PLAIN
    link: str = ""


class Line(dict[int, Cell]):
    """The cells of one line that are not blank."""

    __slots__ = ("default", "vt", "wrapped")

    def __init__(self, default: Cell) -> None:
        """Be blank in this way."""
        super().__init__()
        self.default = default
        self.wrapped = False
        self.vt: tuple[int, bytes] | None = None
        """This line as VT text at so many columns, once it is history and changes no more."""

    def __missing__(self, key: int) -> Cell:
        return self.default


@functools.lru_cache(maxsize=256)
def erased(style: Style) -> Style:
    """Return the style of cells erased while printing in `style`: its background alone."""
    return PLAIN._replace(background=style.background)


def is_wide(cell: Cell) -> bool:
    """Whether a cell begins a wide character."""
    return bool(cell.data) and wcwidth(cell.data[0]) == 2


def runs_of(line: Line, columns: int) -> tuple[Run, ...]:
    """Return the runs of a line, trailing blanks left out."""
    cells = [line[column] for column in range(columns)]
    runs: list[Run] = []
    column = 0
    for (style, link, is_simple), same in groupby(
        zip(cells, [*cells[1:], Cell()], strict=True),
        lambda pair: (pair[0].style, pair[0].link, len(pair[0].data) == 1 and pair[1].data != ""),
    ):
        pairs = list(same)
        if is_simple:
            text = "".join(cell.data for cell, _ in pairs)
            runs.append(Run(column, len(text), text, style, link))
        else:
            runs.extend(
                Run(column + offset, 1 + (following.data == ""), cell.data, style, link)
                for offset, (cell, following) in enumerate(pairs)
                if cell.data
            )
        column += len(pairs)
    return without_blank_end(runs)
