"""The core of a view, without its thread."""

from collections.abc import Iterator
from itertools import count

import pytest

from fakes.terminal_core import FakeScreenFactory
from idea.domain.ids import ClientId
from idea.domain.stream.messages import Attached, Records
from idea.domain.stream.packing import QUIET_S
from idea.domain.stream.records import Output, encode_frame
from idea.domain.terminal import Size
from idea.presentation.desktop.terminal.attached_screen import AttachedScreen


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def factory() -> FakeScreenFactory:
    return FakeScreenFactory()


@pytest.fixture
def screen(clock: Clock, factory: FakeScreenFactory) -> Iterator[AttachedScreen]:
    """Return one that was attached and fed."""
    one = AttachedScreen(
        screens=factory,
        scrollback_lines=100,
        send=lambda _: None,
        deliver=lambda _: None,
        clock=clock,
    )
    frame = encode_frame(Output(b"hello"), 0)
    one.receive([Attached(ClientId("me"), 0, len(frame), Size(20, 5), checkpoint=False)])
    one.receive([Records(0, frame)])
    one.work(clock() + 60, stop=lambda: False)
    yield one
    one.close()


def test_a_history_that_is_left_alone_is_packed(
    clock: Clock, factory: FakeScreenFactory, screen: AttachedScreen
) -> None:
    [core] = factory.made
    core.parts_left = 3
    screen.tick()
    assert core.parts_left == 3
    turns = count()
    while (due := screen.due_at) is not None and next(turns) < 10:
        clock.now = due
        screen.tick()
    assert (core.parts_left, screen.due_at) == (0, None)


def test_what_unpacks_a_history_has_it_packed_again(
    clock: Clock, factory: FakeScreenFactory, screen: AttachedScreen
) -> None:
    [core] = factory.made
    clock.now += QUIET_S
    screen.tick()
    core.parts_left = 1
    screen.with_screen(lambda core: core.scroll_to(0))
    clock.now += QUIET_S
    screen.tick()
    assert core.parts_left == 0
