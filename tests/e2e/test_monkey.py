"""Random actions by their ids over a real engine; the long run is `script/bench monkey`.

`IDEA_MONKEY_SEED=N` draws others, `IDEA_MONKEY_ACTIONS=N` so many of them.
"""

import logging
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from statistics import mean

import pytest
from pytestqt.qtbot import QtBot

from support.monkey import LEFT_OUT, Monkey, possible
from support.real_window import RealWindow, real_window_on

pytestmark = [pytest.mark.slow, pytest.mark.posix, pytest.mark.timeout(7200)]

SEED = int(os.environ.get("IDEA_MONKEY_SEED", "6"))
ACTIONS = int(os.environ.get("IDEA_MONKEY_ACTIONS", "240"))
AT_ONCE = min(500, ACTIONS // 2)
"""So many in one project; the histories of grids are kept for 2,000 steps."""
MOST_GROWTH = {"threads": 6, "processes": 0, "descriptors": 8, "objects": 12}
"""Pools fill up, and some parts that are made at first use stay, such as grips and buttons."""
MOST_TREND = 4.0
"""By how many objects the later half of a long run may be above the earlier one."""
LONG = 6
"""From so many projects on there is a trend to look for."""


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[RealWindow]:
    monkeypatch.setenv("SHELL", shutil.which("sh") or "/bin/sh")
    project = tmp_path / "first"
    project.mkdir()
    with real_window_on(qtbot, project) as found:
        yield found


def test_the_monkey_may_do_every_action_but_those_that_end_what_is_tried() -> None:
    assert possible() | LEFT_OUT.keys() == possible() ^ LEFT_OUT.keys()


@pytest.mark.qt_log_ignore("grabbing the", extend=True)  # Menus and lists, on an unseen screen.
def test_random_actions_break_nothing_leak_nothing_and_undo_leads_back(
    window: RealWindow, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    monkey = Monkey(window, tmp_path, SEED)
    held = [monkey.play_each(0)]
    held += [monkey.play(number, AT_ONCE) for number in range(1, 1 + ACTIONS // AT_ONCE)]

    said = "; ".join(str(each) for each in held)
    told = f"seed {SEED}, {sum(monkey.done.values())} actions of {len(monkey.done)} kinds; {said}"
    logging.getLogger(__name__).warning("%s", told)
    errors = [each.getMessage() for each in caplog.records if each.levelno >= logging.ERROR]
    assert (monkey.problems, errors) == ([], [])
    first, last = held[0], held[-1]
    grown = {name: getattr(last, name) - getattr(first, name) for name in MOST_GROWTH}
    too_much = {name: by for name, by in grown.items() if by > MOST_GROWTH[name]}
    assert too_much == {}, last.kinds - first.kinds
    played = [each.objects for each in held[1:]]
    if len(played) >= LONG:
        half = len(played) // 2
        assert mean(played[-half:]) - mean(played[:half]) <= MOST_TREND, played
