"""Rows of many colours, as a core hands them out."""

from collections.abc import Iterable

from idea.domain.ports.dense_runs import BOLD, ENTRY, ITALIC, TRUE, DenseRuns
from idea.domain.ports.terminal_core import Color, Run


def _plane(colors: Iterable[Color]) -> bytes:
    cells = (
        bytes((color >> 16 & 255, color >> 8 & 255, color & 255, TRUE))
        if color > 255
        else bytes((color, 0, 0, ENTRY))
        if color >= 0
        else bytes(4)
        for color in colors
    )
    return b"".join(cells)


def dense(runs: Iterable[Run]) -> DenseRuns:
    """Return the same runs cell by cell; they must be narrow, coloured, bold and italic at most."""
    cells = [(char, run.style) for run in runs for char in run.text]
    return DenseRuns(
        "".join(char for char, _ in cells),
        _plane(style.foreground for _, style in cells),
        _plane(style.background for _, style in cells),
        bytes(BOLD * style.bold | ITALIC * style.italic for _, style in cells),
    )
