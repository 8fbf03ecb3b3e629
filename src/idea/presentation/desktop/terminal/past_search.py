"""Finds what a full-screen program has shown: its log told again, and every picture looked at.

A core of its own retells the log, muted. The window may do so: it owns nothing, and a core that
dies of what it replays leaves the session where it is.
"""

import threading
from collections.abc import Iterable
from typing import NamedTuple

from idea.domain.ports.terminal_core import (
    Cursor,
    Frame,
    Modes,
    Row,
    Screen,
    ScreenFactory,
    Scrollback,
)
from idea.domain.ports.text_search import LineMatcher
from idea.domain.stream.client import Feed, Reset, Step, TakeSize
from idea.domain.stream.history import Retelling
from idea.domain.stream.pictures_shown import between_pictures
from idea.domain.stream.records import Framed
from idea.domain.terminal import Size
from idea.domain.whole_lines import cells_of, whole_lines

MOST_PICTURES = 2_000
MOST_RUNS = 400_000
"""With more pictures, or more runs of cells in them all (100 MB), the oldest are forgotten."""
_HOLD, _RELEASE = b"?2026h", b"?2026l"


class PastPicture(NamedTuple):
    """What a program showed at some moment, and where it has what is looked for."""

    at_ms: int
    size: Size
    rows: tuple[Row, ...]
    hits: tuple[tuple[int, int, int], ...]
    """Row, first column and one past the last."""

    @property
    def runs(self) -> int:
        """Of how many runs of like cells it is made, which is what it costs."""
        return sum(len(row.runs) for row in self.rows)

    def frame(self, modes: Modes) -> Frame:
        """Return it as a frame, without a cursor."""
        return Frame(
            size=self.size,
            rows=dict(enumerate(self.rows)),
            full=True,
            cursor=Cursor(0, 0, visible=False),
            modes=modes,
            title="",
            scrollback=Scrollback(total=self.size.rows, top=0),
            palette={},
            selection={},
        )


class PastSearch:
    """One search; any thread may call it, one at a time does."""

    def __init__(self, screens: ScreenFactory, matcher: LineMatcher, size: Size) -> None:
        """`size` counts until the log tells one."""
        self._screens = screens
        self._matcher = matcher
        self._retelling = Retelling(size)
        self._core: Screen | None = None
        self._size = size
        self._is_held = False
        self._lines: frozenset[str] = frozenset()
        """The lines with hits in the last picture."""
        self._lock = threading.Lock()
        self._is_closed = False
        self._runs = 0
        """How many all pictures have."""
        self.pictures: tuple[PastPicture, ...] = ()
        """Those with new hits, oldest first; any thread may read it at any time."""
        self._do(self._retelling.begin(), 0)

    def retell(self, records: Iterable[Framed]) -> None:
        """Look at what more records show.

        Raises:
            InvalidError: The expression takes too long.
        """
        for framed in records:
            with self._lock:
                if self._is_closed:
                    return
                for step in self._retelling.steps(framed):
                    self._do(step, framed.at_ms)

    def close(self) -> None:
        """End the search and free the core; the pictures stay. Waits for the record under way."""
        with self._lock:
            self._is_closed = True
            self._replace(None)

    def _replace(self, core: Screen | None) -> None:
        if self._core is not None:
            self._core.close()
        self._core = core

    def _do(self, step: Step, at_ms: int) -> None:
        match step:
            case Reset(size):
                self._replace(self._screens.create(size, 0))
                self._size = size
            case TakeSize(size) if self._core is not None:
                self._core.resize(size)
                self._size = size
            case Feed(data) if self._core is not None:
                for part in between_pictures(data):
                    self._core.feed(part)
                    self._note_hold(part)
                    if not self._is_held:
                        self._look(self._core, at_ms)
            case _:
                pass

    def _note_hold(self, part: bytes) -> None:
        """Note whether a program is within a frame (?2026); asking the core takes much longer."""
        begun, ended = part.rfind(_HOLD), part.rfind(_RELEASE)
        if begun != ended:
            self._is_held = begun > ended

    def _look(self, core: Screen, at_ms: int) -> None:
        """Keep the picture if it is a full-screen program's and has new lines with hits."""
        # An alternate screen has no lines above it.
        texts = core.lines(0, self._size.rows)
        spans = self._matcher.spans
        if not (any(map(spans, texts)) or spans("".join(texts))):
            self._lines = frozenset()
            return
        found = {line: spans(line.text) for line in whole_lines(core, 0, self._size.rows)}
        lines = frozenset(line.text for line, hits in found.items() if hits)
        if lines - self._lines and core.take_frame().modes.alternate_screen:
            hits = tuple(
                (cell.line, cell.start, cell.end)
                for line, places in found.items()
                for place in places
                for cell in cells_of(core, line, *place)
            )
            self._keep(PastPicture(at_ms, self._size, core.rows(0, self._size.rows), hits))
        self._lines = lines

    def _keep(self, picture: PastPicture) -> None:
        self._runs += picture.runs
        forgotten = max(len(self.pictures) + 1 - MOST_PICTURES, 0)
        self._runs -= sum(old.runs for old in self.pictures[:forgotten])
        while self._runs > MOST_RUNS and forgotten < len(self.pictures):
            self._runs -= self.pictures[forgotten].runs
            forgotten += 1
        self.pictures = (*self.pictures[forgotten:], picture)
