"""Every panel and page that the documentation shows no picture of, to be looked at in all themes.

`docs/take_screenshots.py --themes FOLDER` takes them beside its own; each scene leaves the window
as it found it.
"""

# ruff: noqa: INP001 - Beside its script, not in a package.

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QMenu
from screenshot_team import define, define_reviewer, go_on

from idea.application.agents.views import AgentView, ResumableView
from idea.application.layouts.apply_preset import ApplyPresetRequest
from idea.application.layouts.set_broadcast import SetBroadcastRequest
from idea.application.layouts.split_cell import SplitCellRequest
from idea.application.terminals.stop_session import StopSessionRequest
from idea.application.use_case import Request
from idea.domain.layout.codec import encode
from idea.domain.layout.dropping import Zone
from idea.domain.layout.notation import read
from idea.presentation.desktop.panels.agent_page import AgentPage
from idea.presentation.desktop.viewmodels.agent_page import PageTab

_FIRST_WINDOW = 1280, 800
_AT = {
    Zone.LEFT: (0.08, 0.5),
    Zone.RIGHT: (0.92, 0.5),
    Zone.UP: (0.5, 0.08),
    Zone.DOWN: (0.5, 0.92),
    Zone.CENTRE: (0.5, 0.5),
}
_WATCH = 'for n in 212 213 214 215; do echo "[watch] $n tests ok  2.$((n % 10)) s"; done; exec cat'
_DAEMON = "(setsid sleep 900 >/dev/null 2>&1 &); echo serving; exec cat"
_RECIPE = {
    "version": 1,
    "name": "Web",
    "variables": [
        {"name": "branch", "default": "main", "sentence": "What is checked out."},
        {"name": "port", "default": "8080"},
    ],
    "layout": encode(read("a | (b / c)")),
    "cells": {
        "a": {"command": ["sh", "-c", "echo serving {{branch}}; exec cat"]},
        "b": {"command": ["sleep", "600"], "title": "port {{port}}"},
    },
}


class Studio(Protocol):
    """What a scene is played on."""

    window: Any

    def ask[R](self, request: Request[R]) -> R:
        """Execute a use case while the window lives on."""

    def wait(self, condition: Callable[[], bool], what: str) -> None:
        """Let the window live until a condition holds."""

    def size(self, width: int, height: int) -> None:
        """Make the window as large as the picture."""

    def run(self, cell: str, *command: str) -> str:
        """Run a program in a cell."""

    def wait_for(self, session: str, text: str) -> None:
        """Wait until a text is painted."""

    def type(self, session: str, text: str, *shown: str) -> None:
        """Type a line into a program and wait for what it shows."""

    def focus(self, address: str) -> None:
        """Point at a cell."""

    def addresses(self) -> list[str]:
        """Return the addresses of all cells."""

    def cell(self, address: str) -> str:
        """Return the cell at an address."""

    def shoot(self, path: Path) -> None:
        """Take the picture in each theme."""


def scenes(project: Path, folder: Path) -> dict[str, Callable[[Studio], None]]:
    """Return every scene by its name, played in a project."""
    stage = _Scenes(project, folder)
    found = [name for name in vars(_Scenes) if not name.startswith("_")]
    return {name.replace("_", "-"): getattr(stage, name) for name in found}


class _Scenes:
    """Each method shows one thing."""

    def __init__(self, project: Path, folder: Path) -> None:
        self._project = str(project)
        self._folder = folder

    def skills(self, studio: Studio) -> None:
        """The side bar's page of skills, and the page of one."""
        self._with_team(studio)
        studio.window.invoke("view.show_skills")
        self._choose_row(studio, "skill:global:code-review")
        self._shoot(studio, "skill-page")
        self._back(studio)

    def engines(self, studio: Studio) -> None:
        """The side bar's page of engines."""
        self._with_team(studio)
        studio.run("A1")
        studio.window.invoke("view.show_engines")
        self._shoot(studio, "engines")
        self._back(studio)

    def agent_tabs(self, studio: Studio) -> None:
        """The context, the sessions and the history of an agent."""
        reviewer = self._with_team(studio)
        go_on(studio, Path(self._project), reviewer)
        studio.window.invoke("agent.open_page", "reviewer")
        page = studio.window.pages.page(studio.window.desk.current)
        assert isinstance(page, AgentPage)  # noqa: S101 - A script.
        studio.wait(lambda: page.reading.context is not None, "what it reads")
        for tab in (PageTab.CONTEXT, PageTab.SESSIONS, PageTab.HISTORY):
            page.show_tab(tab)
            self._shoot(studio, f"agent-{tab.value.lower()}")
        self._back(studio)

    def context_page(self, studio: Studio) -> None:
        """What every agent of the project reads."""
        self._with_team(studio)
        studio.window.invoke("project.edit_context")
        self._shoot(studio, "context-page")
        self._back(studio)

    def overview(self, studio: Studio) -> None:
        """All sessions, and programs that ended ones left running."""
        self._watched_grid(studio)
        studio.focus("B2")
        studio.window.invoke("cell.detach_session")
        studio.wait(lambda: studio.window.desk.focused_session is None, "the empty cell")
        left = studio.run("B2", "sh", "-c", _DAEMON)
        studio.wait_for(left, "serving")
        studio.focus("A1")
        studio.window.invoke("cell.detach_session")
        studio.wait(lambda: studio.window.desk.focused_session is None, "the detached session")
        self._dialog(studio, "session.show_all", "all-sessions")
        studio.ask(StopSessionRequest(session=left))
        studio.wait(lambda: bool(studio.window.survivors.known), "what was left")
        self._shoot(studio, "survivors-line")
        self._dialog(studio, "session.show_survivors", "survivors")

    def interrupted(self, studio: Studio) -> None:
        """Agents that a restart of the computer ended."""
        reviewer = self._with_team(studio)
        found = [_interrupted(reviewer, name, way) for name, way in _WAYS]
        studio.window.resuming._open(studio.window.desk.current, found)  # noqa: SLF001 - No restart for a picture.
        self._shoot(studio, "interrupted")
        self._dismiss()

    def find_bar(self, studio: Studio) -> None:
        """Something sought in a cell."""
        self._watched_grid(studio)
        studio.window.invoke("edit.find")
        QTest.keyClicks(QApplication.focusWidget(), "tests")
        self._shoot(studio, "find-bar")
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)

    def broadcast(self, studio: Studio) -> None:
        """Three cells that get what is typed into one."""
        self._watched_grid(studio)
        studio.ask(SetBroadcastRequest(project=self._project, cells="A1 B1 B2"))
        studio.wait(lambda: len(studio.window.desk.broadcast) == 3, "the set")
        self._shoot(studio, "broadcast")
        studio.window.invoke("layout.end_broadcast")

    def cards(self, studio: Studio) -> None:
        """Twenty-four sessions in a first window, and room made for one of them."""
        studio.size(*_FIRST_WINDOW)
        self._preset(studio, "grid-4x3")
        for address in studio.addresses():
            studio.ask(
                SplitCellRequest(project=self._project, cell=studio.cell(address), side="down")
            )
        for number, address in enumerate(studio.addresses()):
            studio.window.cells.start_behind(studio.cell(address), "")
            studio.wait(
                lambda number=number: len(studio.window.desk.layout.sessions) > number,  # type: ignore[misc]
                "its shell",
            )
        self._shoot(studio, "cards")
        studio.focus(studio.addresses()[9])
        studio.window.invoke("cell.toggle_room")
        self._shoot(studio, "cards-with-room")

    def accordion(self, studio: Studio) -> None:
        """A focused cell that has grown."""
        self._watched_grid(studio, "grid-3x3")
        studio.size(900, 560)
        studio.focus("B2")
        studio.window.invoke("view.toggle_accordion")
        self._shoot(studio, "accordion")
        studio.window.invoke("view.toggle_accordion")

    def range_selected(self, studio: Studio) -> None:
        """A range, and its bar."""
        self._watched_grid(studio, "grid-3x3")
        desk = studio.window.desk
        desk.mark_between(studio.cell("B1"), studio.cell("C2"))
        self._shoot(studio, "range")
        desk.clear_mark()

    def drag(self, studio: Studio) -> None:
        """A cell over each zone of another one."""
        self._watched_grid(studio)
        grid = studio.window.pages.grid(studio.window.desk.current)
        frame, other = grid.frame(studio.cell("A1")), grid.frame(studio.cell("B2"))
        QTest.mousePress(frame, Qt.MouseButton.LeftButton, pos=QPoint(60, 12))
        QTest.mouseMove(frame, QPoint(90, 16))
        for zone, (across, down) in _AT.items():
            inside = QPoint(round(other.width() * across), round(other.height() * down))
            aim = frame.mapFrom(grid, other.mapTo(grid, inside))
            QTest.mouseMove(frame, aim)
            self._shoot(studio, f"drag-{zone.value}")
        QTest.keyClick(studio.window.windowHandle(), Qt.Key.Key_Escape)
        QTest.mouseRelease(frame, Qt.MouseButton.LeftButton, pos=QPoint(60, 12))

    def notice(self, studio: Studio) -> None:
        """What became of something, with a way back, and what failed."""
        self._watched_grid(studio)
        notices = studio.window.notices
        notices.offer("Cells A1:B2 are one; 3 sessions went to the background.", "Undo", lambda: 0)
        self._shoot(studio, "notice")
        studio.window.banner.clear()
        notices.tell("“Merge cells” cannot be used now: select a range first.")
        self._shoot(studio, "notice-refused")
        studio.window.banner.clear()

    def quit_question(self, studio: Studio) -> None:
        """What goes on and what ends."""
        self._watched_grid(studio)
        self._dialog(studio, "window.quit", "quit")

    def recipe(self, studio: Studio) -> None:
        """What a recipe of the project would start, and what it asks for."""
        folder = Path(self._project, ".ideai", "recipes")
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "web.json").write_text(json.dumps(_RECIPE))
        studio.window.invoke("recipe.open")
        box = studio.window.palette_box
        studio.wait(lambda: box.is_open and bool(box.entries), "the recipes")
        self._shoot(studio, "recipes")
        QTest.keyClicks(box.box, "Web")
        QTest.keyClick(box.box, Qt.Key.Key_Return)
        studio.wait(lambda: _dialogs() != [], "the question")
        self._shoot(studio, "recipe-agree")
        asked = _dialogs()[-1]
        asked.agree.click()  # type: ignore[attr-defined]
        studio.wait(lambda: _dialogs() not in ([], [asked]), "its variables")
        self._shoot(studio, "recipe-variables")
        self._dismiss()
        self._dialog(studio, "recipe.save", "recipe-save")
        (folder / "web.json").unlink()

    def empty(self, studio: Studio) -> None:
        """A grid in which nothing runs."""
        self._preset(studio, "grid-2x2")
        self._shoot(studio, "empty")

    def menus(self, studio: Studio) -> None:
        """The menu of everything."""
        self._watched_grid(studio)
        strip = studio.window.tabs
        studio.window.tabs.menu_asked.emit(strip.mapToGlobal(QPoint(strip.width() - 130, 34)))
        self._shoot(studio, "menu")
        for each in QApplication.topLevelWidgets():
            if isinstance(each, QMenu):
                each.hide()

    def about(self, studio: Studio) -> None:
        """What this is."""
        self._watched_grid(studio)
        self._dialog(studio, "help.show_about", "about")

    def narrow(self, studio: Studio) -> None:
        """The settings in a narrow window."""
        studio.size(760, 700)
        studio.window.invoke("window.open_settings")
        self._shoot(studio, "settings-narrow")
        studio.window.invoke("agent.close_page")

    def _shoot(self, studio: Studio, name: str) -> None:
        studio.shoot(self._folder / f"{name}.png")

    def _preset(self, studio: Studio, preset: str) -> None:
        studio.ask(ApplyPresetRequest(project=self._project, preset=preset))

    def _watched_grid(self, studio: Studio, preset: str = "grid-2x2") -> None:
        """Let something run in every cell."""
        self._preset(studio, preset)
        addresses = studio.addresses()
        for address in addresses:
            session = studio.run(address, "sh", "-c", _WATCH)
            if len(addresses) < 5:
                studio.wait_for(session, "215")
        studio.focus("A1")

    def _with_team(self, studio: Studio) -> AgentView:
        studio.size(*_FIRST_WINDOW)
        project = Path(self._project)
        define(studio, project, ("Architect", "claude-code"), ("Tester", "codex"))
        return define_reviewer(studio, project)

    def _choose_row(self, studio: Studio, row: str) -> None:
        rows = studio.window.side_bar.list

        def known() -> bool:
            return any(row == one.id for section in rows.view.sections for one in section.rows)

        studio.wait(known, row)
        rows.chosen.emit(row)

    def _back(self, studio: Studio) -> None:
        if studio.window.registry.is_enabled("agent.close_page"):
            studio.window.invoke("agent.close_page")
        studio.window.invoke("view.show_sessions")

    def _dialog(self, studio: Studio, action: str, name: str) -> None:
        studio.window.invoke(action)
        studio.wait(lambda: _dialogs() != [], f"the dialog of {action}")
        self._shoot(studio, name)
        self._dismiss()

    def _dismiss(self) -> None:
        for dialog in _dialogs():
            dialog.reject()


_WAYS = (("Architect", True), ("Reviewer", True), ("Tester", False))


def _interrupted(like: AgentView, name: str, can_resume: bool) -> ResumableView:  # noqa: FBT001
    return ResumableView(
        agent=replace(like, id=name.lower(), name=name),
        session=f"session-{name}",
        reason="The computer was restarted.",
        ended_at="2026-09-02T09:12:00+00:00",
        conversation="5b542b4b" if can_resume else "",
        can_resume=can_resume,
        sentence="Goes on with its conversation." if can_resume else "Begins a new conversation.",
    )


def _dialogs() -> list[QDialog]:
    shown = QApplication.topLevelWidgets()
    return [each for each in shown if isinstance(each, QDialog) and each.isVisible()]
