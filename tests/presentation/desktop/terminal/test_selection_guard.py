import pytest

from fakes.terminal_core import FakeScreen
from idea.domain.errors import IdeaError
from idea.domain.ports.terminal_core import SelectionUnit
from idea.domain.terminal import Size
from idea.infrastructure.screen.select import CORES, select_core
from idea.presentation.desktop.terminal.selection_guard import SelectionGuard


class SlowClock:
    """Every look takes one second."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 1.0
        return self.now


def a_screen() -> FakeScreen:
    screen = FakeScreen(Size(columns=20, rows=4))
    screen.feed(b"hello\r\nworld")
    screen.select((0, 0), (0, 4), SelectionUnit.CELL, block=False)
    return screen


def feed(guard: SelectionGuard, screen: FakeScreen, data: bytes) -> None:
    guard.before_change(screen)
    screen.feed(data)


def test_nothing_is_read_as_long_as_nothing_was_selected() -> None:
    screen, clock = a_screen(), SlowClock()
    guard = SelectionGuard(clock)
    feed(guard, screen, b"more")

    assert (guard.check(screen, 1.0), guard.due_at, clock.now) == (False, None, 0.0)


def test_a_costly_comparison_is_made_seldom_and_not_forgotten() -> None:
    screen, clock = a_screen(), SlowClock()
    guard = SelectionGuard(clock)
    guard.renew()
    feed(guard, screen, b"!")
    screen.all_lines[0] = "HELLO"

    assert guard.check(screen, 10.0) is False
    due = guard.due_at
    assert due == 22.0
    assert guard.check(screen, due) is True
    assert (screen.selection, guard.due_at) == (None, None)


def test_a_selection_that_comes_back_with_the_other_screen_goes_too() -> None:
    screen, now = a_screen(), [0.0]
    guard = SelectionGuard(lambda: now[0])
    guard.renew()
    kept, screen.selection = screen.selection, None
    screen.selection = kept
    feed(guard, screen, b"")
    screen.selection = None
    assert guard.check(screen, 0.0) is True

    screen.selection = kept
    feed(guard, screen, b"")
    assert guard.check(screen, 0.0) is True
    assert screen.selection is None


@pytest.mark.parametrize("core", CORES)
def test_clearing_the_terminal_leaves_nothing_marked(core: str) -> None:
    try:
        screens = select_core(core)
    except IdeaError as error:
        pytest.skip(error.sentence)
    screen = screens.create(Size(columns=20, rows=4), 100)
    guard = SelectionGuard(lambda: 0.0)
    screen.feed(b"hello\r\nworld")
    screen.select_all()
    guard.renew()
    guard.before_change(screen)
    screen.feed(b"\x1b[H\x1b[2J\x1b[3J$ ")

    assert guard.check(screen, 0.0) is True
    assert (screen.take_frame().selection, screen.selected_text()) == ({}, "")
    screen.close()
