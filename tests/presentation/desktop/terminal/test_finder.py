"""Finding in one screen: where it goes, what it counts, what it marks, and that it never hangs."""

from collections.abc import Callable
from typing import override

import pytest

from fakes.terminal_core import FakeScreen
from fakes.text_search import FakeTextSearch
from idea.domain.errors import InvalidError
from idea.domain.ports.terminal_core import Screen, Scrollback
from idea.domain.ports.text_search import LineMatcher, Span
from idea.domain.search import SearchQuery
from idea.domain.terminal import Size
from idea.presentation.desktop.terminal.feed_events import Found, Marks
from idea.presentation.desktop.terminal.finder import Finder


class Searched:
    """A finder over a screen of 5 rows, with a clock that only moves when told."""

    def __init__(self, lines: list[str]) -> None:
        self.screen = FakeScreen(Size(columns=40, rows=5), 10_000)
        self.screen.all_lines = lines
        self.heard: list[Found | Marks] = []
        self.now = 0.0
        self.finder = Finder(
            self.heard.append,
            lambda act: act(self.screen),
            self._viewport,
            lambda: self.now,
        )

    def _viewport(self, screen: Screen) -> tuple[Scrollback, int]:
        return screen.take_frame().scrollback, 5

    def seek(self, text: str, *, expression: bool = False) -> None:
        query = SearchQuery(text=text, expression=expression)
        self.finder.seek(lambda: FakeTextSearch().matcher(query))
        self.work()

    def work(self) -> None:
        while self.finder.due_at is not None and self.finder.due_at <= self.now:
            self.finder.work(self.screen, more=False)

    def step(self, *, down: bool) -> None:
        self.finder.step(down=down)
        self.work()

    @property
    def found(self) -> Found:
        return [event for event in self.heard if isinstance(event, Found)][-1]

    @property
    def selected(self) -> str:
        return self.screen.selected_text()

    def selected_line(self) -> int:
        assert self.screen.selection is not None
        return self.screen.take_frame().scrollback.top + self.screen.selection[0][0]

    def marks(self) -> tuple[tuple[int, int, int], ...]:
        self.finder.mark(self.screen, self.screen.take_frame())
        return [event for event in self.heard if isinstance(event, Marks)][-1].spans


@pytest.fixture
def searched() -> Searched:
    return Searched(
        [f"line {number} {'hit' if number % 100 == 7 else ''}" for number in range(1000)]
    )


def test_the_newest_hit_comes_first_and_all_are_counted(searched: Searched) -> None:
    searched.seek("hit")
    assert searched.found == Found(count=10, ordinal=10, complete=True)
    assert (searched.selected, searched.selected_line()) == ("hit", 907)


def test_next_and_previous_go_around_the_ends(searched: Searched) -> None:
    searched.seek("hit")
    lines = []
    for down in (False, False, True, True, True, False):
        searched.step(down=down)
        lines.append(searched.selected_line())
    assert lines == [807, 707, 807, 907, 7, 907]
    assert searched.found.ordinal == 10


def test_a_hit_in_sight_does_not_move_the_view(searched: Searched) -> None:
    searched.screen.scroll_to(805)
    searched.seek("hit")
    assert (searched.selected_line(), searched.screen.top) == (807, 805)


def test_typing_on_stays_at_the_hit_where_it_still_is_one(searched: Searched) -> None:
    searched.seek("h")
    searched.step(down=False)
    at = searched.selected_line()
    searched.seek("hit")
    assert (searched.selected_line(), searched.selected) == (at, "hit")


def test_everything_in_sight_is_marked(searched: Searched) -> None:
    searched.screen.scroll_to(105)
    searched.seek("i")
    assert searched.marks() == ((0, 1, 2), (1, 1, 2), (2, 1, 2), (2, 10, 11), (3, 1, 2))
    assert searched.selected == "i", "the one in the last row is shown as the current hit"
    searched.finder.seek(None)
    assert searched.marks() == ()
    assert searched.selected == "i", "what was found can be copied after the search"


def test_opening_a_search_leaves_what_is_selected(searched: Searched) -> None:
    searched.screen.selection = ((0, 0), (0, 3))
    searched.finder.seek(None)
    assert searched.screen.selection == ((0, 0), (0, 3))


def test_nothing_found_selects_nothing(searched: Searched) -> None:
    searched.seek("hit")
    searched.seek("zzz")
    assert searched.found == Found(complete=True)
    assert searched.screen.selection is None


def test_new_output_is_counted_after_a_rest(searched: Searched) -> None:
    searched.seek("hit")
    searched.screen.all_lines += ["hit"] * 5
    searched.finder.changed()
    searched.now += 1.0
    searched.work()
    assert (searched.found.count, searched.found.ordinal) == (15, 10)
    assert searched.finder.due_at is None


def test_waiting_output_gets_most_of_the_time(searched: Searched) -> None:
    ticking: Callable[[], float] = lambda: searched.now  # noqa: E731 - a clock that runs.

    def clock() -> float:
        searched.now += 0.001
        return ticking()

    searched.finder._clock = clock
    query = SearchQuery(text="hit")
    searched.finder.seek(lambda: FakeTextSearch().matcher(query))
    begun = searched.now
    searched.finder.work(searched.screen, more=True)
    took = searched.now - begun
    due = searched.finder.due_at
    assert due is not None
    assert due - searched.now >= 2 * took


def test_what_is_no_expression_is_said(searched: Searched) -> None:
    searched.seek("(", expression=True)
    assert "not a regular expression" in searched.found.sentence
    assert searched.finder.due_at is None


def test_an_expression_that_takes_too_long_is_said_and_dropped(searched: Searched) -> None:
    class Slow(LineMatcher):
        @override
        def spans(self, line: str) -> tuple[Span, ...]:
            del line
            raise InvalidError("This expression takes too long; make it simpler.")

    searched.finder.seek(Slow)
    searched.work()
    assert "too long" in searched.found.sentence
    assert searched.finder.due_at is None
    assert not searched.finder._marks.spans
