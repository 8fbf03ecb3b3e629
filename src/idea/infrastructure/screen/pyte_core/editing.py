"""Edits the cells of pyte's screen: printing, inserting, deleting, erasing."""

from collections import deque
from typing import Any, override

import pyte
from pyte import charsets
from pyte.modes import DECAWM, IRM
from wcwidth import wcwidth

from idea.domain.ports.terminal_core import PLAIN
from idea.infrastructure.screen.pyte_core.lines import Cell, Line, is_wide

_LONGEST_CLUSTER = 16
_JOINER = "\u200d"
_SKIN_TONES = frozenset(map(chr, range(0x1F3FB, 0x1F400)))
_FIRST_EMOJI = "\u2190"
_PyteScreen: Any = pyte.Screen
"""pyte's types insist on its own cells; its code does not."""


class EditingScreen(_PyteScreen):  # type: ignore[misc]
    """pyte's screen over our own cells."""

    columns: int
    lines: int
    cursor: Any
    buffer: Any
    margins: Any
    mode: set[int]
    savepoints: list[Any]
    charset: int
    g0_charset: Any
    g1_charset: Any

    def __init__(self, columns: int, lines: int, history_lines: int) -> None:
        """Be blank, keeping so many lines above the page."""
        self.history: deque[Line] = deque(maxlen=history_lines)
        self.dropped = 0
        """How many lines fell off the old end of the history so far."""
        self.style = PLAIN
        self.link = ""
        self.last_char = " "
        super().__init__(columns, lines)

    def blank(self, row: int) -> None:
        """Erase one line."""
        self.buffer[row] = Line(self.cursor.attrs)

    @override
    def draw(self, data: str) -> None:
        table = self.g1_charset if self.charset else self.g0_charset
        if table is not charsets.LAT1_MAP:
            data = data.translate(table)
        for char in data:
            width = wcwidth(char)
            if width == 0 or (width > 0 and self._is_joined(char)):
                self._combine(char)
            elif width > 0:
                self._put(char, min(width, self.columns))

    def _put(self, char: str, width: int) -> None:
        if self.cursor.x + width > self.columns:
            if DECAWM in self.mode:
                self.buffer[self.cursor.y].wrapped = True
                self.carriage_return()
                self.index()
            else:
                self.cursor.x = self.columns - width
        if IRM in self.mode:
            self.insert_characters(width)
        line = self.buffer[self.cursor.y]
        self._split(line, self.cursor.x)
        self._split(line, self.cursor.x + width)
        line[self.cursor.x] = Cell(char, self.style, self.link)
        if width > 1:
            line[self.cursor.x + 1] = Cell("", self.style, self.link)
        self.cursor.x += width
        self.last_char = char

    def _split(self, line: Line, column: int) -> None:
        """Blank the other half of a wide character that is cut at a column."""
        if column < self.columns and line[column].data == "":
            line[column] = line[column]._replace(data=" ")
            if column:
                line[column - 1] = line[column - 1]._replace(data=" ")

    def _is_joined(self, char: str) -> bool:
        """Whether a character belongs to the emoji before it: a joiner, or a skin tone."""
        if char < _FIRST_EMOJI or not self.cursor.x:
            return False
        before = self.buffer[self.cursor.y][max(self.cursor.x - 2, 0)].data
        return before.endswith(_JOINER) or (before[:1] >= _FIRST_EMOJI and char in _SKIN_TONES)

    def _combine(self, char: str) -> None:
        line, column = self.buffer[self.cursor.y], self.cursor.x - 1
        while column > 0 and line[column].data == "":
            column -= 1
        if column >= 0 and len(line[column].data) < _LONGEST_CLUSTER:
            line[column] = line[column]._replace(data=line[column].data + char)

    @override
    def insert_characters(self, count: int | None = None) -> None:
        line, at = self.buffer[self.cursor.y], min(self.cursor.x, self.columns - 1)
        count = min(count or 1, self.columns - at)
        self._split(line, at)
        for column in range(self.columns - 1, at - 1, -1):
            source = column - count
            line[column] = line[source] if source >= at else self.cursor.attrs
        if line[self.columns - 1].data != "" and is_wide(line[self.columns - 1]):
            line[self.columns - 1] = self.cursor.attrs

    @override
    def delete_characters(self, count: int | None = None) -> None:
        line, at = self.buffer[self.cursor.y], min(self.cursor.x, self.columns - 1)
        count = min(count or 1, self.columns - at)
        self._split(line, at)
        self._split(line, at + count)
        for column in range(at, self.columns):
            source = column + count
            line[column] = line[source] if source < self.columns else self.cursor.attrs
        line.wrapped = False

    @override
    def erase_characters(self, count: int | None = None) -> None:
        at = min(self.cursor.x, self.columns - 1)
        self._erase(self.cursor.y, at, min(at + (count or 1), self.columns))

    @override
    def erase_in_line(self, how: int = 0, private: bool = False) -> None:
        at = min(self.cursor.x, self.columns - 1)
        ranges = {0: (at, self.columns), 1: (0, at + 1), 2: (0, self.columns)}
        if how in ranges:
            self._erase(self.cursor.y, *ranges[how])
            if how != 1:
                self.buffer[self.cursor.y].wrapped = False

    @override
    def erase_in_display(self, how: int = 0, *_: Any, **__: Any) -> None:
        if how == 3:
            self.dropped += len(self.history)
            self.history.clear()
            return
        rows = {
            0: range(self.cursor.y + 1, self.lines),
            1: range(self.cursor.y),
            2: range(self.lines),
        }.get(how, range(0))
        for row in rows:
            self.blank(row)
        if how in {0, 1}:
            self.erase_in_line(how)

    def _erase(self, row: int, start: int, end: int) -> None:
        line = self.buffer[row]
        self._split(line, start)
        self._split(line, end)
        for column in range(start, end):
            line[column] = self.cursor.attrs
