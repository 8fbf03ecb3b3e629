"""Takes the colours of a row's cells out of the library's packed styles, all cells at once.

A packed style (`GhosttyStyle`) has 72 bytes. Every 72nd byte of a row's styles is one plane, and
slices with a step cut it out without a loop over cells.
"""

import operator
from collections.abc import Sequence

from idea.domain.ports.dense_runs import BOLD, COLOR_BYTES, ENTRY, ITALIC, TRUE, DenseRuns

STYLE_BYTES = 72
_FOREGROUND, _BACKGROUND, _LINE_COLOR = 8, 24, 40
"""Where colours begin: their kind, and `_VALUE` bytes later red, green and blue or the entry."""
_VALUE = 8
_BOLD, _ITALIC = 56, 57
_OTHERS = (_LINE_COLOR, *range(58, 64), *range(64, 68))
"""Colour of lines; faint, blink, inverse, invisible, struck out, overlined; underline."""

_FEWEST_RUNS = 24
_CELLS_PER_RUN = 4


def is_dense(runs: int, columns: int) -> bool:
    """Return whether a row has so many runs that it is better read cell by cell."""
    return runs >= max(_FEWEST_RUNS, columns // _CELLS_PER_RUN)


def dense_runs(text: str, starts: Sequence[int], packed: bytes) -> DenseRuns | None:
    """Return the row whose runs start in columns with packed styles.

    None when any of them is more than coloured, bold and italic.
    """
    if any(packed[place::STYLE_BYTES].strip(b"\0") for place in _OTHERS):
        return None
    foregrounds, backgrounds = _colors(packed, _FOREGROUND), _colors(packed, _BACKGROUND)
    emphases = _emphases(packed)
    if len(starts) < len(text):
        lengths = list(map(operator.sub, (*starts[1:], len(text)), starts))
        foregrounds = _stretched(foregrounds, lengths)
        backgrounds = _stretched(backgrounds, lengths)
        emphases = b"".join(map(operator.mul, map(_SINGLE.__getitem__, emphases), lengths))
    return DenseRuns(text, foregrounds, backgrounds, emphases)


_SINGLE = tuple(bytes((emphasis,)) for emphasis in range((BOLD | ITALIC) + 1))


def _colors(packed: bytes, place: int) -> bytes:
    """Return a plane of colours; what a colour's kind does not use is set to zero."""
    kinds = packed[place::STYLE_BYTES]
    plane = bytearray(COLOR_BYTES * len(kinds))
    channels = [packed[place + _VALUE + number :: STYLE_BYTES] for number in range(3)]
    if kinds.strip(_TRUE_KIND):
        # The library leaves there whatever was in its memory.
        used, single = kinds.translate(_USED), kinds.translate(_SINGLE_VALUE)
        channels = [_both(channels[0], used), *(_both(one, single) for one in channels[1:])]
    for number, channel in enumerate(channels):
        plane[number::COLOR_BYTES] = channel
    plane[COLOR_BYTES - 1 :: COLOR_BYTES] = kinds
    return bytes(plane)


_TRUE_KIND = bytes((TRUE,))
_USED = bytes.maketrans(bytes((ENTRY, TRUE)), b"\xff\xff")
_SINGLE_VALUE = bytes.maketrans(bytes((ENTRY, TRUE)), b"\0\xff")


def _both(plane: bytes, mask: bytes) -> bytes:
    size = len(plane)
    return (int.from_bytes(plane) & int.from_bytes(mask)).to_bytes(size)


def _emphases(packed: bytes) -> bytes:
    bold, italic = packed[_BOLD::STYLE_BYTES], packed[_ITALIC::STYLE_BYTES]
    both = int.from_bytes(bold) * BOLD | int.from_bytes(italic) * ITALIC
    return both.to_bytes(len(bold))


def _stretched(plane: bytes, lengths: Sequence[int]) -> bytes:
    """Return a plane with each colour repeated over the cells of its run."""
    cells = (plane[at : at + COLOR_BYTES] for at in range(0, len(plane), COLOR_BYTES))
    return b"".join(map(operator.mul, cells, lengths))
