"""Everything larger or smaller: the steps, and the window that starts again for it."""

import pytest
from PySide6.QtCore import QRect
from pytestqt.qtbot import QtBot

from idea.application.engine.live_state import SettingShown
from idea.application.settings.set_setting import SetSettingRequest
from idea.application.workspace.save_window import SaveWindowRequest
from idea.application.workspace.views import WindowView
from idea.domain.settings import setting_named
from idea.domain.workspace import WindowGeometry
from idea.presentation.desktop.shell.scale_change import SETTING, STEPS, step_from
from idea.presentation.desktop.shell.window_place import WindowPlace
from support.window import Stand, an_engine, play


def test_the_steps_go_from_half_to_three_times() -> None:
    limits = setting_named(SETTING)
    assert (STEPS[0], STEPS[-1]) == (limits.least, limits.most)
    assert [step_from(percent, 1) for percent in (50, 100, 105, 300)] == [60, 110, 110, 300]
    assert [step_from(percent, -1) for percent in (50, 100, 105, 300)] == [50, 90, 100, 250]


def test_a_window_starts_again_for_another_scale_and_saves_its_place_first(
    qtbot: QtBot, returning: Stand
) -> None:
    window, heard = returning.window, []
    window.life.again.connect(lambda: heard.append(len(returning.asked(SaveWindowRequest))))
    play(qtbot, returning, an_engine("a", settings={SETTING: 150}))
    assert not window.life.scale._settled.isActive(), "It began with this scale."

    saved = len(returning.asked(SaveWindowRequest))
    play(qtbot, returning, SettingShown(SETTING, 200))
    qtbot.waitUntil(lambda: bool(heard), timeout=60_000)

    assert heard[0] > saved


def test_a_wish_that_was_taken_back_is_none(qtbot: QtBot, stand: Stand) -> None:
    play(qtbot, stand, an_engine("a"))
    play(qtbot, stand, SettingShown(SETTING, 200))
    assert stand.window.life.scale._settled.isActive()

    play(qtbot, stand, SettingShown(SETTING, 100))

    assert not stand.window.life.scale._settled.isActive()


def test_a_window_that_nobody_would_start_again_says_when_it_counts(
    qtbot: QtBot, stand: Stand
) -> None:
    play(qtbot, stand, an_engine("a"))
    play(qtbot, stand, SettingShown(SETTING, 200))

    qtbot.waitUntil(lambda: "starts next" in stand.window.banner.sentence, timeout=60_000)


@pytest.mark.parametrize(
    ("action", "asked"),
    [
        ("view.enlarge_interface", 125),
        ("view.reduce_interface", 100),
        ("view.reset_interface", None),
    ],
)
def test_actions_change_the_scale_by_steps(
    qtbot: QtBot, stand: Stand, action: str, asked: int | None
) -> None:
    play(qtbot, stand, an_engine("a", settings={SETTING: 110}))

    stand.window.invoke(action)

    assert stand.asked(SetSettingRequest) == [SetSettingRequest(name=SETTING, value=asked)]


def test_a_window_keeps_its_place_on_the_screen_at_another_scale(
    qtbot: QtBot, stand: Stand
) -> None:
    place = WindowPlace(stand.window, lambda: None, 2.0)
    told = WindowGeometry(x=40, y=60, width=1000, height=700)
    window = WindowView(id="w1", geometry=told, projects=(), active="")

    place.restore(window.geometry)
    qtbot.waitUntil(lambda: stand.window.width() == 500)

    assert stand.window.height() == 350
    assert place._normal == QRect(20, 30, 500, 350)
    request = place.request(stand.window.desk)
    assert (request.x, request.y, request.width, request.height) == (40, 60, 1000, 700)
