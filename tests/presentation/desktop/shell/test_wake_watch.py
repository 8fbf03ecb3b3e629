"""After a sleep the window asks how the engine is and tells ages anew."""

import time

import pytest
from pytestqt.qtbot import QtBot

from idea.application.engine.engine_status import EngineStatusRequest
from idea.presentation.desktop.shell.wake_watch import WakeWatch, seconds_asleep
from support.windows import WindowsStand, a_workspace, an_engine_with


def test_a_jump_between_the_clocks_is_a_sleep_and_nothing_else_is(qtbot: QtBot) -> None:
    del qtbot
    asleep = [100.0]
    watch = WakeWatch(lambda: asleep[0])
    woke: list[int] = []
    watch.woke.connect(lambda: woke.append(1))
    watch.look()
    asleep[0] += 0.5
    watch.look()
    assert woke == []
    asleep[0] += 3_600
    watch.look()
    watch.look()
    assert woke == [1]


def test_a_machine_that_does_not_sleep_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    first = seconds_asleep()
    assert seconds_asleep() == pytest.approx(first, abs=1.0)
    monkeypatch.delattr(time, "CLOCK_BOOTTIME")
    assert seconds_asleep() == 0.0


def test_windows_that_wake_ask_the_engine_at_once(qtbot: QtBot) -> None:
    stand = WindowsStand(a_workspace("p1", used="w1"))
    stand.windows.start()
    stand.feed.say(an_engine_with(stand.workspace))
    qtbot.waitUntil(lambda: set(stand.shown) == {"w1"})
    stand.settle(qtbot)
    before = len(stand.asked(EngineStatusRequest))
    stand.windows.wake()
    stand.settle(qtbot)
    assert len(stand.asked(EngineStatusRequest)) == before + 1
    stand.close()
