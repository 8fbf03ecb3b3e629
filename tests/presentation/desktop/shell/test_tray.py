"""The icon in the tray: there for whoever turned it on, and nothing of it for others."""

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from idea.application.layouts.split_cell import SplitCellRequest
from idea.application.views import (
    ProgramStatusView,
    ProjectShown,
    SessionShown,
    SettingShown,
)
from idea.presentation.desktop.shell import tray
from idea.presentation.desktop.shell.tray import Tray, counted_icon
from support.desktop import a_layout, a_project, a_session
from support.windows import WindowsStand, a_workspace, an_engine_with


@pytest.fixture
def stand(qtbot: QtBot) -> Iterator[WindowsStand]:
    found = WindowsStand(a_workspace("p1", "p2", used="w1"))
    found.windows.start()
    found.feed.say(an_engine_with(found.workspace))
    qtbot.waitUntil(lambda: set(found.shown) == {"w1", "w2"})
    qtbot.waitUntil(lambda: all(window.isVisible() for window in found.windows.shown))
    found.settle(qtbot)
    yield found
    found.close()


def turn(qtbot: QtBot, stand: WindowsStand, name: str, *, on: bool) -> None:
    stand.feed.say(SettingShown(name, on))
    stand.settle(qtbot)


def the_tray(stand: WindowsStand) -> Tray:
    assert isinstance(stand.windows._tray, Tray)
    return stand.windows._tray


def test_nothing_of_a_tray_is_loaded_while_nobody_wants_one() -> None:
    code = (
        "import sys\n"
        "import idea.bootstrap.desktop\n"
        "print('idea.presentation.desktop.shell.tray' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, timeout=120
    )
    assert done.stdout == "False\n"


def test_an_icon_comes_and_goes_with_the_setting_and_a_desktop_without_tray_is_said_once(
    qtbot: QtBot, stand: WindowsStand
) -> None:
    assert stand.windows._tray is None
    turn(qtbot, stand, "window.tray", on=True)
    assert the_tray(stand).words == "IdeA"
    assert stand.shown["w1"].banner.sentence == tray.NO_TRAY
    stand.shown["w1"].banner.clear()
    turn(qtbot, stand, "window.accordion", on=True)
    assert stand.shown["w1"].banner.sentence == ""
    turn(qtbot, stand, "window.tray", on=False)
    assert stand.windows._tray is None


def test_the_icon_counts_the_sessions_that_wait(qtbot: QtBot, stand: WindowsStand) -> None:
    turn(qtbot, stand, "window.tray", on=True)
    blocked = ProgramStatusView(
        state="blocked", kind="", progress=None, app="", title="", message="May I?", since=""
    )
    for place, words in (("p1", "1 session waits"), ("p2", "2 sessions wait")):
        session = a_session(f"s-{place}", project=place, cell=f"c-{place}")
        stand.feed.say(SessionShown(replace(session, told=blocked)))
        stand.settle(qtbot)
        assert the_tray(stand).words == f"IdeA: {words} for you"


def test_a_number_is_drawn_over_the_icon(qtbot: QtBot) -> None:
    del qtbot
    ground, ink = QColor("#00ff00"), QColor("#000000")
    plain, three, many = (
        counted_icon(count, ground, ink).pixmap(32, 32).toImage() for count in (0, 3, 30)
    )
    assert plain != three != many
    assert plain.pixelColor(2, 2) == three.pixelColor(2, 2)


@pytest.mark.qt_log_ignore("systemTrayWindowChanged")  # Offscreen there is none to change.
def test_the_last_window_hides_only_where_that_is_wanted_and_possible(
    qtbot: QtBot, stand: WindowsStand
) -> None:
    first = stand.shown["w1"]
    stand.change(qtbot, a_workspace("p1 p2", used="w1"))
    turn(qtbot, stand, "window.tray", on=True)
    turn(qtbot, stand, "window.close_to_tray", on=True)
    first.close()
    assert first.leaving.dialog is not None, "No tray is there to hide it in."
    first.leaving.dialog.reject()

    the_tray(stand)._is_there = lambda: True
    first.close()
    assert not first.isVisible()
    assert first.leaving.dialog is None
    the_tray(stand).show_windows()
    assert first.isVisible()

    first.close()
    stand.feed.say(ProjectShown(a_project("p1"), raise_tab=True))
    stand.settle(qtbot)
    assert first.isVisible(), "Whoever starts IdeA again sees it."

    turn(qtbot, stand, "window.close_to_tray", on=False)
    first.close()
    assert first.leaving.dialog is not None


def test_the_menu_opens_a_terminal_and_quits_over_a_window(
    qtbot: QtBot, stand: WindowsStand
) -> None:
    stand.use_cases.answer(SplitCellRequest, lambda _: a_layout({"type": "leaf", "id": "c-p1"}))
    turn(qtbot, stand, "window.tray", on=True)
    entries = {one.text(): one for one in the_tray(stand).menu.actions() if one.text()}
    assert list(entries) == ["Show", "New terminal", "Quit"]
    for window in stand.windows.shown:
        window.hide()

    entries["New terminal"].trigger()
    stand.settle(qtbot)
    assert len(stand.asked(SplitCellRequest)) == 1, "No cell is empty, so one is made."
    assert all(window.isVisible() for window in stand.windows.shown)

    entries["Quit"].trigger()
    assert stand.windows.used.leaving.dialog is not None
