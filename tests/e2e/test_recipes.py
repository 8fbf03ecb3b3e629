"""A recipe that came with a project, from the palette to the programs in its cells."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from idea.application.layouts.show_layout import ShowLayoutRequest
from idea.application.recipes.list_recipes import ListRecipesRequest
from idea.application.terminals.list_sessions import ListSessionsRequest
from idea.domain.layout.codec import encode
from idea.domain.layout.notation import read
from idea.domain.layout.tree import leaf_ids
from idea.presentation.desktop.shell.agree_dialog import AgreeDialog
from idea.presentation.desktop.shell.name_dialog import NameDialog
from idea.presentation.desktop.shell.variables_dialog import VariablesDialog
from support.real_window import RealWindow, real_window_on

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

RECIPE = {
    "version": 1,
    "name": "Web",
    "variables": [{"name": "greeting", "default": "good day"}],
    "layout": encode(read("a | (b / c)")),
    "cells": {
        "a": {"command": ["sh", "-c", 'echo "$0 in ${PWD##*/}"; exec sleep 600', "{{greeting}}"]},
        "b": {"command": ["sleep", "600"], "folder": "web", "title": "at {{greeting}}"},
    },
}


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[RealWindow]:
    monkeypatch.setenv("SHELL", shutil.which("sh") or "/bin/sh")
    project = tmp_path / "ledger"
    (project / "web").mkdir(parents=True)
    recipes = project / ".ideai" / "recipes"
    recipes.mkdir(parents=True)
    (recipes / "web.json").write_text(json.dumps(RECIPE))
    with real_window_on(qtbot, project) as found:
        yield found


def _choose(window: RealWindow, title: str) -> None:
    window.invoke("recipe.open")
    box = window.window.palette_box
    window.wait(
        lambda: box.is_open and title in [entry.title for entry in box.entries],
        lambda: "the recipes",
    )
    QTest.keyClicks(box.box, title)
    QTest.keyClick(box.box, Qt.Key.Key_Return)


def _dialog[D](window: RealWindow, kind: type[D]) -> D:
    def found() -> list[D]:
        return [each for each in QApplication.topLevelWidgets() if isinstance(each, kind)]

    window.wait(lambda: bool(found()), lambda: f"the {kind.__name__}")
    return found()[-1]


def test_a_projects_recipe_runs_once_agreed_and_is_saved_opened_and_undone(
    window: RealWindow,
) -> None:
    project = str(window.project)
    before = window.ask(ShowLayoutRequest(project=project))
    _choose(window, "Web")
    _dialog(window, AgreeDialog).agree.click()
    asking = _dialog(window, VariablesDialog)
    asking.boxes["greeting"].setText("hello; exit")
    asking.take.click()
    window.wait(lambda: len(leaf_ids(window.tree)) == 3, lambda: "the recipe's grid")

    def names() -> list[str]:
        desk = window.window.desk
        looks = [view.look for view in desk.cells(desk.current).values()]
        return [look.name if look is not None else "" for look in looks]

    window.wait(lambda: "at hello; exit" in names(), lambda: f"the title, not {names()}")
    first = next(iter(window.ask(ShowLayoutRequest(project=project)).sessions.values()))
    window.cell_of(first).wait_for("hello; exit in ledger")
    assert names()[2] == ""
    views = {each.id: each for each in window.ask(ListSessionsRequest(project=project))}
    assert sorted(each.cwd for each in views.values() if each.command[0] == "sleep") == [
        str(window.project / "web")
    ]

    window.invoke("recipe.save")
    naming = _dialog(window, NameDialog)
    naming.box.setText("Mine")
    naming.take.click()
    window.wait(
        lambda: len(window.ask(ListRecipesRequest(project=project)).recipes) == 2,
        lambda: "the saved recipe",
    )
    layout = window.ask(ShowLayoutRequest(project=project))
    _choose(window, "Mine")
    window.wait(
        lambda: (
            len(window.ask(ShowLayoutRequest(project=project)).sessions) == 2
            and window.ask(ShowLayoutRequest(project=project)).tree != layout.tree
        ),
        lambda: "the saved recipe's programs",
    )
    live = {each.id for each in window.ask(ListSessionsRequest()) if each.status == "running"}
    assert set(layout.sessions.values()) | set(before.sessions.values()) <= live
    window.invoke("layout.undo")
    window.wait(
        lambda: window.ask(ShowLayoutRequest(project=project)).sessions == layout.sessions,
        lambda: "the grid from before",
    )
