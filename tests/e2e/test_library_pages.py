"""Skills and templates in the real window, over a real engine."""

from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from idea.application.agents.list_agents import ListAgentsRequest
from idea.application.templates.create_agent_from_template import CreateAgentFromTemplateRequest
from idea.presentation.desktop.panels.text_page import TextPage
from idea.presentation.desktop.shell.name_dialog import NameDialog
from idea.presentation.desktop.shell.sync_dialog import SyncDialog
from support.engine_window import Window
from support.fake_agents import PROFILE, FakeAgents
from support.real_window import RealWindow, real_window_on

pytestmark = [pytest.mark.slow, pytest.mark.posix, pytest.mark.timeout(180)]


class Shelf:
    """A window on a project whose library a person works on."""

    def __init__(self, stand: RealWindow) -> None:
        self.stand = stand
        self.window = stand.window
        self.wait = stand.wait
        self.ideai = stand.project / ".ideai"

    def page(self, of: str) -> TextPage:
        """Wait for the page of a text that has this name."""

        def found() -> TextPage | None:
            page = self.window.pages.page(self.window.desk.current)
            is_it = isinstance(page, TextPage) and page.accessibleName().startswith(of)
            return page if is_it else None

        self.wait(lambda: found() is not None, lambda: f"the page of {of}")
        return cast("TextPage", found())

    def dialog[D: QWidget](self, kind: type[D]) -> D:
        """Wait for a dialog."""
        self.wait(lambda: bool(self.window.findChildren(kind)), lambda: f"a {kind.__name__}")
        [found] = self.window.findChildren(kind)
        return found

    def write(self, page: TextPage, text: str) -> None:
        """Type at the end of a text, and save it."""
        field = page.editor.findChild(QPlainTextEdit)
        assert field is not None
        self.wait(lambda: not field.isReadOnly(), lambda: "the text to be read")
        QTest.keyClick(field, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
        QTest.keyClicks(field, text)
        QTest.keyClick(field, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
        self.wait(lambda: not page.has_unsaved, lambda: "the text to be saved")

    def row(self, named: str) -> str:
        """Wait for a row of the side bar; return its id."""

        def rows() -> list[str]:
            sections = self.window.side_bar.list.view.sections
            return [row.id for section in sections for row in section.rows if row.id == named]

        self.wait(lambda: bool(rows()), lambda: f"the row {named}")
        return named


@pytest.fixture
def shelf(qtbot: QtBot, tmp_path: Path) -> Iterator[Shelf]:
    project = tmp_path / "ledger"
    project.mkdir()
    with real_window_on(qtbot, project) as stand:
        FakeAgents(cast("Window", stand)).add_profile(tmp_path)
        yield Shelf(stand)


def test_a_skill_is_written_in_the_window_and_changed_elsewhere(shelf: Shelf) -> None:
    shelf.window.invoke("skill.create")
    asked = shelf.dialog(NameDialog)
    asked.box.setText("Tidy up")
    asked.choice.setChecked(True)
    asked.take.click()
    page = shelf.page("Tidy up, new skill")
    shelf.write(page, "Leave it cleaner.")

    file = shelf.ideai / "skills" / "tidy-up.md"
    assert file.read_text() == "# Tidy up\n\nLeave it cleaner.\n"
    assert shelf.page("Tidy up, skill, this project's") is page
    file.write_text("# Tidy up\n\nLeave it as it was.\n")
    shelf.wait(lambda: page.editor.text() == "Leave it as it was.", lambda: "the other text")
    file.unlink()
    shelf.wait(lambda: "is no more" in page.editor.line.sentence, lambda: "that it is gone")


def test_a_template_is_changed_and_its_agents_follow_and_go_back(shelf: Shelf) -> None:
    project = str(shelf.stand.project)
    ask = shelf.stand.ask
    made = CreateAgentFromTemplateRequest(project=project, template="reviewer", profile=PROFILE)
    agent = ask(made)
    role = Path(agent.role_path)
    before = role.read_text()
    shelf.window.invoke("view.show_templates")
    shelf.window.side_bar.list.chosen.emit(shelf.row("template:reviewer"))
    shelf.write(shelf.page("Reviewer, template v1"), "Be kind.")
    shelf.page("Reviewer, template v2")

    drift = shelf.row(f"drift:{agent.project}:{agent.id}")
    shelf.window.side_bar.list.chosen.emit(drift)
    dialog = shelf.dialog(SyncDialog)
    assert "+Be kind." in dialog.text.toPlainText()
    dialog.all.click()
    shelf.wait(lambda: "Be kind." in role.read_text(), lambda: "the sync")
    shelf.wait(lambda: "up to date" in shelf.window.banner.sentence, lambda: "the report")
    shelf.window.banner._button.click()
    shelf.wait(lambda: role.read_text() == before, lambda: "the role as it was")
    [back] = ask(ListAgentsRequest(project=project))
    assert back.template_version == 1
