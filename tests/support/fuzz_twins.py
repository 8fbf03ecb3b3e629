"""Runs one fuzz case on two cores that must agree: one is fed whole steps, the other the same cut.

The other is also taken away at times and made anew from its own snapshot, and in some cases reads
its cells through the library's getters. After each step the first one's frame must be sound.
"""

import functools
import random
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from itertools import groupby

from idea.domain.errors import InvalidError
from idea.domain.ports.terminal_core import (
    Capability,
    CursorShape,
    DefaultColors,
    Frame,
    Row,
    Screen,
    ScreenFactory,
    SelectionUnit,
    Style,
    true_color,
)
from idea.domain.ports.terminal_effects import Effect, Reply
from idea.domain.terminal import Size
from idea.infrastructure.screen.ghostty.factory import GhosttyScreenFactory
from idea.infrastructure.screen.outside_text import MOST_REPLY_BYTES
from idea.infrastructure.screen.rows import without_blank_end
from idea.infrastructure.screen.select import select_core
from support.fuzz_cases import Case, Step

_COMPARED_LINES = 120
_BLACK, _WHITE = true_color(0, 0, 0), true_color(255, 255, 255)
_COLORS = DefaultColors(_WHITE, _BLACK, _WHITE, tuple(true_color(n, n, n) for n in range(16)))
_TOLD_ANEW = re.compile(rb"\x1b\[48;[0-9;]*t|\x1b\[\?2026;[12]\$y")
"""What a change of size answers (2048) or ends (2026); a restored core is told its size anew."""
_OF_AN_IMAGE = re.compile(rb"\x1b_G[^\x1b]*\x1b\\")
"""An answer about an image; a restored core has none."""
_UNITS = list(SelectionUnit)


class FaultError(AssertionError):
    """A core survived, but what it shows is wrong."""

    def __init__(self, kind: str, detail: str = "") -> None:
        """Name the kind in few words; the detail may be long."""
        super().__init__(f"{kind}: {detail[:2000]}")
        self.kind = kind


@functools.cache
def _factories() -> Mapping[str, ScreenFactory]:
    return {
        "ghostty": select_core("ghostty"),
        "getters": GhosttyScreenFactory(trust_layout=False),
        "pyte": select_core("pyte"),
    }


def load() -> None:
    """Load the cores, so that processes forked afterwards have them."""
    for factory in _factories().values():
        factory.create(Size(columns=1, rows=1), 0).close()


def run(case: Case) -> None:
    """Do everything a case says.

    Raises:
        FaultError: The cores disagree, or a frame is not sound.
    """
    twins = _Twins(case)
    try:
        for step in case.steps:
            twins.take(step)
        twins.compare("at the end")
    finally:
        twins.close()


class _Twins:
    def __init__(self, case: Case) -> None:
        self._case = case
        self._size = case.size
        self._chance = random.Random(case.cuts)
        self._whole = self._new("ghostty")
        self._parts = self._new("getters" if case.cuts % 4 == 1 else "ghostty")
        self._replies = (bytearray(), bytearray())
        self._shown: dict[int, Row] = {}
        self._muted = False
        self._restored = False
        self._pixels = (8, 16)
        self._has_colors = False

    def _new(self, name: str) -> Screen:
        factory = self._factory(name)
        core = factory.create(self._size, self._case.scrollback)
        core.mute(muted=False)
        return core

    def _factory(self, name: str) -> ScreenFactory:
        return _factories()[name if self._case.core == "ghostty" else self._case.core]

    def close(self) -> None:
        self._whole.close()
        self._parts.close()

    def take(self, step: Step) -> None:
        match step.name:
            case "feed":
                self._hear(0, self._whole.feed(step.data))
                for piece in self._pieces(step.data):
                    self._hear(1, self._parts.feed(piece))
            case "resize":
                self._size = Size(columns=step.numbers[0], rows=step.numbers[1])
                self._hear(0, self._whole.resize(self._size))
                self._hear(1, self._parts.resize(self._size))
            case "look":
                self.compare("at a look")
            case "native":
                self._restore()
            case "portable":
                self._copy(step.numbers[0])
            case "scroll" | "select" | "all" | "unselect" | "text" | "compress":
                self._look_around(step)
            case _:
                self._set(step)
        self._check_frame()

    def _set(self, step: Step) -> None:
        match step.name:
            case "mute":
                self._muted = not self._muted
                self._both(lambda core: core.mute(muted=self._muted))
            case "pixels":
                self._pixels = (step.numbers[0], step.numbers[1])
                self._both(self._look_the_same)
            case "colors":
                self._has_colors = True
                self._both(lambda core: core.set_default_colors(_COLORS))
            case _:
                self._both(lambda core: core.set_default_cursor(CursorShape.BAR, blinking=True))

    def _both(self, act: Callable[[Screen], object]) -> None:
        act(self._whole)
        act(self._parts)

    def _hear(self, which: int, effects: tuple[Effect, ...]) -> None:
        for effect in effects:
            if isinstance(effect, Reply):
                self._replies[which].extend(effect.data)

    def _look_the_same(self, core: Screen) -> None:
        core.set_cell_pixels(*self._pixels)

    def _look_around(self, step: Step) -> None:
        """Do what must change nothing but the view of the first core."""
        core, numbers = self._whole, step.numbers
        match step.name:
            case "scroll":
                kind, amount = numbers
                (core.scroll_by, core.scroll_to, lambda _: core.scroll_to_bottom())[kind](amount)
            case "select":
                top, left, bottom, right, unit, block = numbers
                start, end = self._inside(top, left), self._inside(bottom, right)
                core.select(start, end, _UNITS[unit], block=bool(block))
                self._read_selection(core)
            case "all":
                core.select_all()
                self._read_selection(core)
            case "unselect":
                core.clear_selection()
            case "text":
                self._read_text(core, numbers[0])
            case "compress":
                core.pack_history()

    def _inside(self, row: int, column: int) -> tuple[int, int]:
        return min(max(row, 0), self._size.rows - 1), min(max(column, 0), self._size.columns - 1)

    def _read_selection(self, core: Screen) -> None:
        core.selected_text().encode("utf-8")
        for row in core.selected_rows():
            _check_row(row, self._size.columns, "a selected row")

    def _read_text(self, core: Screen, count: int) -> None:
        total = _total(core)
        lines, wrapped = core.lines(0, total), core.wrapped(0, total)
        if (len(lines), len(wrapped)) != (total, total):
            raise FaultError("lines are missing", f"{len(lines)} and {len(wrapped)} of {total}")
        first = max(total - count, 0)
        rows = core.rows(first, count)
        if [row.wrapped for row in rows] != list(wrapped[first:]):
            raise FaultError("wraps read in two ways differ")
        for row, line in zip(rows, lines[first:], strict=True):
            # Of a cluster a row shows some code points at most, and it never counts as blank.
            if row.text != line and not any(map(_joins, row.text)):
                raise FaultError("text read in two ways differs", f"{row.text!r} {line!r}")

    def _restore(self) -> None:
        """Go on with a core made from the snapshot of the second one."""
        self.compare("before a snapshot")
        if Capability.NATIVE_SNAPSHOT not in self._parts.capabilities:
            return
        try:
            snapshot = self._parts.native_snapshot()
        except InvalidError:
            return  # A screen that does not fit; the portable one is for that.
        old, self._parts = (
            self._parts,
            self._factory("ghostty").restore(snapshot, self._case.scrollback),
        )
        old.close()
        self._restored = True
        self._parts.mute(muted=self._muted)
        self._look_the_same(self._whole)
        self._look_the_same(self._parts)
        if self._has_colors:
            self._parts.set_default_colors(_COLORS)
        self.compare("after a snapshot")

    def _copy(self, history: int) -> None:
        """Make a core from VT text; what is in the middle of a sequence is not part of it."""
        text = self._parts.portable_snapshot(history)
        copy = self._new("ghostty")
        try:
            copy.feed(text)
            self._check(copy.take_frame(), {}, "a copy")
        finally:
            copy.close()

    def _pieces(self, data: bytes) -> Iterator[bytes]:
        yield b""
        if not self._case.cuts and len(data) < 4_000:
            for at in range(len(data)):
                yield data[at : at + 1]
            return
        start = 0
        while start < len(data):
            length = self._chance.choice((1, 2, 3, 17, 200, 5000))
            yield data[start : start + length]
            start += length

    def _check_frame(self) -> None:
        self._frame = frame = self._whole.take_frame()
        self._shown = self._check(frame, {} if frame.full else self._shown, "a frame")

    def _check(self, frame: Frame, before: Mapping[int, Row], what: str) -> dict[int, Row]:
        """Judge a frame; return all rows shown with it."""
        if frame.size != self._size:
            raise FaultError(f"{what} has another size", f"{frame.size}")
        shown = {**before, **frame.rows}
        if sorted(shown) != list(range(self._size.rows)):
            raise FaultError(f"{what} has other rows", f"{sorted(shown)}")
        for row in frame.rows.values():
            _check_row(row, self._size.columns, what)
        cursor, scrollback = frame.cursor, frame.scrollback
        if not (0 <= cursor.row < self._size.rows and 0 <= cursor.column < self._size.columns):
            raise FaultError(f"{what} has its cursor outside", f"{cursor} of {self._size}")
        if not 0 <= scrollback.top <= scrollback.total - self._size.rows:
            raise FaultError(f"{what} is scrolled beyond its lines", f"{scrollback} {self._size}")
        for row_number, (start, end) in frame.selection.items():
            if not (row_number in shown and 0 <= start <= end <= self._size.columns):
                raise FaultError(
                    f"{what} is selected outside", f"{frame.selection} of {self._size}"
                )
        return shown

    def _lasting(self, replies: bytes) -> bytes:
        """Return replies without those that a restored core may give in another way."""
        replies = _TOLD_ANEW.sub(b"", replies)
        return _OF_AN_IMAGE.sub(b"", replies) if self._restored else replies

    def compare(self, when: str) -> None:
        """Judge whether the cores agree."""
        for core in (self._whole, self._parts):
            core.release_hold()
            core.scroll_to_bottom()
        self._check_frame()
        states = _state(self._whole, self._frame), _state(self._parts, self._parts.take_frame())
        for name, one, other in zip(
            ("size", "cursor", "modes", "title", "palette", "text", "rows"), *states, strict=True
        ):
            if one != other and not (
                name == "rows" and self._restored and _unlinked(one) == _unlinked(other)
            ):
                raise FaultError(f"{name} differs {when}", _first_difference(one, other))
        for core, other_replies in zip(self._replies, reversed(self._replies), strict=True):
            whole = len(core) < MOST_REPLY_BYTES // 2
            if whole and self._lasting(core) != self._lasting(other_replies):
                raise FaultError(
                    f"replies differ {when}", f"{bytes(core)!r} {bytes(other_replies)!r}"
                )
        page = self._whole.rows(self._frame.scrollback.top, self._size.rows)
        shown = tuple(self._shown[row] for row in sorted(self._shown))
        if list(map(_cells, page)) != list(map(_cells, shown)):
            detail = _first_difference(page, shown)
            raise FaultError("frames put together are not the screen", detail)


def _total(core: Screen) -> int:
    return core.take_frame().scrollback.total


def _unlinked(page: object) -> list[list[tuple[Style, str]]]:
    """Return what each cell shows but links: a page full of them keeps no more, some sooner."""
    assert isinstance(page, tuple)
    rows = (Row(without_blank_end([run._replace(link="") for run in row.runs])) for row in page)
    return [[(style, text) for text, _, style in _cells(row)[0]] for row in rows]


def _state(core: Screen, frame: Frame) -> tuple[object, ...]:
    total = frame.scrollback.total
    # Some pages more than wanted may be kept, and how many depends on how the core was fed.
    first = max(total - frame.size.rows - _COMPARED_LINES, 0)
    rows = core.rows(first, total - first)
    page = rows[-frame.size.rows :]
    return (
        frame.size,
        frame.cursor,
        # A hold ends with a change of the size in pixels, which a restored core has behind it.
        frame.modes._replace(synchronized_output=False),
        frame.title,
        frame.palette,
        tuple(row.text for row in page),
        page,
    )


def _check_row(row: Row, columns: int, what: str) -> None:
    at = 0
    for run in row.runs:
        if run.column < at or run.cells < 1 or run.column + run.cells > columns:
            raise FaultError(f"{what} has runs outside their place", f"{run} at {at} of {columns}")
        if not run.text or (len(run.text) != run.cells and run.cells > 2):
            raise FaultError(f"{what} has text of another width", f"{run}")
        if any(char < " " or "\x7f" <= char <= "\x9f" for char in run.text):
            raise FaultError(f"{what} has controls in its text", f"{run}")
        at = run.column + run.cells


def _cells(row: Row) -> tuple[list[tuple[str, str, Style]], bool]:
    """Return text, link and look of a row, wherever its runs are parted.

    What is left empty before a wide character that is gone becomes a usual blank by itself.
    """
    groups = groupby(row.runs, lambda run: (run.link, run.style))
    return [("".join(run.text for run in runs), *key) for key, runs in groups], row.wrapped


def _joins(char: str) -> bool:
    """Whether a character may be one with the one before, even with a blank."""
    is_part_of_hangul = "\u1160" <= char <= "\u11ff" or "\ud7b0" <= char <= "\ud7fb"
    return is_part_of_hangul or unicodedata.category(char)[0] in "MC" or char in "\uff9e\uff9f"


def _first_difference(one: object, other: object) -> str:
    if isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
        for at, (here, there) in enumerate(zip(one, other, strict=True)):
            if here != there:
                return f"{at}: {here!r} is not {there!r}"
    return f"{one!r} is not {other!r}"
