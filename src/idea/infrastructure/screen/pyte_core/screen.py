"""`Screen` on pyte: slow, but written in Python alone, for platforms without a native core.

A core is used on one thread, best one of a process of its own: it parses 0.2 to 1 MB/s and holds
the interpreter while it does.
"""

from typing import override

from idea.domain.commands import Command
from idea.domain.errors import InvalidError
from idea.domain.ports.terminal_core import (
    Capability,
    CursorShape,
    DefaultColors,
    Frame,
    Modes,
    Row,
    Screen,
    Scrollback,
    SelectionUnit,
)
from idea.domain.ports.terminal_effects import Effect
from idea.domain.styled_text import sgr
from idea.domain.terminal import Size
from idea.infrastructure.screen.mouse_modes import mouse_format, mouse_tracking
from idea.infrastructure.screen.pyte_core.effects import PyteEffects
from idea.infrastructure.screen.pyte_core.interpreter import Interpreter
from idea.infrastructure.screen.pyte_core.model import PyteModel
from idea.infrastructure.screen.pyte_core.parser import Parser
from idea.infrastructure.screen.pyte_core.selection import LineSelection
from idea.infrastructure.screen.rows import colors_and_title, cursor_shape, row_as_vt
from idea.infrastructure.screen.sequence_guard import SequenceGuard

_USUAL_MODES = frozenset({7, 25, 1007, 1036})
_NOT_SAVED = frozenset({6, 12, 47, 1047, 1048, 1049, 2026})


class PyteScreen(Screen):
    """One terminal of pyte."""

    def __init__(self, size: Size, scrollback_lines: int) -> None:
        """Be empty and muted."""
        self._size = size
        self._model = PyteModel(size.columns, size.rows, scrollback_lines)
        self._effects = PyteEffects()
        self._interpreter = Interpreter(self._model, self._effects)
        self._parser = Parser(self._interpreter)
        self._guard = SequenceGuard(size, utf8_c1=True)
        self._selection = LineSelection(self._row_at, lambda: self._model.columns)
        self._top: int | None = None
        """The absolute line shown first; None follows the newest output."""
        self._shown: dict[int, Row] = {}
        self._is_full = True
        self._dropped = 0

    @property
    @override
    def capabilities(self) -> frozenset[Capability]:
        return frozenset({Capability.HYPERLINKS, Capability.UNDERLINE_STYLES})

    @override
    def feed(self, data: bytes) -> tuple[Effect, ...]:
        self._parser.feed(self._guard.filter(data))
        self._follow_drops()
        return self._effects.take()

    @override
    def resize(self, size: Size) -> tuple[Effect, ...]:
        if size != self._size:
            self._size = size
            self._guard.resize(size)
            self._model.resize(size.rows, size.columns)
            self._follow_drops()
            self._is_full = True
        return ()

    @override
    def mute(self, *, muted: bool) -> None:
        self._effects.take()
        self._effects.is_muted = muted

    @override
    def take_frame(self) -> Frame:
        top = self._first_line()
        shown = {row: self._row_at(top + row) for row in range(self._size.rows)}
        full, self._is_full = self._is_full, False
        rows = {row: new for row, new in shown.items() if full or self._shown.get(row) != new}
        self._shown = shown
        cursor = self._model.shown_cursor()
        below = self._history_lines() - top
        selection = {row: self._selection.columns_of(top + row) for row in range(self._size.rows)}
        return Frame(
            size=self._size,
            rows=rows,
            full=full,
            cursor=cursor._replace(
                row=min(cursor.row + below, self._size.rows - 1),
                visible=cursor.visible and cursor.row + below < self._size.rows,
            ),
            modes=self._modes(),
            title=self._effects.title,
            scrollback=Scrollback(total=self._total(), top=top),
            palette=self._effects.changed_colors,
            selection={row: columns for row, columns in selection.items() if columns},
        )

    @override
    def release_hold(self) -> None:
        """Do nothing: this core never holds output."""

    @override
    def close(self) -> None:
        self._model.history.clear()

    @override
    def scroll_by(self, lines: int) -> None:
        self.scroll_to(self._first_line() + lines)

    @override
    def scroll_to(self, line: int) -> None:
        last = self._history_lines()
        self._top = None if line >= last else max(line, 0)

    @override
    def scroll_to_bottom(self) -> None:
        self._top = None

    @override
    def select(
        self, start: tuple[int, int], end: tuple[int, int], unit: SelectionUnit, *, block: bool
    ) -> None:
        if unit is SelectionUnit.OUTPUT:
            self._selection.clear()  # This core knows of no commands.
            return
        top = self._first_line()
        places = [
            (
                top + min(max(row, 0), self._size.rows - 1),
                min(max(column, 0), self._size.columns - 1),
            )
            for row, column in (start, end)
        ]
        self._selection.select(places[0], places[1], unit, block=block)

    @override
    def select_all(self) -> None:
        self._selection.select_lines(0, self._total() - 1)

    @override
    def clear_selection(self) -> None:
        self._selection.clear()

    @override
    def selected_rows(self) -> tuple[Row, ...]:
        return self._selection.rows()

    @override
    def selected_text(self) -> str:
        return self._selection.text()

    @override
    def lines(self, first: int, count: int) -> tuple[str, ...]:
        return tuple(row.text for row in self.rows(first, count))

    @override
    def wrapped(self, first: int, count: int) -> tuple[bool, ...]:
        return tuple(row.wrapped for row in self.rows(first, count))

    @override
    def rows(self, first: int, count: int) -> tuple[Row, ...]:
        end = min(first + count, self._total())
        return tuple(self._row_at(line) for line in range(max(first, 0), end))

    @override
    def commands(self) -> tuple[Command, ...]:
        return ()

    @override
    def output_text(self, line: int) -> str:
        return ""

    @override
    def native_snapshot(self) -> bytes:
        raise InvalidError("The core pyte has no saved state of its own; use the portable one.")

    @override
    def portable_snapshot(self, history_lines: int) -> bytes:
        model = self._model
        first = max(self._total() - self._size.rows - history_lines, 0)
        lines = [self._vt_of(line) for line in range(first, self._total())]
        text = b"".join(lines).removesuffix(b"\r\n") + b"\x1b[m"
        changed = model.private ^ _USUAL_MODES
        modes = b"".join(
            b"\x1b[?%d%b" % (mode, b"h" if mode in model.private else b"l")
            for mode in sorted(changed - _NOT_SAVED)
        )
        margins = b""
        if model.margins:
            margins = b"\x1b[%d;%dr" % (model.margins.top + 1, model.margins.bottom + 1)
        cursor = model.shown_cursor()
        origin = model.margins.top if 6 in model.private and model.margins else 0
        return (
            (b"\x1b[?1049h\x1b[H" if model.is_alternate else b"")
            + text
            + modes
            + margins
            + (b"\x1b[?6h" if 6 in model.private else b"")
            + b"\x1b[%d;%dH" % (cursor.row - origin + 1, cursor.column + 1)
            + sgr(model.style)
            + cursor_shape(cursor)
            + self._effects.keys.as_vt()
            + colors_and_title(self._effects.colors, self._effects.title)
            + self._parser.unfinished().replace(b"\r\n", b"\n")
        )

    @override
    def set_default_colors(self, colors: DefaultColors) -> None:
        self._effects.defaults = colors

    @override
    def set_default_cursor(self, shape: CursorShape, *, blinking: bool) -> None:
        self._model.set_default_cursor(shape, blinking=blinking)

    @override
    def set_cell_pixels(self, width: int, height: int) -> None:
        self._interpreter.cell_pixels = (width, height)

    @override
    def pack_history(self) -> bool:
        return False  # Lines are kept as they are.

    @override
    def limit_images(self, most_bytes: int) -> None:
        pass  # There are none: their sequences are skipped unanswered.

    def _history_lines(self) -> int:
        return 0 if self._model.is_alternate else len(self._model.history)

    def _total(self) -> int:
        return self._history_lines() + self._size.rows

    def _first_line(self) -> int:
        last = self._history_lines()
        return last if self._top is None else min(self._top, last)

    def _vt_of(self, number: int) -> bytes:
        """Return a line as VT text, kept for history: ten thousand lines take a second."""
        if number >= self._history_lines():
            return row_as_vt(self._row_at(number), self._size.columns)
        line = self._model.history[number]
        if line.vt is None or line.vt[0] != self._size.columns:
            line.vt = (self._size.columns, row_as_vt(self._row_at(number), self._size.columns))
        return line.vt[1]

    def _row_at(self, line: int) -> Row:
        history = self._history_lines()
        if line < history:
            return self._model.row(self._model.history[line])
        return self._model.row(self._model.buffer[line - history])

    def _follow_drops(self) -> None:
        """Keep what is shown and selected in place while old lines fall off."""
        lines = self._model.dropped - self._dropped
        if lines:
            self._dropped = self._model.dropped
            self._selection.drop(lines)
            if self._top is not None:
                self._top = max(self._top - lines, 0)

    def _modes(self) -> Modes:
        private = self._model.private
        modes = Modes(
            alternate_screen=self._model.is_alternate,
            application_cursor=1 in private,
            application_keypad=66 in private,
            bracketed_paste=2004 in private,
            focus_events=1004 in private,
            mouse_tracking=mouse_tracking(private.__contains__),
            mouse_format=mouse_format(private.__contains__),
            alternate_scroll=1007 in private,
            backarrow_sends_backspace=67 in private,
            alt_sends_escape=1036 in private,
            reverse_colors=5 in private,
            reports_color_scheme=2031 in private,
            pointer=self._effects.pointer,
        )
        return self._effects.keys.applied(modes)
