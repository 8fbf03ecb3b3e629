"""Kill the window whenever you like: no program ends, no byte is lost, every screen comes back."""

import random
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest

from idea.application.layouts.apply_preset import ApplyPresetRequest
from idea.application.terminals.list_sessions import ListSessionsRequest
from idea.application.terminals.open_terminal import OpenTerminalRequest
from idea.application.views import SessionView
from idea.application.workspace.save_window import SaveWindowRequest
from idea.domain.terminal import Size
from idea.infrastructure.screen.select import select_core
from support import numbered_stream
from support.engine_window import WITHIN_S, Window, window_on
from support.recorder import Recorder
from support.screen_state import PROBE, FollowedCell, differences, fed, state
from support.window_nursery import WindowNursery

pytestmark = [pytest.mark.slow, pytest.mark.posix]

CELLS = ("A1", "B1", "C1", "D1", "A2", "B2", "C2", "D2")
KILLS = 20
BYTES_PER_S = 60_000
SEED = 20


@pytest.fixture
def window(tmp_path: Path) -> Iterator[Window]:
    project = tmp_path / "project"
    project.mkdir()
    with window_on(project) as one:
        yield one


def open_streams(window: Window, stop: Path) -> list[SessionView]:
    """Start one printing program in each cell of a grid of four by two."""
    project = str(window.project)
    window.ask(ApplyPresetRequest(project=project, preset="grid-4x2"))
    program = numbered_stream.__file__
    return [
        window.ask(
            OpenTerminalRequest(
                project=project,
                cell=cell,
                command=(sys.executable, program, str(seed), str(stop), str(BYTES_PER_S)),
            )
        )
        for seed, cell in enumerate(CELLS)
    ]


@pytest.fixture
def nursery() -> Iterator[WindowNursery]:
    one = WindowNursery()
    yield one
    one.close()


@contextmanager
def shown(nursery: WindowNursery, window: Window, width: int) -> Iterator[None]:
    """Show a window that is large enough for eight terminals; killed by the block's end."""
    window.ask(SaveWindowRequest(width=width, height=1000))
    with nursery.window(window.project):
        yield


def kill_at_random_moments(
    nursery: WindowNursery, window: Window, recorders: Sequence[Recorder]
) -> int:
    """Start and kill windows, some while they start; return how often all cells were shown."""
    chance = random.Random(SEED)
    complete = 0
    for turn in range(KILLS):
        with shown(nursery, window, chance.choice((1900, 2100))):
            if turn % 2:
                for one in chance.sample(recorders, chance.randint(1, len(recorders))):
                    one.wait("a cell to be shown", lambda one=one: one.held)
            threading.Event().wait(chance.uniform(0.0, 0.8))
            complete += all(one.held for one in recorders)
    return complete


@pytest.mark.timeout(180)
def test_a_window_killed_twenty_times_costs_nothing(
    window: Window, nursery: WindowNursery, tmp_path: Path
) -> None:
    stop = tmp_path / "stop"
    sessions = open_streams(window, stop)
    recorders = [Recorder(window.client.links, one.id, have=0) for one in sessions]
    programs = [psutil.Process(one.pid) for one in sessions]
    assert kill_at_random_moments(nursery, window, recorders) >= KILLS // 5

    with shown(nursery, window, 2000):
        for one in recorders:
            one.wait("the last window", lambda one=one: one.held)
        stop.touch()
        for one in recorders:
            one.wait_for(b"no more\r\n")
        wait_for_a_checkpoint(window)

    # No program died, and each is the one that was started.
    assert [one.is_running() for one in programs] == [True] * len(CELLS)
    listed = window.ask(ListSessionsRequest(project=str(window.project)))
    assert {(one.id, one.pid, one.status) for one in listed} == {
        (one.id, one.pid, "running") for one in sessions
    }
    # Each stream is complete: not a byte more, less or elsewhere.
    for seed, one in enumerate(recorders):
        assert one.problem is None
        pieces = int(one.tail.rsplit(b"\n", 2)[-2].split()[0])
        assert one.output == numbered_stream.stream(seed, pieces)
    # And each screen that a new view gets is the one a core has that saw everything.
    restored = [
        assert_twin(window, session, one) for session, one in zip(sessions, recorders, strict=True)
    ]
    assert any(restored)


def wait_for_a_checkpoint(window: Window) -> None:
    """Wait until a view that shows a quiet session has given its screen at least once."""
    deadline = time.monotonic() + WITHIN_S
    while not list(window.places.sessions.glob("*/*/*.native")):
        assert time.monotonic() < deadline, "no view gave a checkpoint"
        threading.Event().wait(0.05)


def assert_twin(window: Window, session: SessionView, recorder: Recorder) -> bool:
    """Compare what a re-attached view shows with a core that was fed every record.

    Returns whether the view's core began with a checkpoint.
    """
    size = next(one for one in window.ask(ListSessionsRequest()) if one.id == session.id)
    screens = select_core()
    cell = FollowedCell(window.client.links, screens, session.id, Size(size.columns, size.rows))
    try:
        recorder.wait("the holder", lambda: recorder.held)
        cell.wait_until_it_stands_at(lambda: recorder.end)
        twin = fed(screens, recorder.records)
        try:
            assert differences(cell.on_screen(state), state(twin)) == []
            cell.on_screen(lambda screen: screen.feed(PROBE))
            twin.feed(PROBE)
            assert differences(cell.on_screen(state), state(twin)) == []
        finally:
            twin.close()
        return cell.was_restored
    finally:
        cell.close()
