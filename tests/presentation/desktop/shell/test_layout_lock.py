"""Locking the layout in the window."""

from dataclasses import replace

from pytestqt.qtbot import QtBot

from idea.application.settings.set_setting import SetSettingRequest
from idea.domain.actions.catalogue import BY_ID
from support.desktop import a_project
from support.window import Stand, an_engine, play


def test_the_lock_is_the_projects_own_setting_and_the_action_undoes_it(
    qtbot: QtBot, stand: Stand
) -> None:
    locked = replace(a_project(), settings={"layout.locked": True})
    desk = stand.window.desk

    play(qtbot, stand, an_engine("a | b"))
    assert BY_ID["layout.toggle_lock"].titled(desk.words()) == "Lock layout"
    stand.window.invoke("layout.toggle_lock")
    play(qtbot, stand, replace(an_engine("a | b"), projects=(locked,)))
    assert BY_ID["layout.toggle_lock"].titled(desk.words()) == "Unlock layout"
    assert stand.window.status.view.modes == "Layout locked"
    stand.window.invoke("layout.toggle_lock")

    assert stand.asked(SetSettingRequest) == [
        SetSettingRequest(name="layout.locked", value=wanted, project="p1")
        for wanted in (True, False)
    ]
