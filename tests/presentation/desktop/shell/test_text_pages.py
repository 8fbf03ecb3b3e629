"""The pages of skills, templates and the context: what they show, ask for, and never lose."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from idea.application.projects.close_project import CloseProjectRequest
from idea.application.projects.project_context import (
    ProjectText,
    ShowContextRequest,
    WriteContextRequest,
)
from idea.application.projects.text_drafts import (
    KeepTextDraftRequest,
    ListTextDraftsRequest,
    TextDraftView,
)
from idea.application.skills.create_skill import CreateSkillRequest
from idea.application.skills.delete_skill import DeleteSkillRequest
from idea.application.skills.update_skill import UpdateSkillRequest
from idea.application.skills.views import SkillsView, SkillView
from idea.application.templates.create_template import CreateTemplateRequest
from idea.application.templates.show_template import ShowTemplateRequest
from idea.application.templates.update_template import UpdateTemplateRequest
from idea.application.templates.views import TemplateView
from idea.application.views import AgentsOutdated, SettingShown
from idea.domain.errors import ConflictError, InvalidError
from idea.presentation.desktop.panels.agent_page import AgentPage
from idea.presentation.desktop.panels.text_page import TextPage
from idea.presentation.desktop.shell.name_dialog import NameDialog
from idea.presentation.desktop.shell.unsaved_dialog import UnsavedDialog
from idea.presentation.desktop.shell.versions_dialog import VersionsDialog
from idea.presentation.desktop.viewmodels.library_rows import RowName, row_name
from support.accessibility import nameless
from support.desktop import a_session
from support.shelves import COMMIT, CRITIC, OURS, REVIEWER, Shelves
from support.window import Stand, an_engine, play, settle


class Desk:
    """A window with a library, and what its pages are asked."""

    def __init__(self, qtbot: QtBot, stand: Stand, drafts: tuple[TextDraftView, ...] = ()) -> None:
        self.qtbot = qtbot
        self.stand = stand
        self.window = stand.window
        self.shelves = Shelves(stand)
        self.template = replace(CRITIC, versions=(7, 6, 5))
        self.context = "A ledger.\n"
        answer = stand.use_cases.answer
        answer(UpdateSkillRequest, self._update_skill)
        answer(CreateSkillRequest, self._create_skill)
        answer(ShowTemplateRequest, self._show_template)
        answer(UpdateTemplateRequest, self._update_template)
        answer(CreateTemplateRequest, lambda asked: replace(CRITIC, id="new", name=asked.name))
        answer(
            ShowContextRequest, lambda _: ProjectText(project="p1", path="/x", text=self.context)
        )
        answer(
            WriteContextRequest, lambda asked: ProjectText(project="p1", path="/x", text=asked.text)
        )
        self.drafts: tuple[TextDraftView, ...] = drafts
        answer(ListTextDraftsRequest, lambda _: self.drafts)
        answer(KeepTextDraftRequest, lambda _: None)
        answer(CloseProjectRequest, lambda _: InvalidError("not asked for"))
        play(qtbot, stand, an_engine("a | b", (a_session("s1", cell="a"),)))
        self.window.activateWindow()
        self.settle()

    def settle(self) -> None:
        """Let what was asked be answered and shown."""
        settle(self.qtbot, self.stand)
        settle(self.qtbot, self.stand)

    def click(self, row: str) -> TextPage:
        """Click on a row of the side bar that opens a page."""
        self.window.side_bar.list.chosen.emit(row)
        self.settle()
        return self.page

    def invoke(self, action: str) -> None:
        """Carry out an action of the catalogue."""
        self.window.invoke(action)
        self.settle()

    @property
    def page(self) -> TextPage:
        """The page in front."""
        found = self.window.pages.stack.currentWidget()
        assert isinstance(found, TextPage)
        return found

    @property
    def is_grid_shown(self) -> bool:
        """Whether the grid is in its place."""
        return self.window.pages.stack.currentWidget() is self.window.pages.grid("p1")

    @property
    def field(self) -> QPlainTextEdit:
        """Where the text is typed."""
        found = self.page.editor.findChild(QPlainTextEdit)
        assert found is not None
        return found

    def write(self, text: str) -> None:
        """Type at the end of the text."""
        self.field.moveCursor(QTextCursor.MoveOperation.End)
        self.field.insertPlainText(text)

    def kept(self) -> list[tuple[str, str]]:
        """Return what was kept of what was typed, and of which text."""
        asked = self.stand.asked(KeepTextDraftRequest)
        return [(one.of, one.text) for one in asked if isinstance(one, KeepTextDraftRequest)]

    def save(self) -> None:
        """Press the button."""
        self.page.editor.save_button.click()
        self.settle()

    def named(self, name: str, *, choice: bool = False) -> None:
        """Answer the dialog that asks for a name."""
        dialog = self.dialog(NameDialog)
        dialog.box.setText(name)
        dialog.choice.setChecked(choice)
        dialog.take.click()
        self.settle()

    def dialog[D: QWidget](self, kind: type[D]) -> D:
        """Return a dialog that is open."""
        [found] = [one for one in self.window.findChildren(kind) if one.isVisible()]
        return found

    def elsewhere(self, *skills: SkillView) -> None:
        """Change the skills as another program would."""
        self.shelves.skills = SkillsView(skills=skills)
        play(self.qtbot, self.stand, AgentsOutdated(""))
        self.settle()

    def _update_skill(self, asked: UpdateSkillRequest) -> SkillView:
        [known] = [
            one for one in self.shelves.skills.skills if f"{one.scope}:{one.id}" == asked.skill
        ]
        if asked.instead_of is not None and asked.instead_of != known.content:
            raise ConflictError("The skill Commit was changed elsewhere meanwhile.")
        changed = replace(known, content=asked.content)
        others = [one for one in self.shelves.skills.skills if one is not known]
        self.shelves.skills = SkillsView(skills=(*others, changed))
        return changed

    def _create_skill(self, asked: CreateSkillRequest) -> SkillView:
        scope = "project" if asked.project else "global"
        made = SkillView(id="new", scope=scope, name=asked.name, content=asked.content)
        self.shelves.skills = SkillsView(skills=(*self.shelves.skills.skills, made))
        return made

    def _show_template(self, asked: ShowTemplateRequest) -> TemplateView:
        version = asked.version or self.template.version
        text = self.template.content if version == self.template.version else f"v{version}\n"
        return replace(self.template, version=version, content=text)

    def _update_template(self, asked: UpdateTemplateRequest) -> TemplateView:
        self.template = replace(
            self.template,
            content=asked.content or "",
            version=self.template.version + 1,
            versions=(self.template.version + 1, *self.template.versions),
        )
        return self.template


@pytest.fixture
def desk(qtbot: QtBot, stand: Stand) -> Desk:
    return Desk(qtbot, stand)


def test_a_skill_opens_in_the_place_of_the_grid_and_escape_brings_that_back(desk: Desk) -> None:
    page = desk.click("skill:global:commit")
    desk.qtbot.waitUntil(desk.field.hasFocus)

    assert page.editor.text() == "Say why."
    assert page.accessibleName() == "Commit, skill, yours, for all projects · used by Reviewer"
    assert list(page.buttons) == ["Give to an agent…"]
    assert desk.window.side_bar.list.view.focused == "skill:global:commit"
    assert nameless(page) == []
    assert not desk.window.registry.is_enabled("cell.split_right")
    QTest.keyClick(desk.field, Qt.Key.Key_Escape)
    desk.settle()

    grid = desk.window.pages.grid("p1")
    assert desk.is_grid_shown
    assert grid is not None
    assert grid.isAncestorOf(QApplication.focusWidget())
    assert desk.window.registry.is_enabled("cell.split_right")
    assert desk.window.side_bar.list.view.focused == "s1"


def test_a_long_name_makes_no_window_wider(desk: Desk) -> None:
    before = desk.click("skill:global:commit").minimumSizeHint().width()
    desk.elsewhere(replace(COMMIT, name="Commit " * 60))

    assert desk.page.accessibleName().startswith("Commit Commit")
    assert desk.page.minimumSizeHint().width() == before


def test_nothing_is_typed_into_a_text_that_is_not_read_yet(desk: Desk) -> None:
    desk.window.side_bar.list.chosen.emit("skill:global:commit")
    assert desk.field.isReadOnly()
    QTest.keyClicks(desk.field, "Too early.")

    desk.settle()
    assert not desk.field.isReadOnly()
    assert desk.page.editor.text() == "Say why."


def test_a_skill_is_saved_instead_of_what_it_said(desk: Desk) -> None:
    page = desk.click("skill:project:ours")
    desk.write(" More.")
    assert page.has_unsaved

    QTest.keyClick(desk.field, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    desk.settle()

    assert desk.stand.asked(UpdateSkillRequest) == [
        UpdateSkillRequest(
            skill="project:ours",
            name="Ours",
            content="Do. More.",
            project="p1",
            instead_of="Do.",
        )
    ]
    assert not page.has_unsaved


def test_a_text_that_was_changed_elsewhere_comes_in_where_nothing_was_typed(desk: Desk) -> None:
    page = desk.click("skill:global:commit")
    desk.elsewhere(replace(COMMIT, content="Say why, briefly.", used_by=()))

    assert page.editor.text() == "Say why, briefly."
    assert page.accessibleName().endswith("used by no agent here")


def test_of_two_changes_of_a_text_the_person_chooses(desk: Desk) -> None:
    page = desk.click("skill:global:commit")
    desk.write(" Mine.")
    desk.shelves.skills = SkillsView(skills=(replace(COMMIT, content="Theirs."),))
    desk.save()

    assert "changed elsewhere" in page.editor.line.sentence
    assert page.editor.text() == "Say why. Mine.", "Nothing is taken away."
    mine = page.editor.line.buttons[0]
    assert mine.text() == "Keep mine"
    mine.click()
    desk.settle()
    last = desk.stand.asked(UpdateSkillRequest)[-1]
    assert isinstance(last, UpdateSkillRequest)
    assert (last.content, last.instead_of) == ("Say why. Mine.", "Theirs.")
    assert last.keep_replaced, "The text that gives way goes into the trash."
    assert not page.has_unsaved


def test_what_a_save_does_to_the_ends_of_a_text_is_no_change_from_elsewhere(desk: Desk) -> None:
    page = desk.click("skill:global:commit")
    desk.write(" More.\n\n")
    desk.elsewhere(replace(COMMIT, content="Say why. More."))

    assert page.editor.line.sentence == ""
    assert not page.has_unsaved


def test_a_skill_that_is_gone_says_so_and_comes_back_by_undo(desk: Desk) -> None:
    page = desk.click("skill:global:commit")
    desk.elsewhere(OURS)
    assert page.editor.line.sentence == "This skill is no more; copy what you want to keep."
    desk.elsewhere(OURS, COMMIT)
    assert page.editor.line.sentence == ""

    desk.elsewhere(OURS)
    page.editor.line.buttons[0].click()
    desk.settle()
    assert desk.is_grid_shown


@pytest.mark.parametrize("text", ["", " More."], ids=["read", "saved"])
def test_an_answer_that_comes_in_after_the_page_was_left_does_no_harm(
    desk: Desk, text: str
) -> None:
    desk.window.side_bar.list.chosen.emit("skill:global:commit")
    page = desk.page
    if text:
        desk.settle()
        desk.write(text)
        page.editor.save_button.click()
        page.editor.set_text(page.editor.kept)
    page.close_button.click()
    QCoreApplication.sendPostedEvents(page, QEvent.Type.DeferredDelete)
    assert not isValid(page)
    desk.settle()
    assert desk.is_grid_shown


def test_a_new_skill_is_written_down_when_it_is_saved_for_the_first_time(desk: Desk) -> None:
    desk.invoke("skill.create")
    desk.named("Tidy up", choice=True)
    page = desk.page
    assert page.accessibleName().startswith("Tidy up, new skill, this project's")
    assert desk.stand.asked(CreateSkillRequest) == []

    desk.write("Leave it cleaner.")
    desk.save()
    assert desk.stand.asked(CreateSkillRequest) == [
        CreateSkillRequest(name="Tidy up", content="Leave it cleaner.", project="p1")
    ]
    desk.elsewhere(*desk.shelves.skills.skills)
    assert desk.page is page
    assert page.accessibleName() == "Tidy up, skill, this project's · used by no agent here"
    desk.write(" Always.")
    desk.save()
    assert [one.skill for one in desk.stand.asked(UpdateSkillRequest)] == ["project:new"]  # type: ignore[attr-defined]


def test_the_plus_of_a_page_and_the_button_of_an_empty_one_begin_a_text(desk: Desk) -> None:
    desk.invoke("view.show_skills")
    play(desk.qtbot, desk.stand, SettingShown("window.side_bar_page", "skills"))
    bar = desk.window.side_bar
    assert bar.head.add.accessibleName() == "New skill"
    bar.head.add.click()
    desk.dialog(NameDialog).reject()
    desk.settle()

    desk.elsewhere()
    assert (bar.list.view.empty, bar.list.view.button) == (
        "A skill tells agents how to do one kind of work.",
        "New skill",
    )
    bar.list.begun.emit()
    desk.named("Tidy up")
    assert desk.page.accessibleName().startswith("Tidy up, new skill, yours")


def test_a_template_says_its_version_and_who_is_behind(desk: Desk) -> None:
    page = desk.click("template:critic")
    assert page.accessibleName() == "Critic, template v7 · 1 agent of it, 1 behind"
    assert page.editor.text() == CRITIC.content

    desk.write(" And more.")
    desk.save()
    [asked] = desk.stand.asked(UpdateTemplateRequest)
    assert asked == UpdateTemplateRequest(
        template="critic", content=f"{CRITIC.content} And more.", instead_of=CRITIC.content
    )


def test_an_older_version_is_read_and_brought_back_and_that_can_be_undone(desk: Desk) -> None:
    desk.click("template:critic").buttons["Versions…"].click()
    desk.settle()
    dialog = desk.dialog(VersionsDialog)
    assert [one.title for one in dialog.list.choices] == ["v7", "v6", "v5"]
    assert not dialog.back.isEnabled(), "It is the newest."

    QTest.keyClick(dialog.list, Qt.Key.Key_Down)
    desk.settle()
    assert dialog.text.toPlainText() == "v6\n"
    dialog.back.click()
    desk.settle()
    [asked] = desk.stand.asked(UpdateTemplateRequest)
    assert asked == UpdateTemplateRequest(template="critic", content="v6\n")
    assert desk.window.banner.sentence == "Critic says what v6 said; it is v8 now."
    desk.window.banner._button.click()
    desk.settle()
    assert desk.stand.asked(UpdateTemplateRequest)[-1] == UpdateTemplateRequest(
        template="critic", content=CRITIC.content
    )


def test_a_version_that_comes_in_after_the_dialog_was_left_is_nobodys(desk: Desk) -> None:
    desk.click("template:critic").buttons["Versions…"].click()
    desk.settle()
    dialog = desk.dialog(VersionsDialog)
    late: list[Callable[[TemplateView], None]] = []
    dialog._read = lambda _version, then: late.append(then)

    QTest.keyClick(dialog.list, Qt.Key.Key_Down)
    dialog.cancel.click()
    desk.settle()
    desk.qtbot.waitUntil(lambda: not isValid(dialog))
    late[0](replace(CRITIC, version=6))


def test_a_new_template_is_kept_when_it_is_saved(desk: Desk) -> None:
    desk.invoke("template.create")
    desk.named("Tester")
    desk.write("Break it.")
    desk.save()

    assert desk.stand.asked(CreateTemplateRequest) == [
        CreateTemplateRequest(name="Tester", content="Break it.")
    ]
    assert list(desk.page.buttons) == [
        *("Sync agents…", "Engine…", "Versions…", "New agent from it…")
    ]


def test_the_context_of_the_project_is_read_and_written(desk: Desk) -> None:
    desk.invoke("project.edit_context")
    assert desk.page.editor.text() == "A ledger.\n"
    desk.write("Be exact.")
    desk.save()

    assert desk.stand.asked(WriteContextRequest) == [
        WriteContextRequest(project="p1", text="A ledger.\nBe exact.", instead_of="A ledger.\n")
    ]


def test_what_was_typed_stays_with_a_page_that_was_left(desk: Desk) -> None:
    first = desk.click("skill:global:commit")
    desk.write(" More.")
    desk.invoke("agent.close_page")
    assert desk.is_grid_shown
    assert desk.window.banner.sentence == "What you typed in Commit is on its page, unsaved."

    desk.window.banner._button.click()
    desk.settle()
    assert desk.page is first
    assert desk.page.editor.text() == "Say why. More."


def test_a_page_gives_its_place_to_another_and_comes_back_as_it_was(desk: Desk) -> None:
    skill = desk.click("skill:global:commit")
    desk.write(" More.")
    desk.click("template:critic")
    desk.window.team.pages.open(REVIEWER)
    desk.settle()
    assert isinstance(desk.window.pages.stack.currentWidget(), AgentPage)
    assert desk.window.registry.is_enabled("agent.clone")
    assert desk.window.side_bar.list.view.focused == "agent:a1"

    desk.click("skill:global:commit")
    assert desk.page is skill
    assert skill.has_unsaved
    assert not desk.window.registry.is_enabled("agent.clone")
    desk.invoke("agent.close_page")
    assert desk.is_grid_shown, "No page is left below another."


def test_a_tab_is_not_closed_over_what_was_typed(desk: Desk) -> None:
    desk.click("skill:global:commit")
    desk.write(" More.")

    desk.window.commands.close_tab("p1")
    desk.settle()
    dialog = desk.dialog(UnsavedDialog)
    assert dialog.windowTitle() == "What you typed in Commit is not saved."
    assert desk.stand.asked(CloseProjectRequest) == []
    dialog.save.click()
    desk.settle()

    assert [one.content for one in desk.stand.asked(UpdateSkillRequest)] == [  # type: ignore[attr-defined]
        "Say why. More."
    ]
    assert len(desk.stand.asked(CloseProjectRequest)) == 1


def test_a_skill_is_deleted_from_the_side_bar_while_its_page_is_open(desk: Desk) -> None:
    desk.click("skill:project:ours")
    desk.window.library.do("skill.delete", _row("skill:project:ours"))
    desk.elsewhere(COMMIT)

    assert len(desk.stand.asked(DeleteSkillRequest)) == 1
    assert desk.page.editor.line.sentence.startswith("This skill is no more")


def _row(name: str) -> RowName:
    found = row_name(name)
    assert found is not None
    return found


def test_what_is_typed_is_kept_until_it_is_saved(desk: Desk) -> None:
    desk.click("skill:global:commit")
    desk.write(" More.")
    assert desk.kept() == []
    desk.qtbot.waitUntil(lambda: desk.kept() == [("skill:global:commit", "Say why. More.")])

    desk.write(" Always.")
    desk.save()
    assert desk.kept()[1:] == [("skill:global:commit", "")]


def test_what_is_typed_for_a_new_skill_is_kept_and_let_go_of_once_there_is_one(desk: Desk) -> None:
    desk.invoke("skill.create")
    desk.named("Tidy up", choice=True)
    desk.write("Leave it cleaner.")
    typed = [("new project skill:Tidy up", "Leave it cleaner.")]
    desk.qtbot.waitUntil(lambda: desk.kept() == typed)
    desk.save()

    assert ("new project skill:Tidy up", "") in desk.kept()[1:]
    assert all(text == "" for _, text in desk.kept()[1:])


@pytest.mark.parametrize(
    ("of", "said", "is_there"),
    [
        ("skill:global:commit", "commit", "Say why."),
        ("skill:global:gone", "gone", ""),
        ("template:critic", "critic", "# C\n\nReads."),
        ("context", "the context", "A ledger.\n"),
        ("new skill:Prune", "Prune", ""),
        ("new project skill:Prune", "Prune", ""),
        ("new template:Gardener", "Gardener", ""),
    ],
)
def test_what_was_typed_in_an_earlier_window_is_told_and_can_be_taken_back(
    qtbot: QtBot, stand: Stand, of: str, said: str, is_there: str
) -> None:
    desk = Desk(qtbot, stand, (TextDraftView(of=of, text="Typed."),))
    banner = desk.window.banner
    assert banner.sentence == f"What you typed in {said} was not saved; it is kept."
    banner._button.click()
    desk.settle()

    line = desk.page.editor.line
    assert line.sentence == "Something was typed here and not saved."
    assert desk.page.editor.text() == is_there
    line.buttons[0].click()
    assert desk.page.editor.text() == "Typed."
    assert desk.page.has_unsaved
    assert desk.kept() == [], "What is typed is what is kept."


def test_what_was_typed_can_be_let_go_of(qtbot: QtBot, stand: Stand) -> None:
    desk = Desk(qtbot, stand, (TextDraftView(of="skill:global:commit", text="Typed."),))
    desk.click("skill:global:commit").editor.line.buttons[1].click()
    desk.settle()

    assert desk.kept() == [("skill:global:commit", "")]
    assert (desk.page.editor.text(), desk.page.editor.line.sentence) == ("Say why.", "")


def test_what_nobody_can_open_any_more_is_passed_over(qtbot: QtBot, stand: Stand) -> None:
    desk = Desk(qtbot, stand, (TextDraftView(of="poem:spring", text="Typed."),))
    assert desk.window.banner.sentence == ""
