"""pyte's screen, with what it lacks: scrollback, alternate screen, styles, wrapping, margins.

Cells are our own values; pyte's editing operations move them about without looking inside.
"""

from collections import defaultdict, deque
from dataclasses import dataclass, field
from typing import Any, override

import pyte.screens
from pyte import charsets
from pyte.modes import DECAWM, DECOM, DECTCEM, LNM

from idea.domain.ports.terminal_core import (
    PLAIN,
    Cursor,
    CursorShape,
    Row,
    Style,
)
from idea.infrastructure.screen.outside_text import lawful_link
from idea.infrastructure.screen.pyte_core.editing import EditingScreen
from idea.infrastructure.screen.pyte_core.lines import Cell, Line, erased, runs_of

_screens: Any = pyte.screens
_SHAPES = {1: CursorShape.BLOCK, 2: CursorShape.UNDERLINE, 3: CursorShape.BAR}
_CHARSETS = {"0": charsets.VT100_MAP, "B": charsets.LAT1_MAP, "A": charsets.LAT1_MAP}


@dataclass(slots=True)
class _Page:
    """One of the two screens while the other is shown."""

    buffer: Any
    savepoints: list[Any] = field(default_factory=list)


class PyteModel(EditingScreen):
    """One terminal's cells and modes, without any parsing and effects."""

    def __init__(self, columns: int, lines: int, history_lines: int) -> None:
        """Be blank, keeping so many lines above the page."""
        self.is_alternate = False
        self.private: set[int] = set()
        self._usual = (CursorShape.BLOCK, False)
        self._has_usual = True
        self.shape, self.is_blinking = self._usual
        self._other: _Page | None = None
        super().__init__(columns, lines, history_lines)
        self.reset()

    @property
    @override
    def default_char(self) -> Cell:
        return Cell()

    @override
    def reset(self) -> None:
        super().reset()
        self.buffer = self._new_buffer()
        self.mode = {DECAWM, DECTCEM}
        self.private = {7, 25, 1007, 1036}
        self.savepoints = []
        self.is_alternate, self._other = False, None
        self._has_usual = True
        self.shape, self.is_blinking = self._usual
        self.tabstops = set(range(8, 10_000, 8))
        self.g0_charset = self.g1_charset = charsets.LAT1_MAP
        self._set_style(PLAIN)

    def soft_reset(self) -> None:
        """Act on DECSTR."""
        self.mode = {DECAWM, DECTCEM}
        self.private = (self.private | {7, 25}) - {1, 6, 66}
        self.cursor.hidden = False
        self.margins = None
        self.savepoints = []
        self.charset = 0
        self.g0_charset = self.g1_charset = charsets.LAT1_MAP
        self._set_style(PLAIN)

    def set_style(self, style: Style) -> None:
        """Print in this style from now on."""
        self._set_style(style)

    def set_link(self, link: str) -> None:
        """Print with this link from now on."""
        self.link = lawful_link(link)

    def _set_style(self, style: Style) -> None:
        self.style = style
        # pyte erases with the cursor's attributes; erased cells keep the background only.
        self.cursor.attrs = Cell(" ", erased(style))

    def _new_buffer(self) -> Any:
        return defaultdict(lambda: Line(Cell()))

    def repeat(self, count: int) -> None:
        """Act on REP."""
        self.draw(self.last_char * min(count, self.columns * self.lines))

    @override
    def index(self) -> None:
        _top, bottom = self.margins or (0, self.lines - 1)
        if self.cursor.y == bottom:
            self.scroll_up(1)
        elif self.cursor.y < self.lines - 1:
            self.cursor.y += 1

    @override
    def reverse_index(self) -> None:
        top, _bottom = self.margins or (0, self.lines - 1)
        if self.cursor.y == top:
            self.scroll_down(1)
        elif self.cursor.y > 0:
            self.cursor.y -= 1

    @override
    def linefeed(self) -> None:
        self.index()
        if LNM in self.mode:
            self.carriage_return()

    def scroll_up(self, count: int) -> None:
        """Move the scrolling region up; lines leaving the page become history."""
        top, bottom = self.margins or (0, self.lines - 1)
        for _ in range(min(count, bottom - top + 1)):
            if top == 0 and not self.is_alternate:
                if len(self.history) == self.history.maxlen:
                    self.dropped += 1
                self.history.append(self.buffer[0])
            for row in range(top, bottom):
                self.buffer[row] = self.buffer[row + 1]
            self.blank(bottom)

    def scroll_down(self, count: int) -> None:
        """Move the scrolling region down."""
        top, bottom = self.margins or (0, self.lines - 1)
        for _ in range(min(count, bottom - top + 1)):
            for row in range(bottom, top, -1):
                self.buffer[row] = self.buffer[row - 1]
            self.blank(top)

    @override
    def insert_lines(self, count: int | None = None) -> None:
        self._in_region(count, self.scroll_down)

    @override
    def delete_lines(self, count: int | None = None) -> None:
        history, self.history = self.history, deque(maxlen=0)
        dropped = self.dropped
        self._in_region(count, self.scroll_up)
        self.history, self.dropped = history, dropped

    def _in_region(self, count: int | None, move: Any) -> None:
        top, bottom = self.margins or (0, self.lines - 1)
        if not top <= self.cursor.y <= bottom:
            return
        kept = self.margins
        self.margins = _screens.Margins(self.cursor.y, bottom)
        move(count or 1)
        self.margins = kept
        self.carriage_return()

    @override
    def alignment_display(self) -> None:
        self.margins = None
        self.cursor_position()
        for row in range(self.lines):
            self.blank(row)
            self.buffer[row].update(dict.fromkeys(range(self.columns), Cell("E")))

    @override
    def cursor_up(self, count: int | None = None) -> None:
        top = self.margins.top if self.margins and self.cursor.y >= self.margins.top else 0
        self.cursor.y = max(self.cursor.y - (count or 1), top)
        self.ensure_hbounds()

    @override
    def cursor_down(self, count: int | None = None) -> None:
        last = self.lines - 1
        if self.margins and self.cursor.y <= self.margins.bottom:
            last = self.margins.bottom
        self.cursor.y = min(self.cursor.y + (count or 1), last)
        self.ensure_hbounds()

    @override
    def cursor_back(self, count: int | None = None) -> None:
        self.cursor.x = min(self.cursor.x, self.columns - 1) - (count or 1)
        self.ensure_hbounds()

    @override
    def cursor_position(self, line: int | None = None, column: int | None = None) -> None:
        row, last = (line or 1) - 1, self.lines - 1
        if DECOM in self.mode and self.margins:
            row, last = row + self.margins.top, self.margins.bottom
        self.cursor.y = min(row, last)
        self.cursor.x = min((column or 1) - 1, self.columns - 1)

    @override
    def cursor_to_line(self, line: int | None = None) -> None:
        self.cursor_position(line, self.cursor.x + 1)

    @override
    def set_margins(self, top: int | None = None, bottom: int | None = None) -> None:
        first = max((top or 1) - 1, 0)
        last = min(bottom or self.lines, self.lines) - 1
        if first >= last:
            return
        whole = (first, last) == (0, self.lines - 1)
        self.margins = None if whole else _screens.Margins(first, last)
        self.cursor_position()

    def tab_by(self, count: int) -> None:
        """Move by tab stops, backwards when negative."""
        for _ in range(min(abs(count), self.columns)):
            at = self.cursor.x
            if count > 0:
                stops = [stop for stop in self.tabstops if stop > at]
                self.cursor.x = min(min(stops, default=self.columns - 1), self.columns - 1)
            else:
                self.cursor.x = max((stop for stop in self.tabstops if stop < at), default=0)

    @override
    def tab(self) -> None:
        self.tab_by(1)

    @override
    def save_cursor(self) -> None:
        super().save_cursor()
        savepoint = self.savepoints[-1]
        self.savepoints = [savepoint._replace(cursor=_copy(self.cursor, self.style))]

    @override
    def restore_cursor(self) -> None:
        if not self.savepoints:
            self.mode.discard(DECOM)
            self.cursor_position()
            self._set_style(PLAIN)
            return
        saved = self.savepoints[-1]
        self.g0_charset, self.g1_charset = saved.g0_charset, saved.g1_charset
        self.charset = saved.charset
        self.mode = self.mode - {DECOM} | ({DECOM} if saved.origin else set())
        self.cursor.x, self.cursor.y = saved.cursor.x, min(saved.cursor.y, self.lines - 1)
        self.cursor.x = min(self.cursor.x, self.columns)
        self._set_style(saved.cursor.attrs.style)

    def designate(self, slot: str, code: str) -> None:
        """Put a character set into G0 “(” or G1 “)”."""
        table = _CHARSETS.get(code, charsets.LAT1_MAP)
        if slot == "(":
            self.g0_charset = table
        else:
            self.g1_charset = table

    def set_private(self, mode: int, *, on: bool) -> None:
        """Set or reset one DEC private mode."""
        (self.private.add if on else self.private.discard)(mode)
        shifted = {6: DECOM, 7: DECAWM, 25: DECTCEM}.get(mode)
        if shifted is not None:
            (self.mode.add if on else self.mode.discard)(shifted)
        match mode:
            case 6:
                self.cursor_position()
            case 12:
                self.is_blinking = on
            case 25:
                self.cursor.hidden = not on
            case 47 | 1047 | 1049:
                self._switch(on=on, saving=mode == 1049)
            case 1048:
                (self.save_cursor if on else self.restore_cursor)()
            case _:
                pass

    def set_shape(self, code: int) -> None:
        """Act on DECSCUSR."""
        self._has_usual = code == 0
        if self._has_usual:
            self.shape, self.is_blinking = self._usual
            return
        self.shape = _SHAPES.get((code + 1) // 2, CursorShape.BLOCK)
        self.is_blinking = code % 2 == 1

    @property
    def shape_code(self) -> int:
        """The number by which DECSCUSR sets the shape there is now."""
        codes = {shape: 2 * number - 1 for number, shape in _SHAPES.items()}
        return codes.get(self.shape, 1) + (not self.is_blinking)

    def set_default_cursor(self, shape: CursorShape, *, blinking: bool) -> None:
        """Use this cursor where the program asked for none."""
        self._usual = (shape, blinking)
        if self._has_usual:
            self.shape, self.is_blinking = self._usual

    def _switch(self, *, on: bool, saving: bool) -> None:
        if on == self.is_alternate:
            return
        if on and saving:
            self.save_cursor()
        page = _Page(self.buffer, self.savepoints)
        if on or self._other is None:
            self.buffer = self._new_buffer()
            self.savepoints = []
        else:
            self.buffer, self.savepoints = self._other.buffer, self._other.savepoints
        self._other = page if on else None
        self.is_alternate = on
        if saving and not on:
            self.restore_cursor()

    @override
    def resize(self, lines: int | None = None, columns: int | None = None) -> None:
        lines, columns = lines or self.lines, columns or self.columns
        gone = max(self.cursor.y - lines + 1, 0) if lines < self.lines else 0
        if gone:
            self.margins = None
            kept = self.lines
            self.scroll_up(gone)
            self.lines = kept
            self.cursor.y -= gone
        for row in [row for row in self.buffer if row >= lines]:
            del self.buffer[row]
        self.lines, self.columns = lines, columns
        self.margins = None
        if self._other is not None:
            for row in [row for row in self._other.buffer if row >= lines]:
                del self._other.buffer[row]
        self.ensure_hbounds()
        self.ensure_vbounds()

    def row(self, line: Line) -> Row:
        """Return one line as a row of runs."""
        return Row(runs_of(line, self.columns), line.wrapped)

    def shown_cursor(self) -> Cursor:
        """Return the cursor in cells of the page."""
        return Cursor(
            row=self.cursor.y,
            column=min(self.cursor.x, self.columns - 1),
            visible=not self.cursor.hidden,
            shape=self.shape,
            blinking=self.is_blinking,
        )


def _copy(cursor: Any, style: Style) -> Any:
    copied = _screens.Cursor(cursor.x, cursor.y, Cell(" ", style))
    copied.hidden = cursor.hidden
    return copied
