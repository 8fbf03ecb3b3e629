"""Lines as a program wrote them: the rows that a narrow screen made of one, joined again."""

from typing import NamedTuple, Protocol

from idea.domain.ports.terminal_core import Row

_ASKED_AT_ONCE = 64
_MOST_ROWS = 5_000
"""What goes on for longer is cut; nobody reads it as one line."""


class LineSource(Protocol):
    """What a screen tells of its lines, by absolute number."""

    def lines(self, first: int, count: int) -> tuple[str, ...]:
        """Return rows as text, trailing blanks left out."""
        ...

    def wrapped(self, first: int, count: int) -> tuple[bool, ...]:
        """Return of each row whether it goes on in the next."""
        ...

    def rows(self, first: int, count: int) -> tuple[Row, ...]:
        """Return rows with their cells."""
        ...


class WholeLine(NamedTuple):
    """One line and the rows it stands in."""

    first: int
    """The absolute number of its first row."""
    text: str
    starts: tuple[int, ...]
    """Where in the text each row begins."""

    def row_at(self, offset: int) -> int:
        """Return the absolute row that shows a character."""
        inside = sum(start <= offset for start in self.starts) - 1
        return self.first + max(inside, 0)


class CellSpan(NamedTuple):
    """Neighbouring cells of one row."""

    line: int
    start: int
    end: int
    """One past the last."""


def beginning_of(source: LineSource, row: int) -> int:
    """Return the row in which the line begins that a row belongs to."""
    least = max(row - _MOST_ROWS, 0)
    while row > least:
        count = min(_ASKED_AT_ONCE, row - least)
        goes_on = source.wrapped(row - count, count)
        for before in reversed(goes_on):
            if not before:
                return row
            row -= 1
    return row


def whole_lines(source: LineSource, first: int, count: int) -> list[WholeLine]:
    """Return the lines that begin in these rows, to their ends."""
    texts, goes_on = list(source.lines(first, count)), list(source.wrapped(first, count))
    while goes_on and goes_on[-1] and len(goes_on) < count + _MOST_ROWS:
        at = first + len(texts)
        more = source.wrapped(at, _ASKED_AT_ONCE)
        if not more:
            break
        needed = more.index(False) + 1 if False in more else len(more)
        goes_on += more[:needed]
        texts += source.lines(at, needed)
    begins = beginning_of(source, first) if texts else first
    found: list[WholeLine] = []
    parts: list[str] = []
    start = first
    for at, (text, on) in enumerate(zip(texts, goes_on, strict=True)):
        parts.append(text)
        if on and at + 1 < len(texts):
            continue
        if start != first or begins == first:
            found.append(_joined(start, parts))
        parts, start = [], first + at + 1
    return found


def cells_of(source: LineSource, line: WholeLine, start: int, end: int) -> list[CellSpan]:
    """Return the cells, row by row, in which a part of a line stands."""
    spans = []
    for number, begins in enumerate(line.starts):
        row = line.first + number
        last = number + 1 == len(line.starts)
        text = line.text[begins : None if last else line.starts[number + 1]]
        low, high = max(start - begins, 0), min(end - begins, len(text))
        if low < high:
            spans.append(CellSpan(row, *_columns(source, row, text, low, high)))
    return spans


def _columns(source: LineSource, row: int, text: str, low: int, high: int) -> tuple[int, int]:
    if text.isascii():
        return low, high
    cells: list[tuple[int, int]] = []
    column = 0
    for run in next(iter(source.rows(row, 1)), Row(())).runs:
        cells += [(at, at + 1) for at in range(column, run.column)]
        column = run.column + run.cells
        if len(run.text) == run.cells:
            cells += [(at, at + 1) for at in range(run.column, column)]
        else:
            cells += [(run.column, column)] * len(run.text)
    if not cells:
        return low, high
    return cells[min(low, len(cells) - 1)][0], cells[min(high, len(cells)) - 1][1]


def _joined(first: int, parts: list[str]) -> WholeLine:
    starts, text = [], ""
    for part in parts:
        starts.append(len(text))
        text += part
    return WholeLine(first, text, tuple(starts))
