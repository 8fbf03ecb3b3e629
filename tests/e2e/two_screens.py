"""Tests for a process whose screens are given by a file; `test_two_screens.py` runs them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from idea.application.projects.close_project import CloseProjectRequest
from support.engine_window import Window
from support.real_windows import real_windows
from support.window_house import SIZES, House
from support.window_nursery import WindowNursery

CORNERS = ((40, 60), (2100, 80), (2300, 300))
SCREENS = ("left", "right", "right")


@pytest.fixture
def house(window: Window, tmp_path: Path) -> House:
    window.ask(CloseProjectRequest(project=str(window.project)))
    found = House(window, corners=CORNERS, screens=SCREENS)
    found.build(tmp_path)
    return found


@pytest.fixture
def nursery() -> Iterator[WindowNursery]:
    one = WindowNursery()
    yield one
    one.close()


def screens() -> list[str]:
    return sorted(screen.name() for screen in QGuiApplication.screens())


def test_windows_are_back_on_their_screens_after_the_process_was_killed(
    qtbot: QtBot, house: House, nursery: WindowNursery, tmp_path: Path
) -> None:
    assert screens() == ["left", "right"]
    with nursery.window(tmp_path / "five"):
        house.wait_until_shown()
    with real_windows(qtbot, house.window.places) as stand:
        house.check(stand)
        assert tuple(window.screen().name() for window in stand.shown) == SCREENS
        assert [window.pos() for window in stand.shown] == [QPoint(*one) for one in CORNERS]


def test_windows_of_a_screen_that_is_gone_are_wholly_on_the_one_there_is(
    qtbot: QtBot, house: House
) -> None:
    assert screens() == ["left"]
    with real_windows(qtbot, house.window.places) as stand:
        house.check(stand)
        room = QGuiApplication.primaryScreen().geometry()
        for window, size in zip(stand.shown, SIZES, strict=True):
            stand.wait(
                lambda w=window: room.contains(w.frameGeometry()),  # type: ignore[misc]
                "the window to be seen wholly, once its frame is known",
            )
            assert (window.width(), window.height()) == size
        assert stand.shown[0].pos() == QPoint(*CORNERS[0])
