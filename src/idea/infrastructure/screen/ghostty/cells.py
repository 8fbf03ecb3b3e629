"""Decodes the library's raw cells; the only place that knows their bits.

A cell is a 64-bit integer: bits 0-1 say what the content is, 2-25 are the content (a code point of
21 bits, or a background colour), 26-41 a style number, 42-43 the width, 45 whether it is part of
a link. That is no promised interface, so `layout_holds` compares it once with the library's own
getter, and rows are read through that getter when it differs.

A row is decoded as one big integer: shifts and masks of Python's integers work on all its cells at
once, 1 to 4 µs for a row of one style, where a loop over cells takes 20 µs and more.
"""

import functools
import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import compress, groupby, islice, repeat
from typing import NamedTuple

from idea.domain.ports.terminal_core import PLAIN, Row, Run, Style, true_color
from idea.infrastructure.screen.ghostty.dense_cells import dense_runs, is_dense
from idea.infrastructure.screen.ghostty.styles import unpacked_styles
from idea.infrastructure.screen.rows import without_blank_end

BYTES_PER_CELL = 8

# What the content of a cell is: 0 a code point, 1 a code point with more elsewhere, 2 a background
# colour of the palette, 3 a true background colour.
_GRAPHEME = 1
_BACKGROUND = 2

# How wide a cell is: 0 one column, 2 the second half of a wide one, 3 left empty before a wide one.
_WIDE = 1
_SPACER_TAIL = 2
_WIDTH = 3 << 42

_CONTENT = 0xFFFFFF << 2
_STYLE = 0xFFFF << 26
_LINK = 1 << 45
_KEY = 3 | _STYLE | _WIDTH | _LINK
"""The bits in which neighbours of one run agree; without the content."""
_NOT_SIMPLE = 3 | _WIDE << 42 | _LINK
_SPECIAL = 3 | _WIDTH | _LINK
_CODE_POINT = 0x1FFFFF


class Fields(NamedTuple):
    """One cell, taken apart."""

    content: int
    value: int
    style: int
    width: int
    link: bool


def fields(cell: int) -> Fields:
    """Take a raw cell apart."""
    return Fields(
        content=cell & 3,
        value=cell >> 2 & 0xFFFFFF,
        style=cell >> 26 & 0xFFFF,
        width=cell >> 42 & 3,
        link=bool(cell & _LINK),
    )


def assemble(cell: Fields) -> int:
    """Put a cell together, the inverse of `fields`."""
    return (
        cell.content
        | cell.value << 2
        | cell.style << 26
        | cell.width << 42
        | (_LINK if cell.link else 0)
    )


class _Lanes(NamedTuple):
    """Masks for a row of so many cells."""

    ones: int
    key: int
    special: int
    code_point: int
    blank: bytes


@functools.lru_cache(maxsize=64)
def _lanes(count: int) -> _Lanes:
    ones = int.from_bytes(b"\1\0\0\0\0\0\0\0" * count, "little")
    return _Lanes(
        ones=ones,
        key=ones * _KEY,
        special=ones * _SPECIAL,
        code_point=ones * _CODE_POINT,
        blank=bytes(count * BYTES_PER_CELL),
    )


class RowSource(NamedTuple):
    """Asks the library about columns of the row being decoded."""

    styles: Callable[[Sequence[int]], bytes]
    """The packed styles of columns."""
    cluster: Callable[[int], str]
    link: Callable[[int], str]


_BLANK_ROW = Row(runs=())
_BLANK_WRAPPED_ROW = Row(runs=(), wrapped=True)


def decode_row(raw: bytes, source: RowSource, *, wrapped: bool) -> Row:
    """Return the row of raw cells (8 bytes each, little-endian)."""
    lanes = _lanes(len(raw) // BYTES_PER_CELL)
    if raw == lanes.blank:
        return _BLANK_WRAPPED_ROW if wrapped else _BLANK_ROW
    bits = int.from_bytes(raw, "little")
    keys = bits & lanes.key
    points = bits >> 2 & lanes.code_point
    if not keys:
        text = _text(points, len(raw)).rstrip(" ")
        runs = (Run(0, len(text), text, PLAIN),) if text else ()
        return Row(runs, wrapped)
    backgrounds = bits >> 1 & lanes.ones
    if backgrounds:
        keys |= bits & backgrounds * _CONTENT
        points &= ~(backgrounds * _CODE_POINT)
    numbers = memoryview(keys.to_bytes(len(raw), "little")).cast("Q").tolist()
    text = _text(points, len(raw))
    if keys & lanes.special:
        return Row(without_blank_end(_runs(numbers, text, source)), wrapped)
    starts = _starts(numbers)
    if is_dense(len(starts), len(numbers)):
        dense = dense_runs(text, starts, source.styles(starts))
        if dense is not None:
            return Row(dense, wrapped)
    return Row(without_blank_end(_simple_runs(numbers, starts, text, source)), wrapped)


def _text(points: int, size: int) -> str:
    """Return one character per cell; empty cells are spaces."""
    # Each cell is two UTF-32 units, the second of which is zero.
    units = points.to_bytes(size, "little").decode("utf-32-le", "replace")
    return units[::2].replace("\0", " ")


def _simple_runs(keys: list[int], starts: list[int], text: str, source: RowSource) -> list[Run]:
    """Return the runs of a row of narrow characters; no loop, for there may be many."""
    styles = map(_styles(keys, starts, source).__getitem__, map(keys.__getitem__, starts))
    ends = [*starts[1:], len(keys)]
    cells = map(operator.sub, ends, starts)
    texts = map(text.__getitem__, map(slice, starts, ends))
    return list(map(_new_run, zip(starts, cells, texts, styles, repeat(""), strict=False)))


_new_run: Callable[[Iterable[object]], Run] = functools.partial(tuple.__new__, Run)
"""Makes a run of its fields, in half the time."""


def _runs(keys: list[int], text: str, source: RowSource) -> list[Run]:
    runs: list[Run] = []
    starts = _starts(keys)
    styles = _styles(keys, starts, source)
    for column, end in zip(starts, [*starts[1:], len(keys)], strict=True):
        key = keys[column]
        if key & _WIDTH == _SPACER_TAIL << 42:
            continue
        style = styles[key]
        if not key & _NOT_SIMPLE:
            runs.append(Run(column, end - column, text[column:end], style))
        elif key & _NOT_SIMPLE == _WIDE << 42 and end == column + 1:
            width = _columns(key, column, len(keys))
            runs.append(Run(column, width, text[column], style))
        else:
            style = _with_background(style, key)
            run = Run(column, end - column, text[column:end], style)
            runs.extend(_special_runs(key, run, source, len(keys)))
    return runs


def _columns(key: int, column: int, count: int) -> int:
    """Return how wide a cell is; a narrower screen may have cut a wide one in two."""
    return 2 if key & _WIDTH == _WIDE << 42 and column + 1 < count else 1


def _starts(keys: list[int]) -> list[int]:
    """Return the first column of each stretch of equal keys."""
    differ = map(operator.ne, keys, islice(keys, 1, None))
    return [0, *compress(range(1, len(keys)), differ)]


def _styles(keys: list[int], starts: list[int], source: RowSource) -> dict[int, Style]:
    """Return the style of each key, asked for all together where it is not plain."""
    first = {keys[column]: column for column in reversed(starts)}
    styles = dict.fromkeys(first, PLAIN)
    asked = {
        key: column
        for key, column in first.items()
        if key & _STYLE and key & _WIDTH != _SPACER_TAIL << 42
    }
    if asked:
        found = unpacked_styles(source.styles(list(asked.values())))
        styles.update(zip(asked, found, strict=True))
    return styles


def _with_background(style: Style, key: int) -> Style:
    """Return the style with the colour that is a cell's only content, if that is so."""
    if not key & _BACKGROUND:
        return style
    value = key >> 2 & 0xFFFFFF
    if key & 1:
        return style._replace(background=true_color(value & 0xFF, value >> 8 & 0xFF, value >> 16))
    return style._replace(background=value & 0xFF)


def _special_runs(key: int, run: Run, source: RowSource, count: int) -> Iterator[Run]:
    """Yield the runs that `run` really is: clusters, wide characters, links."""
    column, cells, text, style, _ = run
    is_cluster = key & 3 == _GRAPHEME
    if is_cluster or key & _WIDTH == _WIDE << 42:
        for offset in range(cells):
            at = column + offset
            cluster = source.cluster(at) if is_cluster else text[offset]
            width = _columns(key, at, count)
            yield Run(at, width, cluster, style, source.link(at) if key & _LINK else "")
    elif key & _LINK:
        for link, same in groupby(range(cells), lambda offset: source.link(column + offset)):
            offsets = list(same)
            start, end = offsets[0], offsets[-1] + 1
            yield Run(column + start, end - start, text[start:end], style, link)
    else:
        yield run
