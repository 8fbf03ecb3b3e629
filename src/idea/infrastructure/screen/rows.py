"""What both cores do with rows: blank ends, parts, VT text."""

from collections.abc import Mapping, Sequence

from idea.domain.ports.terminal_core import PLAIN, Color, Cursor, CursorShape, Row, Run
from idea.domain.styled_text import channels, styled

type Span = tuple[tuple[int, int], tuple[int, int], bool]
"""First and last cell of a selection, by line and column, and whether it is a block."""

_SHAPES = {CursorShape.BLOCK: 2, CursorShape.UNDERLINE: 4, CursorShape.BAR: 6}
_OWN_COLORS = {-1: b"10", -2: b"11", -3: b"12"}


def without_blank_end(runs: list[Run]) -> tuple[Run, ...]:
    """Return the runs without trailing blank cells of plain style; `runs` is used up."""
    while runs:
        last = runs[-1]
        if last.link or (last.style is not PLAIN and last.style != PLAIN):
            break
        text = last.text.rstrip(" ")
        if len(text) == len(last.text):
            break
        if text:
            runs[-1] = Run(last.column, len(text), text, PLAIN)
            break
        runs.pop()
    return tuple(runs)


def cut_row(row: Row, start: int, end: int) -> Row:
    """Return the cells from `start` to before `end`, beginning at column 0."""
    runs = []
    for run in row.runs:
        low, high = max(run.column, start), min(run.column + run.cells, end)
        if low >= high:
            continue
        single = len(run.text) == run.cells
        text = run.text[low - run.column : high - run.column] if single else run.text
        runs.append(run._replace(column=low - start, cells=high - low, text=text))
    return Row(tuple(runs), row.wrapped and end >= _end_of(row))


def cut_rows(rows: Sequence[Row], span: Span, width: int) -> tuple[Row, ...]:
    """Return the cells of a selection; `rows` are all rows it touches."""
    (first, left), (last, right), is_block = span
    return tuple(
        cut_row(
            row,
            min(left, right) if is_block else left * (line == first),
            max(left, right) + 1 if is_block else right + 1 if line == last else width,
        )
        for line, row in enumerate(rows, first)
    )


def _end_of(row: Row) -> int:
    return row.runs[-1].column + row.runs[-1].cells if row.runs else 0


def cursor_shape(cursor: Cursor) -> bytes:
    """Return the sequence that asks for this shape (DECSCUSR)."""
    return b"\x1b[%d q" % (_SHAPES[cursor.shape] - cursor.blinking)


def colors_and_title(colors: Mapping[int, Color], title: str) -> bytes:
    """Return the sequences that set these colours (see `Frame.palette`) and this title."""
    parts = []
    for index, color in colors.items():
        name = _OWN_COLORS.get(index, b"4;%d" % index)
        parts.append(b"\x1b]%b;rgb:%02x/%02x/%02x\x1b\\" % (name, *channels(color)))
    if title:
        parts.append(b"\x1b]2;%b\x1b\\" % title.encode(errors="replace"))
    return b"".join(parts)


def row_as_vt(row: Row, columns: int) -> bytes:
    """Return VT text that prints one row, and ends its line unless it is wrapped.

    A wrapped one is printed to its last column, blanks and all: what follows goes to the next row.
    """
    if not row.wrapped:
        return styled(row) + b"\x1b[m\r\n"
    blank = columns - _end_of(row)
    return styled(row) + b"\x1b[m" + b" " * blank if blank else styled(row)
