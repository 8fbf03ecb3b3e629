"""Sessions opened, flooded, shown, hidden, resized and stopped while everything else is killed.

The long one is `script/bench day`. `IDEA_DAY_SEED=N` draws another order.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.day import day
from support.engine_window import Window, window_on
from support.everything import nothing_is_left

pytestmark = [pytest.mark.slow, pytest.mark.posix]

SEED = int(os.environ.get("IDEA_DAY_SEED", "2"))
SESSIONS = 6
MOST_GROWTH_MB = 64.0
POOL_THREADS = 6
"""The loop's own pool fills up one by one."""


@pytest.fixture
def window(tmp_path: Path) -> Iterator[Window]:
    project = tmp_path / "project"
    project.mkdir()
    with window_on(project) as one:
        yield one
    assert nothing_is_left()


@pytest.mark.timeout(240)
def test_a_short_day_full_of_kills_loses_nothing_and_leaves_nothing(
    window: Window, tmp_path: Path
) -> None:
    with day(window, tmp_path / "stop", seed=SEED, sessions=SESSIONS) as one:
        one.switch_window()
        one.live_on(1.0, engines_die=False)
        one.kill_engine()
        one.live_on(1.0, engines_die=False)
        before = one.calm()
        one.switch_window()
        one.live_on(1.0, engines_die=False)
        one.kill_worker()
        one.live_on(1.0, engines_die=False)
        after = one.calm()
        one.end()
    assert one.problems == []
    assert one.counts["streams compared"]
    for name, held in after.items():
        assert held.threads <= before[name].threads + POOL_THREADS, name
        assert held.descriptors <= before[name].descriptors + 2, name
        assert held.memory_mb <= before[name].memory_mb + MOST_GROWTH_MB, name
