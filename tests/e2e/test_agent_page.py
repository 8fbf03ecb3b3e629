"""The page of an agent in the real window, over a real engine and a program that runs."""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPlainTextEdit
from pytestqt.qtbot import QtBot

from idea.presentation.desktop.panels.agent_page import AgentPage
from support.engine_window import Window
from support.fake_agents import FakeAgents
from support.real_window import RealWindow, real_window_on

pytestmark = [pytest.mark.slow, pytest.mark.posix, pytest.mark.timeout(180)]


class Team:
    """A window with one agent, on whose page a person writes."""

    def __init__(self, stand: RealWindow) -> None:
        self.stand = stand
        self.agents = FakeAgents(cast("Window", stand))
        self.file = stand.project / ".ideai" / "agents" / "ada.md"

    def open(self) -> AgentPage:
        """Open the page, and wait for what it shows."""
        desk = self.stand.window.desk
        self.stand.wait(lambda: bool(desk.teams.of(desk.current)), lambda: "the agent")
        self.stand.window.invoke("agent.open_page", "ada")
        page = self.stand.window.pages.page(desk.current)
        assert isinstance(page, AgentPage)
        self.stand.wait(lambda: "Be Ada." in page.editor.text(), lambda: "the role")
        self.stand.wait(lambda: page.reading.context is not None, lambda: "what it reads")
        return page

    def type(self, page: AgentPage, text: str) -> None:
        """Type at the end of the role, as a person does."""
        field = page.editor.findChild(QPlainTextEdit)
        assert field is not None
        QTest.keyClick(field, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
        QTest.keyClicks(field, text)

    def document(self) -> str:
        """Return what the program was given to read; empty while it does not run."""
        with contextlib.suppress(FileNotFoundError):
            return "".join(one.read_text() for one in self.agents.documents())
        return ""

    def drafts(self) -> list[Path]:
        """Return the files that hold what was typed and not saved."""
        return list((self.stand.project / ".ideai" / "trash").glob("*-typed.md"))

    def save(self, page: AgentPage) -> None:
        """Press the usual key."""
        field = page.editor.findChild(QPlainTextEdit)
        assert field is not None
        QTest.keyClick(field, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)


@pytest.fixture
def team(qtbot: QtBot, tmp_path: Path) -> Iterator[Team]:
    project = tmp_path / "ledger"
    project.mkdir()
    with real_window_on(qtbot, project) as stand:
        made = Team(stand)
        made.agents.add_profile(tmp_path)
        made.agents.define("Ada")
        yield made


def test_a_role_is_written_and_a_relaunch_reads_it(team: Team) -> None:
    stand = team.stand
    team.agents.launch("Ada")
    page = team.open()
    stand.wait(lambda: page.head.launch.text() == "Relaunch", lambda: "the program")

    team.type(page, "And kind.")
    stand.wait(lambda: len(team.drafts()) == 1, lambda: "what was typed to be kept")
    assert team.drafts()[0].read_text().endswith("And kind.")
    team.save(page)
    stand.wait(lambda: not team.drafts(), lambda: "the draft to go")
    stand.wait(lambda: not page.has_unsaved, lambda: "the role to be saved")
    assert team.file.read_text().rstrip().endswith("Be Ada.\nAnd kind.")
    stand.wait(lambda: "1 line added" in page.reading.change.sentence, lambda: "the change")

    page.head.launch.click()
    stand.wait(lambda: "And kind." in team.document(), lambda: "the relaunch")
    stand.wait(lambda: page.head.launch.text() == "Relaunch", lambda: "the program")
    stand.wait(lambda: not page.reading.change.sentence, lambda: "nothing to be left to read")


def test_a_role_that_an_editor_wrote_meanwhile_is_not_written_over(team: Team) -> None:
    stand = team.stand
    page = team.open()
    team.type(page, "Mine.")
    team.file.write_text("# Ada\n\nTheirs.\n")

    team.save(page)
    stand.wait(lambda: "changed elsewhere" in page.editor.line.sentence, lambda: "the question")
    assert team.file.read_text() == "# Ada\n\nTheirs.\n"
    page.editor.line.buttons[0].click()
    stand.wait(lambda: not page.has_unsaved, lambda: "the role to be saved")

    assert team.file.read_text().rstrip().endswith("Be Ada.\nMine.")
    trash = (stand.project / ".ideai" / "trash").rglob("*.md")
    assert "# Ada\n\nTheirs.\n" in [kept.read_text() for kept in trash]


def test_a_role_that_is_only_read_shows_what_an_editor_writes(team: Team) -> None:
    page = team.open()

    team.file.write_text("# Ada\n\nBe brief.\n")

    team.stand.wait(lambda: "Be brief." in page.editor.text(), lambda: "the other text")
    assert not page.has_unsaved
