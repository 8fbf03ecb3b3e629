"""Looks for something in all that one screen keeps; lives on the thread of its core.

Everything is done in slices: a jump to the next hit, from where the last one was, and a count of
all hits. Output makes the count old; it is made again as seldom as keeps it a small part of the
time. Hits in sight are matched anew with every frame, so that what is marked is always true.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import replace

from idea.domain.errors import InvalidError
from idea.domain.ports.terminal_core import Frame, Screen, Scrollback, SelectionUnit
from idea.domain.ports.text_search import LineMatcher
from idea.domain.whole_lines import WholeLine, beginning_of, cells_of, whole_lines
from idea.presentation.desktop.terminal.feed_events import Found, Marks

_CHUNK_ROWS = 256
_SLICE_S = 0.004
_SHARE = 3.0
"""How much longer than a slice took it rests while output is waiting."""
_REST = 20.0
"""How much longer than a count took it rests until the next one."""

type _Place = tuple[int, int]
"""A line's first row and a character in it."""
type _Work = Iterator[None]

_NOWHERE = Found()


class Finder:
    """One search in one screen."""

    def __init__(
        self,
        deliver: Callable[[Found | Marks], None],
        show: Callable[[Callable[[Screen], None]], None],
        viewport: Callable[[Screen], tuple[Scrollback, int]],
        clock: Callable[[], float],
    ) -> None:
        """`show` acts on the core, lets it be seen and watches what is selected then.

        `viewport` tells where the shown part stands, and how many rows it has.
        """
        self._deliver = deliver
        self._show = show
        self._viewport = viewport
        self._clock = clock
        self._matcher: LineMatcher | None = None
        self._at: _Place | None = None
        self._hits: list[_Place] = []
        self._jump: _Work | None = None
        self._count: _Work | None = None
        self._begun = 0.0
        self._is_old = False
        self._next_at = 0.0
        self._rests_until = 0.0
        self._found = _NOWHERE
        self._marks = Marks()

    @property
    def due_at(self) -> float | None:
        """When `work` has something to do though nothing happens; None for never."""
        if self._jump or self._count:
            return self._next_at
        return self._rests_until if self._matcher is not None and self._is_old else None

    def seek(self, make: Callable[[], LineMatcher] | None) -> None:
        """Look for something else, from the hit there is upwards; None looks for nothing."""
        self._hits = []
        self._jump = self._count = self._matcher = None
        self._found = _NOWHERE
        try:
            self._matcher = make() if make is not None else None
        except InvalidError as error:
            self._tell(replace(_NOWHERE, sentence=error.sentence))
        if make is None:
            # The hit that was shown stays selected, to be copied.
            self._at = None
            self._show(lambda _: None)
            return
        if self._matcher is None:
            self._show(lambda screen: screen.clear_selection())
            return
        self._show(self._begin)

    def step(self, *, down: bool) -> None:
        """Go to the next hit below or above, around the ends."""
        if self._matcher is not None:
            self._show(lambda screen: self._go(screen, down=down, stay=False))

    def changed(self) -> None:
        """Note that lines may have changed."""
        self._is_old = self._matcher is not None

    def restart(self) -> None:
        """Begin anew with another core."""
        self._jump = self._count = None
        self._at = None
        self.changed()

    def work(self, screen: Screen, *, more: bool) -> None:
        """Do a slice of what is to be done; `more` tells that output is waiting."""
        begun = self._clock()
        if self._matcher is None or begun < self._next_at:
            return
        if self._is_old and not self._count and begun >= self._rests_until:
            self._start_count(screen)
        try:
            while (self._jump or self._count) and self._clock() < begun + _SLICE_S:
                self._advance()
        except InvalidError as error:
            self._jump = self._count = self._matcher = None
            self._tell(replace(_NOWHERE, sentence=error.sentence))
        ended = self._clock()
        self._next_at = ended + (_SHARE * (ended - begun) if more else 0.0)

    def mark(self, screen: Screen, frame: Frame) -> None:
        """Tell which cells of a frame are hits."""
        spans: list[tuple[int, int, int]] = []
        top, bottom = frame.scrollback.top, frame.scrollback.top + frame.size.rows
        if self._matcher is not None:
            first = beginning_of(screen, top)
            try:
                for line in whole_lines(screen, first, bottom - first):
                    for start, end in self._matcher.spans(line.text):
                        if (line.first, start) == self._at:
                            continue  # It is selected.
                        cells = cells_of(screen, line, start, end)
                        spans += [
                            (cell.line - top, cell.start, cell.end)
                            for cell in cells
                            if top <= cell.line < bottom
                        ]
            except InvalidError:
                spans = []  # The count tells it.
        marks = Marks(tuple(spans))
        if marks != self._marks:
            self._marks = marks
            self._deliver(marks)

    def _begin(self, screen: Screen) -> None:
        self._go(screen, down=False, stay=True)
        self._start_count(screen)

    def _start_count(self, screen: Screen) -> None:
        self._is_old = False
        self._begun = self._clock()
        self._count = self._counting(screen)

    def _advance(self) -> None:
        if self._jump is not None:
            if next(self._jump, self) is self:
                self._jump = None
        elif self._count is not None and next(self._count, self) is self:
            self._count = None

    def _go(self, screen: Screen, *, down: bool, stay: bool) -> None:
        scrollback, rows = self._viewport(screen)
        place = self._at or (scrollback.top if down else scrollback.top + rows, 0)
        self._jump = self._jumping(screen, place, down=down, stay=stay)

    def _jumping(self, screen: Screen, place: _Place, *, down: bool, stay: bool) -> _Work:
        """Look for the nearest hit beyond a place, then from the other end."""
        total = self._viewport(screen)[0].total
        first, last = (place[0], total) if down else (0, min(place[0] + 1, total))
        halves = [(first, last), (0, total)]
        for around, (low, high) in enumerate(halves):
            for chunk in _chunks(low, high, downwards=down):
                hits = [
                    (line, start, end)
                    for line in whole_lines(screen, *chunk)
                    for start, end in self._spans(line)
                    if around or _is_beyond((line.first, start), place, down=down, stay=stay)
                ]
                if hits:
                    self._land(*(hits[0] if down else hits[-1]))
                    return
                yield
        self._at = None
        self._show(lambda screen: screen.clear_selection())
        self._tell(replace(self._found, ordinal=0))

    def _land(self, line: WholeLine, start: int, end: int) -> None:
        self._at = (line.first, start)
        row = line.row_at(start)

        def show(screen: Screen) -> None:
            scrollback, rows = self._viewport(screen)
            if not scrollback.top <= row < scrollback.top + rows:
                screen.scroll_to(max(row - rows // 2, 0))
                scrollback, _ = self._viewport(screen)
            top = scrollback.top
            cells = cells_of(screen, line, start, end)
            if cells:
                screen.select(
                    (cells[0].line - top, cells[0].start),
                    (cells[-1].line - top, cells[-1].end - 1),
                    SelectionUnit.CELL,
                    block=False,
                )

        self._show(show)
        self._tell(replace(self._found, ordinal=self._ordinal(), count=max(self._found.count, 1)))

    def _counting(self, screen: Screen) -> _Work:
        parts: list[list[_Place]] = []
        count = 0
        for chunk in _chunks(0, self._viewport(screen)[0].total, downwards=False):
            part = [
                (line.first, start)
                for line in whole_lines(screen, *chunk)
                for start, _ in self._spans(line)
            ]
            parts.append(part)
            count += len(part)
            if count > self._found.count:
                self._tell(replace(self._found, count=count, complete=False))
            yield
        self._hits = [place for part in reversed(parts) for place in part]
        ended = self._clock()
        self._rests_until = ended + _REST * (ended - self._begun)
        self._tell(Found(count=count, ordinal=self._ordinal(), complete=True))

    def _spans(self, line: WholeLine) -> tuple[tuple[int, int], ...]:
        return self._matcher.spans(line.text) if self._matcher is not None else ()

    def _ordinal(self) -> int:
        """Return which of the counted hits is shown, from 1; 0 for none."""
        if self._at is None or not self._hits:
            return 0
        return min(bisect_left(self._hits, self._at) + 1, len(self._hits))

    def _tell(self, found: Found) -> None:
        if found != self._found or found.sentence:
            self._found = found
            self._deliver(found)


def _is_beyond(hit: _Place, place: _Place, *, down: bool, stay: bool) -> bool:
    return (stay and hit == place) or (hit > place if down else hit < place)


def _chunks(low: int, high: int, *, downwards: bool) -> Iterator[tuple[int, int]]:
    """Return first rows and counts that cover the rows from `low` to before `high`."""
    firsts = range(low, high, _CHUNK_ROWS)
    for first in firsts if downwards else reversed(firsts):
        yield first, min(_CHUNK_ROWS, high - first)
