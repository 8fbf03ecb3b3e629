"""Kill the window whenever you like: no program ends, no byte is lost, every screen comes back."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from support.engine_window import Window
from support.window_kills import WatchedStreams
from support.window_nursery import WindowNursery

pytestmark = [pytest.mark.slow, pytest.mark.posix]

KILLS = 20
"""`script/bench window_kills` kills two hundred."""
BYTES_PER_S = 60_000
SEED = 20


@pytest.fixture
def nursery() -> Iterator[WindowNursery]:
    one = WindowNursery()
    yield one
    one.close()


@pytest.mark.timeout(300)
def test_a_window_killed_twenty_times_costs_nothing(
    window: Window, nursery: WindowNursery, tmp_path: Path
) -> None:
    streams = WatchedStreams(window, tmp_path / "stop", BYTES_PER_S)
    assert streams.kill_windows(nursery, KILLS, SEED) >= KILLS // 5
    streams.finish(nursery)
    assert streams.dead() == []
    assert streams.incomplete() == []
    assert streams.unequal() == []
    assert streams.restored
