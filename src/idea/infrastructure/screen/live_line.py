"""Keeps the line a person is typing from being wrapped anew when the width changes.

A shell draws its line again after every change of the size, from where *it* left the cursor. A
core that wraps the line anew moves it under the shell's feet, and the old first row stays behind
as a second prompt. So the line a line editor is at work on is cut: the editor writes it again.

Line editors ask for bracketed paste while they wait and take it back before a command runs; that
is how they are told from programs whose text nobody would write again.

Source: rule R1; readline's `_rl_redisplay_after_sigwinch` and zsh's `zrefresh`.
"""

from collections.abc import Sequence

from idea.domain.ports.terminal_core import Row


def cut_live_line(page: Sequence[Row], cursor: tuple[int, int], columns: int, width: int) -> bytes:
    """Return what to feed before a page of `columns` becomes `width` columns wide.

    `page` are the rows of the screen and `cursor` its row and column; nothing is to be fed when
    the line of the cursor fits as it is.
    """
    at, column = cursor
    first = last = at
    while first and page[first - 1].wrapped:
        first -= 1
    while last + 1 < len(page) and page[last].wrapped:
        last += 1
    kept = min(width, columns - 1)
    cut = b"".join(
        b"\x1b[%d;%dH\x1b[K" % (row + 1, kept + 1)
        for row in range(first, last + 1)
        if page[row].wrapped or _end(page[row]) > width
    )
    if not cut and column < width:
        return b""
    return cut + b"\x1b[%d;%dH" % (at + 1, min(column, width - 1) + 1)


def _end(row: Row) -> int:
    return row.runs[-1].column + row.runs[-1].cells if row.runs else 0
