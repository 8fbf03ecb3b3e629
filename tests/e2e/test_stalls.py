"""Never does the window stand still for longer than a person overlooks, whatever is opened.

Every test with a real window is watched, and a run ends with a table of what stood still longest;
`script/bench stalls` runs those of the spreadsheet and prints the worst of each.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot

from idea.application.agents.launch_agent import LaunchAgentRequest
from idea.application.agents.stop_agent import StopAgentRequest
from idea.application.layouts.apply_preset import ApplyPresetRequest
from idea.domain.layout.tree import leaf_ids
from support.engine_window import Window
from support.fake_agents import FakeAgents
from support.real_window import RealWindow, real_window_on

pytestmark = [pytest.mark.slow, pytest.mark.posix, pytest.mark.timeout(300)]

MOST_S = 0.25
"""Twice and a half what a person may ever meet: a busy machine is slow even with a processor."""
AGENTS = 10
PAGES = (
    "view.show_templates",
    "view.show_skills",
    "view.show_engines",
    "view.show_sessions",
    "window.open_settings",
    "window.open_keys",
    "session.show_all",
    "session.show_survivors",
    "agent.resume",
    "project.edit_context",
    "profile.create",
    "skill.create",
    "template.create",
    "recipe.save",
    "project.open_folder",
    "help.show_about",
    "window.open_palette",
    "edit.find",
)


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[RealWindow]:
    monkeypatch.setenv("SHELL", shutil.which("sh") or "/bin/sh")
    project = tmp_path / "ledger"
    project.mkdir()
    with real_window_on(qtbot, project) as found:
        yield found


def _rest(window: RealWindow) -> None:
    """Let the window do what it does after an action, and leave what it opened."""
    window.qtbot.wait(150)
    main = window.window
    window.watch.doing = f"leaving what {window.watch.doing} opened"
    if main.palette_box.is_open:
        main.palette_box.close_palette()
    for top in QApplication.topLevelWidgets():
        if isinstance(top, QDialog) and top.isVisible():
            top.reject()
    if main.registry.is_enabled("agent.close_page"):
        main.invoke("agent.close_page")
    window.qtbot.wait(50)


def test_no_page_that_is_opened_stops_the_window(window: RealWindow) -> None:
    for action in (*PAGES, *PAGES):
        window.watch.doing = action
        window.window.invoke(action)
        _rest(window)
    window.window.invoke("window.open_palette")
    window.watch.doing = "typing into the palette"
    QTest.keyClicks(window.window.palette_box.box, "split the cell")
    _rest(window)
    for page in ("window.open_settings", "agent.close_page"):
        window.window.invoke(page)
        for theme in ("view.toggle_theme", "view.toggle_contrast") * 2:
            window.invoke(theme)
            window.qtbot.wait(200)

    _check(window)


def test_ten_agents_that_start_and_end_at_once_do_not_stop_the_window(
    window: RealWindow, tmp_path: Path
) -> None:
    agents = FakeAgents(cast("Window", window))
    agents.add_profile(tmp_path)
    project = str(window.project)
    window.ask(ApplyPresetRequest(project=project, preset="grid-4x3"))
    window.wait(lambda: len(leaf_ids(window.tree)) == 12, lambda: "the grid")
    names = [view.name for view in agents.define(*(f"A{n}" for n in range(AGENTS)))]

    window.watch.doing = "ten launches"
    execute, submit = window.client.use_cases.execute, window.client.thread.submit
    begun = [submit(execute(LaunchAgentRequest(project=project, agent=one))) for one in names]
    window.wait(lambda: all(one.done() for one in begun), lambda: "the launches")
    for one in begun:
        session = one.result(0).id
        window.wait(
            lambda session=session: "I read:" in window.cell_of(session).text,  # type: ignore[misc]
            lambda session=session: f"what {session} reads",  # type: ignore[misc]
        )
    for name in names[:3]:
        for action in ("agent.open_page", "agent.show_context"):
            window.window.invoke(action, name.lower())
            _rest(window)
    window.watch.doing = "ten stops"
    ended = [submit(execute(StopAgentRequest(project=project, agent=one))) for one in names]
    window.wait(lambda: all(one.done() for one in ended), lambda: "the stops")

    _check(window)


def _check(window: RealWindow) -> None:
    worst = window.watch.worst
    print(f"the longest stall was {worst}")  # noqa: T201 # What a person wants of this run.
    assert worst.with_processor < MOST_S, worst
