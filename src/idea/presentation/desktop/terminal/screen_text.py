"""What a screen says, as a screen reader counts it: one text, a caret, a selection, and changes.

Offsets are UTF-16 units, as in Qt and in every accessibility interface; a line end counts as one.
"""

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import NamedTuple

from idea.domain.ports.terminal_core import Row

_MISREAD = dict.fromkeys(
    map(ord, "\n\r\N{LINE SEPARATOR}\N{PARAGRAPH SEPARATOR}\ufdd0\ufdd1"),
    "\N{REPLACEMENT CHARACTER}",
)
"""Characters that a text document takes for structure of its own."""


class ScreenText(NamedTuple):
    """The rows in sight as one text."""

    lines: tuple[str, ...] = ()
    caret: int = 0
    selection: tuple[int, int] | None = None
    """Where it begins and where it ends."""

    @property
    def text(self) -> str:
        """All lines."""
        return "\n".join(self.lines)


class Change(NamedTuple):
    """What stood at an offset, and what stands there now."""

    offset: int
    removed: str
    inserted: str


def units(text: str) -> int:
    """Return the length of a text."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def screen_text(
    rows: Sequence[Row], cursor: tuple[int, int], selection: Mapping[int, tuple[int, int]]
) -> ScreenText:
    """Return rows as text; `cursor` is a row and a column, `selection` as a frame tells it.

    The line of the cursor reaches the cursor. A block counts from its first to its last character.
    """
    if not rows:
        return ScreenText()
    row = min(max(cursor[0], 0), len(rows) - 1)
    lines = [_text_before(each, None) for each in rows]
    before = _text_before(rows[row], cursor[1])
    if units(lines[row]) < units(before):
        lines[row] = before
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + units(line) + 1)

    def offset(number: int, column: int) -> int:
        inside = units(_text_before(rows[number], column))
        return starts[number] + min(inside, units(lines[number]))

    marked = sorted(number for number in selection if 0 <= number < len(rows))
    span = None
    if marked:
        first, last = marked[0], marked[-1]
        span = (offset(first, selection[first][0]), offset(last, selection[last][1]))
    return ScreenText(tuple(lines), starts[row] + units(before), span)


def changes(before: Sequence[str], after: Sequence[str], *, scrolled: int) -> tuple[Change, ...]:
    """Return what makes one text of another, to be done one after the other.

    `scrolled` is by how many lines the view moved down; where that explains most lines, they go
    at the top and come at the bottom, and what stayed is not told again.
    """
    made: list[Change] = []
    old = list(before)
    if 0 < scrolled < len(old) and _moved_by(old, after, scrolled):
        made.append(Change(0, "".join(f"{line}\n" for line in old[:scrolled]), ""))
        old = old[scrolled:]
    elif len(after) < len(old):
        # Fewer rows than before: nothing can be said of lines one by one.
        change = _replacement(0, "\n".join(old), "\n".join(after))
        return (change,) if change is not None else ()
    start, number = 0, 0
    while number < len(old):
        begun, first = start, number
        while number < len(old) and old[number] != after[number]:
            start += units(after[number]) + 1
            number += 1
        if number > first:
            parts = "\n".join(old[first:number]), "\n".join(after[first:number])
            change = _replacement(begun, *parts)
            made += [change] if change is not None else []
        else:
            start += units(after[number]) + 1
            number += 1
    if len(after) > len(old):
        came = "".join(f"\n{line}" for line in after[len(old) :])
        # Before the first line there is no line end to begin with.
        made.append(Change(start - 1, "", came) if old else Change(0, "", came[1:]))
    return tuple(made)


def _moved_by(old: Sequence[str], new: Sequence[str], lines: int) -> bool:
    kept = [one == other for one, other in zip(old[lines:], new, strict=False)]
    return len(new) == len(old) and 2 * sum(kept) >= len(kept)


def _replacement(start: int, old: str, new: str) -> Change | None:
    """Return the smallest change between two texts that begin at an offset."""
    if old == new:
        return None
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(old, new, strict=False)))
    rest_old, rest_new = old[same:], new[same:]
    pairs = zip(reversed(rest_old), reversed(rest_new), strict=False)
    alike = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    end_old, end_new = len(rest_old) - alike, len(rest_new) - alike
    return Change(start + units(old[:same]), rest_old[:end_old], rest_new[:end_new])


def _text_before(row: Row, column: int | None) -> str:
    """Return what a row says before a column, to the column; without one, without blanks after."""
    text, at = "", 0
    for run in row.runs:
        if column is not None and run.column >= column:
            break
        said = run.text.translate(_MISREAD)
        if run.style.invisible:
            said = " " * run.cells
        text += " " * (run.column - at)
        at = run.column + run.cells
        if column is not None and at > column and len(run.text) == run.cells:
            said = said[: column - run.column]
            at = column
        text += said
    return text.rstrip(" ") if column is None else text + " " * (column - at)
