"""`Screen` on libghostty-vt.

A core is used on one thread. `feed` costs as much as its bytes: 100 to 400 MB/s for usual output;
a caller with a time budget cuts what it feeds into slices (64 KiB is good), any cut will do.
"""

import contextlib
from typing import Any, override

from idea.domain.commands import Command
from idea.domain.ports.terminal_core import (
    Capability,
    CursorShape,
    DefaultColors,
    Frame,
    Row,
    Screen,
    SelectionUnit,
)
from idea.domain.ports.terminal_effects import CommandEnded, Effect
from idea.domain.screen_look import is_dark
from idea.domain.terminal import Size
from idea.infrastructure.screen.command_tap import CommandTap
from idea.infrastructure.screen.ghostty.abi import Abi
from idea.infrastructure.screen.ghostty.cluster_guard import ClusterGuard
from idea.infrastructure.screen.ghostty.effects import EffectSink
from idea.infrastructure.screen.ghostty.facts import TerminalFacts
from idea.infrastructure.screen.ghostty.guards import Guards
from idea.infrastructure.screen.ghostty.limits import LineLimit
from idea.infrastructure.screen.ghostty.line_text import LineText
from idea.infrastructure.screen.ghostty.overruled import Overruled, Then
from idea.infrastructure.screen.ghostty.packing import HistoryPacker
from idea.infrastructure.screen.ghostty.reader import ScreenReader
from idea.infrastructure.screen.ghostty.resizing import resize_terminal
from idea.infrastructure.screen.ghostty.selection import Selector
from idea.infrastructure.screen.ghostty.shell_commands import ShellCommands
from idea.infrastructure.screen.ghostty.snapshots import (
    COMMANDS,
    IMAGES,
    TOLD,
    portable,
    take_snapshot,
    unfinished,
    vt_text,
    with_part,
)
from idea.infrastructure.screen.ghostty.terminal_images import TerminalImages
from idea.infrastructure.screen.ghostty.viewport import Scroller
from idea.infrastructure.screen.live_line import cut_live_line
from idea.infrastructure.screen.rows import colors_and_title, cursor_shape, cut_rows

_HOLD = b"?2026h"
_LARGEST_SLICE = 128 << 10


class GhosttyScreen(Screen):
    """One terminal of the library, guarded against what is known to abort it."""

    def __init__(
        self,
        abi: Abi,
        box: Any,
        scrollback_lines: int,
        *,
        trust_layout: bool,
        shows_images: bool,
        is_new: bool,
    ) -> None:
        """Take over the terminal in `box`, which was fed before unless it is new."""
        self._abi = abi
        self._box = box
        self._terminal = box[0]
        address = abi.address(self._terminal)
        self._trust_layout = trust_layout
        self._facts = facts = TerminalFacts(abi, address)
        self._size = size = Size(columns=facts.columns, rows=facts.rows)
        self._limit = LineLimit(abi, address, scrollback_lines, size.columns)
        self._overruled = Overruled(self._facts)
        self._sink = EffectSink(abi, self._terminal)
        self._sink.size = size
        self._reader = self._new_reader()
        self._images = TerminalImages(abi, address, self._facts, are_shown=shows_images)
        self._scroller = Scroller(abi, address, self._facts)
        self._selector = Selector(abi, self._terminal)
        self._text = LineText(abi, self._terminal)
        self._packer = HistoryPacker(abi, self._terminal)
        self._commands = ShellCommands(abi, self._terminal, self._facts, self._selector)
        self._shown: dict[int, Row] = {}
        self._look: object = None
        """What a whole frame is owed after: size, screen, colours."""
        self._is_new_size = True
        self._is_released = False
        self._lost_changes = False
        """Whether another reader took changes that this one has not seen."""
        begun = unfinished(abi, self._terminal)
        self._guards = Guards(size, begun, is_new=is_new)
        self._inlet = ClusterGuard(abi, box[0], facts, self._guards, begun, is_new=is_new)
        self._commands.cut(begun)
        self._tap = CommandTap(begun)
        self._images.filter(begun)
        # Without a size of its cells, a terminal does not move its cursor past images.
        self._apply_size()

    @property
    @override
    def capabilities(self) -> frozenset[Capability]:
        return frozenset(Capability)

    @override
    def feed(self, data: bytes) -> tuple[Effect, ...]:
        ended: CommandEnded | None = None
        for whole, mark in self._commands.cut(self._images.filter(self._guards.filter(data))):
            for part, then in self._overruled.parts(whole):
                self._feed_part(part)
                self._write(self._overruled.after(then))
                self._sink.titles.has_own_screen |= then is Then.ERASE
                if self._facts.columns != self._size.columns:
                    # The grid owns the size, so DECCOLM is left with clearing the screen.
                    self._apply_size()
            if mark is not None:
                ended = self._commands.take(mark) or ended
                self._write(self._sink.title_after(mark))
        if (surplus := self._images.surplus()) and not unfinished(self._abi, self._terminal):
            self._write(surplus)
        effects = self._sink.take()
        return effects if ended is None or self._sink.is_muted else (*effects, ended)

    def _feed_part(self, data: bytes) -> None:
        if b"?" in data and (start := data.rfind(_HOLD)) >= 0:
            # What stands before the hold is what the program wants shown meanwhile.
            self._write(data[:start])
            if not self._facts.is_held():
                self._update()
            self._is_released = False
            data = data[start:]
        self._write(data)

    @override
    def resize(self, size: Size) -> tuple[Effect, ...]:
        if size == self._size:
            return ()
        self._commands.before_resize()
        self._cut_live_line(size.columns)
        self._selector.keep_to_text(self.rows, self._facts)
        self._scroller.forget_place()
        self._size = size
        self._guards.resize(size)
        self._limit.loosen(size.columns)
        self._sink.size = size
        self._apply_size()
        return self._sink.take()

    @override
    def mute(self, *, muted: bool) -> None:
        self._sink.mute(muted=muted)

    @override
    def take_frame(self) -> Frame:
        modes = self._sink.keys.applied(self._facts.modes())
        is_current = self._is_new_size or self._is_released or not modes.synchronized_output
        if is_current:
            self._update()
        palette = self._facts.changed_colors()
        look = (self._size, modes.alternate_screen, modes.reverse_colors, palette)
        full, self._look = look != self._look, look
        # The library marks rows generously, all of them whenever the page scrolls.
        shown = {} if full else self._shown
        read = self._reader.all_rows if full else self._reader.changed_rows
        rows = {r: new for r, new in read(is_current=is_current).items() if shown.get(r) != new}
        self._shown = {**shown, **rows}
        scrollback = self._facts.scrollback()
        return Frame(
            size=self._size,
            rows=rows,
            full=full,
            cursor=self._reader.cursor(),
            modes=modes,
            title=self._sink.title(),
            scrollback=scrollback,
            palette=palette,
            selection=self._reader.selection() if self._selector.is_active else {},
            commands=self._commands.shown(scrollback, self._size.rows, is_current=is_current),
            at_prompt=self._commands.at_prompt,
            images=self._images.shown(self._shown, self._sink.cell_pixels, is_current=is_current),
        )

    @override
    def release_hold(self) -> None:
        self._is_released = True

    @override
    def close(self) -> None:
        if self._terminal is None:
            return
        for part in (self._sink, self._commands, self._reader, self._images):
            part.close()
        self._abi.lib.ghostty_terminal_free(self._terminal)
        self._terminal = None

    def __del__(self) -> None:
        with contextlib.suppress(AttributeError):
            self.close()

    @override
    def scroll_by(self, lines: int) -> None:
        self._scroller.by(lines)

    @override
    def scroll_to(self, line: int) -> None:
        self._scroller.to(line)

    @override
    def scroll_to_bottom(self) -> None:
        self._scroller.to_bottom()

    @override
    def select(
        self, start: tuple[int, int], end: tuple[int, int], unit: SelectionUnit, *, block: bool
    ) -> None:
        if unit is not SelectionUnit.OUTPUT:
            self._selector.select(self._inside(start), self._inside(end), unit, block=block)
            return
        line = self._facts.scrollback().top + start[0]
        span = self._commands.output_around(line, self._size)
        if span is None:
            self._selector.clear()
        else:
            self._selector.select_span(*span)

    @override
    def commands(self) -> tuple[Command, ...]:
        return self._commands.all()

    @override
    def output_text(self, line: int) -> str:
        span = self._commands.output_around(line, self._size)
        return "" if span is None else self._selector.text_of(*span)

    def restore_parts(self, *, told: bytes, commands: bytes, images: bytes) -> None:
        """Take over what the snapshot this was made from carried; images become frames.

        Raises:
            InvalidError: The commands are damaged.
        """
        self._sink.restore(told)
        self._commands.restore(commands)
        if not unfinished(self._abi, self._terminal):
            self._write(self._images.frames(images))

    @override
    def select_all(self) -> None:
        self._selector.select_all()

    @override
    def clear_selection(self) -> None:
        self._selector.clear()

    @override
    def selected_rows(self) -> tuple[Row, ...]:
        span = self._selector.span()
        if span is None:
            return ()
        rows = self.rows(span[0][0], span[1][0] - span[0][0] + 1)
        return cut_rows(rows, span, self._size.columns)

    @override
    def selected_text(self) -> str:
        return self._selector.text()

    @override
    def lines(self, first: int, count: int) -> tuple[str, ...]:
        start, end = self._kept_lines(first, count)
        return self._text.lines(start, end - 1, self._size.columns) if start < end else ()

    @override
    def wrapped(self, first: int, count: int) -> tuple[bool, ...]:
        start, end = self._kept_lines(first, count)
        return self._text.wrapped(start, end - 1)

    def _kept_lines(self, first: int, count: int) -> tuple[int, int]:
        """Return which lines there are of these: the first, and one past the last."""
        return max(first, 0), min(first + count, self._facts.scrollback().total)

    @override
    def rows(self, first: int, count: int) -> tuple[Row, ...]:
        line, end = self._kept_lines(first, count)
        if line >= end:
            return ()
        # Changes so far are taken over first; moving the viewport and back must not lose them.
        if self._facts.is_held():
            self._lost_changes = True
        else:
            self._update()
        # A reader of its own each time: readers of one terminal take changes from each other.
        reader = self._new_reader()
        rows: list[Row] = []
        with contextlib.closing(reader), self._scroller.kept():
            while line < end:
                top = self._scroller.to(line)
                reader.update()
                page = list(reader.all_rows(is_current=True).values())[line - top : end - top]
                rows.extend(page)
                line += len(page)
        return tuple(rows)

    @override
    def pack_history(self) -> bool:
        return self._packer.pack_some()

    @override
    def native_snapshot(self) -> bytes:
        snapshot = take_snapshot(self._abi, self._terminal)
        snapshot = with_part(snapshot, self._sink.saved(), TOLD)
        snapshot = with_part(snapshot, self._commands.saved(), COMMANDS)
        return with_part(snapshot, self._images.saved(self._facts.scrollback(), self._size), IMAGES)

    @override
    def portable_snapshot(self, history_lines: int) -> bytes:
        total = self._facts.scrollback().total
        page = self.rows(total - self._size.rows, self._size.rows)
        first = max(total - self._size.rows - history_lines, 0)
        # Of a blank screen the first row is there without a line end, unless history ends before.
        all_blank = len(page) - (first == total - self._size.rows)
        blank_end = next((n for n, row in enumerate(reversed(page)) if row.runs), all_blank)
        body = vt_text(
            self._abi, self._terminal, first, (total - 1, self._size.columns - 1), state=False
        )
        cell, whole = (
            vt_text(self._abi, self._terminal, total - 1, (total - 1, 0), state=state)
            for state in (False, True)
        )
        alternate = self._facts.modes().alternate_screen
        return (
            portable(body, cell, whole, alternate=alternate, blank_end=blank_end)
            + cursor_shape(self._reader.cursor())
            + self._sink.keys.as_vt()
            + colors_and_title(self._facts.changed_colors(), self._sink.title())
            + unfinished(self._abi, self._terminal).replace(b"\r\n", b"\n")
        )

    @override
    def set_default_colors(self, colors: DefaultColors) -> None:
        self._facts.set_colors(colors)
        self._sink.is_dark = is_dark(colors)

    @override
    def set_default_cursor(self, shape: CursorShape, *, blinking: bool) -> None:
        self._facts.set_cursor(shape, blinking=blinking)

    @override
    def set_cell_pixels(self, width: int, height: int) -> None:
        if (width, height) != self._sink.cell_pixels:
            self._sink.cell_pixels = (width, height)
            self._apply_size()

    @override
    def limit_images(self, most_bytes: int) -> None:
        self._images.limit(most_bytes)

    def _write(self, data: bytes) -> None:
        for piece, command in self._tap.cut(data):
            for start in range(0, len(piece), _LARGEST_SLICE):
                part = piece[start : start + _LARGEST_SLICE]
                self._inlet.write(part)
                self._limit.settle()
            self._sink.heed(piece, command)

    def _cut_live_line(self, width: int) -> None:
        """Keep what a line editor is at work on from being wrapped anew."""
        modes, rows = self._facts.modes(), self._size.rows
        editing = modes.bracketed_paste and not modes.alternate_screen
        if width == self._size.columns or not editing or unfinished(self._abi, self._terminal):
            return
        page = self.rows(self._facts.scrollback().total - rows, rows)
        self._write(cut_live_line(page, self._facts.cursor(), self._size.columns, width))

    def _apply_size(self) -> None:
        resize_terminal(self._abi, self._terminal, self._size, self._sink.cell_pixels)
        self._is_new_size = True

    def _update(self) -> None:
        """Let the reader take over what the terminal shows now."""
        if self._lost_changes:
            self._reader.close()
            self._reader = self._new_reader()
            self._lost_changes = False
        self._reader.update()
        self._is_new_size = False

    def _new_reader(self) -> ScreenReader:
        address = self._abi.address(self._terminal)
        return ScreenReader(self._abi, address, trust_layout=self._trust_layout)

    def _inside(self, cell: tuple[int, int]) -> tuple[int, int]:
        last_row, last_column = self._size.rows - 1, self._size.columns - 1
        return min(max(cell[0], 0), last_row), min(max(cell[1], 0), last_column)
