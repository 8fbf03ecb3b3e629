"""The page of an agent in place of the grid: what it shows, what it asks, what it never loses."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from idea.application.agents.clone_agent import CloneAgentRequest
from idea.application.agents.create_agent import CreateAgentRequest
from idea.application.agents.delete_agent import DeleteAgentRequest, DeletedAgent
from idea.application.agents.detect_changes import DetectChangesRequest
from idea.application.agents.inspect_agent import InspectAgentRequest
from idea.application.agents.keep_draft import KeepDraftRequest
from idea.application.agents.launch_agent import LaunchAgentRequest
from idea.application.agents.list_agent_sessions import ListAgentSessionsRequest
from idea.application.agents.list_kept_roles import ListKeptRolesRequest
from idea.application.agents.rename_agent import RenameAgentRequest
from idea.application.agents.restore_agent import RestoreAgentRequest
from idea.application.agents.restore_role import RestoreRoleRequest
from idea.application.agents.show_agent import ShowAgentRequest
from idea.application.agents.views import (
    DRAFT,
    AgentText,
    AgentView,
    KeptRoleView,
)
from idea.application.agents.write_role import WriteRoleRequest
from idea.application.projects.close_project import CloseProjectRequest
from idea.application.skills.assign_skill import AssignSkillRequest
from idea.application.skills.unassign_skill import UnassignSkillRequest
from idea.application.templates.detect_drift import DetectDriftRequest
from idea.application.templates.link_agent import LinkAgentRequest
from idea.application.templates.list_templates import ListTemplatesRequest
from idea.application.templates.show_template import ShowTemplateRequest
from idea.application.templates.sync_agents import SyncAgentsRequest
from idea.application.templates.unlink_agent import UnlinkAgentRequest
from idea.application.terminals.read_screen import ReadScreenRequest
from idea.application.terminals.screen_views import ScreenView
from idea.application.terminals.show_session import ShowSessionRequest
from idea.application.terminals.stop_session import StopSessionRequest
from idea.application.views import AgentsOutdated
from idea.domain.errors import ConflictError, InvalidError, StoreError
from idea.presentation.desktop.panels.agent_page import AgentPage
from idea.presentation.desktop.shell.dialogs import DeleteDialog, LeaveDialog, StopDialog
from idea.presentation.desktop.shell.name_dialog import NameDialog
from idea.presentation.desktop.shell.sync_dialog import SyncDialog
from idea.presentation.desktop.shell.unsaved_dialog import UnsavedDialog
from idea.presentation.desktop.viewmodels.agent_page import PageTab
from idea.presentation.desktop.viewmodels.session_look import Mark
from idea.presentation.desktop.widgets.buttons import WordButton
from support.accessibility import nameless
from support.desktop import a_session
from support.team import (
    BACKEND,
    DRIFT,
    LIVE,
    PAST,
    PLAN,
    REVIEWER,
    TEMPLATE,
    Team,
    a_context,
    choose,
    offered,
)
from support.window import Stand, an_engine, play, settle

ROLE = "# Reviewer\n\nRead changes.\n"
FOLLOWING = replace(
    REVIEWER,
    template="critic",
    template_version=2,
    synchronized=True,
    skills=("global:commit", "project:tests"),
)
KEPT = KeptRoleView(
    kept="trash/one.md", at="2026-08-30T12:00:00+00:00", why="before a sync", version=1
)


class Page:
    """A window with the page of an agent, and what stands behind it."""

    def __init__(self, qtbot: QtBot, stand: Stand, agent: AgentView = FOLLOWING) -> None:
        self.qtbot = qtbot
        self.stand = stand
        self.team = Team(stand, agent, BACKEND)
        self.role = ROLE
        answer = stand.use_cases.answer
        answer(ShowAgentRequest, lambda _: AgentText(agent=self.team.agents[0], role=self.role))
        answer(InspectAgentRequest, lambda _: a_context(""))
        answer(WriteRoleRequest, self._write)
        answer(ListAgentSessionsRequest, lambda _: (PAST,))
        self.kept: tuple[KeptRoleView, ...] = (KEPT,)
        answer(ListKeptRolesRequest, lambda _: self.kept)
        answer(KeepDraftRequest, lambda _: None)
        answer(ShowTemplateRequest, lambda asked: replace(TEMPLATE, version=asked.version or 4))
        answer(DetectDriftRequest, lambda _: (DRIFT,))
        answer(ShowSessionRequest, lambda _: LIVE)
        answer(CloseProjectRequest, lambda _: InvalidError("not asked for"))

    def open(self, tab: PageTab = PageTab.ROLE, *sessions: object) -> AgentPage:
        """Show the page over a grid of two cells."""
        shown = sessions or (LIVE,)
        play(self.qtbot, self.stand, an_engine("a | b", shown))  # type: ignore[arg-type]
        self.stand.window.activateWindow()
        self.settle()
        self.stand.window.team.pages.open(self.team.agents[0], tab)
        self.settle()
        return self.page

    @property
    def page(self) -> AgentPage:
        """The page in front."""
        found = self.stand.window.pages.page("p1")
        assert isinstance(found, AgentPage)
        return found

    @property
    def is_open(self) -> bool:
        """Whether the page stands in the place of the grid."""
        return self.stand.window.pages.stack.currentWidget() is self.stand.window.pages.page("p1")

    @property
    def field(self) -> QPlainTextEdit:
        """Where the role is typed."""
        found = self.page.editor.findChild(QPlainTextEdit)
        assert found is not None
        return found

    def write(self, text: str) -> None:
        """Type at the end of the role."""
        self.field.moveCursor(QTextCursor.MoveOperation.End)
        QTest.keyClicks(self.field, text)

    def drafts(self) -> list[str]:
        """Return what was kept of what was typed."""
        asked = self.stand.asked(KeepDraftRequest)
        return [one.text for one in asked if isinstance(one, KeepDraftRequest)]

    def settle(self) -> None:
        """Let what was asked be answered and shown."""
        settle(self.qtbot, self.stand)
        settle(self.qtbot, self.stand)

    def row(self, rows: str, word: str) -> None:
        """Press a button of the first row that has it."""
        listed = getattr(self.page, rows).rows
        [button, *_] = [one for row in listed for one in row.buttons if one.text() == word]
        button.click()
        self.settle()

    def written(self) -> list[tuple[str, str | None, bool]]:
        """Return every role that was to be written, instead of which, and whether that is kept."""
        return [
            (one.role, one.instead_of, one.keep_replaced)
            for one in self.stand.asked(WriteRoleRequest)
            if isinstance(one, WriteRoleRequest)
        ]

    def dialog[D: QWidget](self, kind: type[D]) -> D:
        """Return a dialog that is open."""
        [found] = [one for one in self.stand.window.findChildren(kind) if one.isVisible()]
        return found

    def _write(self, request: WriteRoleRequest) -> AgentText:
        if request.instead_of not in {None, self.role, request.role}:
            raise ConflictError("The role of Reviewer was changed elsewhere meanwhile.")
        self.role = request.role
        return AgentText(agent=self.team.agents[0], role=request.role)


@pytest.fixture
def made(qtbot: QtBot, stand: Stand) -> Page:
    return Page(qtbot, stand)


def test_the_page_stands_in_the_place_of_the_grid_and_escape_brings_that_back(
    made: Page,
) -> None:
    window = made.stand.window
    page = made.open()
    assert made.is_open
    assert page.editor.text() == ROLE
    made.qtbot.waitUntil(made.field.hasFocus)

    QTest.keyClick(made.field, Qt.Key.Key_Escape)
    made.settle()

    assert window.pages.stack.currentWidget() is window.pages.grid("p1")
    focus = QApplication.focusWidget()
    grid = window.pages.grid("p1")
    assert grid is not None
    assert grid.isAncestorOf(focus)


def test_the_head_says_who_it_is_what_it_does_and_how_it_stands_to_its_template(
    made: Page,
) -> None:
    head = made.open().head

    words = [head.open, head.stop, head.launch, head.engine, head.template, head.drift]
    assert [one.text() for one in words] == [
        *("Open A1", "Stop…", "Relaunch"),
        *("Engine One 1.2.3 ▾", "critic v2 ▾", "2 versions behind, edited here"),
    ]
    assert [one.text() for one in head.chips] == ["commit ×", "tests ×"]
    assert made.page.accessibleName() == "Reviewer, running in A1, 4 m"


def test_an_agent_that_rests_is_launched_from_its_page(made: Page) -> None:
    head = made.open(PageTab.ROLE, a_session("s9", cell="a")).head
    assert (head.launch.text(), head.open.isHidden(), head.stop.isHidden()) == (
        "Launch",
        True,
        True,
    )

    head.launch.click()
    made.settle()

    [asked] = made.stand.asked(LaunchAgentRequest)
    assert isinstance(asked, LaunchAgentRequest)
    assert (asked.agent, asked.cell) == ("a1", "b")
    assert not made.is_open, "It is shown where it was launched."


def test_the_window_shows_a_cell_again_that_is_gone_to(made: Page) -> None:
    made.open().head.open.click()
    made.settle()
    assert not made.is_open
    assert made.stand.window.desk.focused_cell == "a"

    made.stand.window.team.pages.open(made.team.agents[0])
    made.stand.window.side_bar.list.chosen.emit("s1")
    made.settle()
    assert not made.is_open


def test_what_a_page_hides_is_not_acted_on_and_its_agent_is(made: Page) -> None:
    made.open(PageTab.ROLE, LIVE, a_session("s9", cell="b"))
    window = made.stand.window
    window.desk.remember_focus("p1", "b")

    assert not window.registry.is_enabled("cell.split_right")
    assert not window.registry.is_enabled("session.stop")
    assert window.registry.is_enabled("agent.close_page")
    window.invoke("agent.clone")
    made.settle()
    [asked] = made.stand.asked(CloneAgentRequest)
    assert asked == CloneAgentRequest(project="p1", agent="a1")
    window.invoke("agent.close_page")
    assert window.registry.is_enabled("cell.split_right")
    assert not window.registry.is_enabled("agent.close_page")


def test_what_it_reads_is_told_part_by_part_with_what_else_there_is_to_know(made: Page) -> None:
    context = replace(
        a_context("--- last launch\n+++ now\n@@ -1 +1 @@\n+Read changes."),
        changed=("role",),
        granted=("--add-dir", "/src"),
        left_by_program=(".one/state.json",),
        left_in_project=(".one.tags",),
    )
    made.stand.use_cases.answer(InspectAgentRequest, lambda _: context)
    page = made.open(PageTab.CONTEXT)

    reading = page.reading
    assert reading.change.sentence == (
        "Changed since the last launch. Role: 1 line added. Relaunch to apply."
    )
    assert "OTHER.md of the project instead" in reading.hidden.sentence
    assert [note.replace("\u200b", "") for note in reading.notes] == [
        "Also read by the program itself RULES.md",
        "Works on the project by --add-dir /src",
        "Written to /src/.ideai/run/a1/ONE.md",
        "Started as /usr/bin/one -x",
        "The program itself wrote, beside it .one/state.json",
        "Its engine itself keeps, in the project .one.tags",
    ]
    assert page.section.toPlainText() == "Read changes."
    QTest.keyClick(reading.list, Qt.Key.Key_Down)
    assert page.section.toPlainText() == "Left out: memory file."
    reading.change.buttons[0].click()
    assert page.section.toPlainText().startswith("--- last launch")
    assert [part.name for part in reading.list.spoken_parts()] == [
        "project root, 3 tokens, from project root file",
        "role, 3 tokens, from role file",
        "memory, left out: memory file",
    ]
    assert len(made.field.extraSelections()) == 1, "The line it has not read."


def test_what_cannot_be_composed_is_said_in_place(made: Page) -> None:
    def fail(_: InspectAgentRequest) -> object:
        raise StoreError("agents/x.md cannot be read.")

    made.stand.use_cases.answer(InspectAgentRequest, fail)
    page = made.open()

    assert page.reading.hidden.sentence == "agents/x.md cannot be read."
    assert page.editor.text() == ROLE
    assert made.stand.window.banner.sentence == ""


def test_nothing_is_typed_into_a_role_that_is_not_read_yet(made: Page) -> None:
    play(made.qtbot, made.stand, an_engine("a | b", (LIVE,)))
    made.settle()
    made.stand.window.team.pages.open(made.team.agents[0])
    QTest.keyClicks(made.field, "Too early.")
    assert made.page.editor.text() == "", "It would be lost when the role comes in."
    made.settle()

    assert made.page.editor.text() == ROLE
    assert not made.page.has_unsaved
    made.write("In time.")
    assert made.page.has_unsaved


def test_a_role_is_saved_instead_of_what_it_said(made: Page) -> None:
    page = made.open()
    made.write("More.")
    assert page.has_unsaved

    QTest.keyClick(made.field, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    made.settle()

    assert made.written() == [(f"{ROLE}More.", ROLE, False)]
    assert not page.has_unsaved


def test_a_role_that_was_changed_elsewhere_is_asked_about_and_nothing_is_lost(made: Page) -> None:
    page = made.open()
    made.write("Mine.")
    made.role = "Theirs."

    page.editor.save()
    made.settle()
    assert made.role == "Theirs."
    assert "changed elsewhere" in page.editor.line.sentence
    assert page.editor.text() == f"{ROLE}Mine."
    page.editor.line.buttons[0].click()
    made.settle()

    assert made.written()[-1] == (f"{ROLE}Mine.", "Theirs.", True)
    assert not page.has_unsaved


def test_what_is_edited_elsewhere_comes_in_where_nothing_was_typed(made: Page) -> None:
    page = made.open()
    made.role = "# Other\n"

    play(made.qtbot, made.stand, AgentsOutdated("p1"))
    made.settle()
    assert page.editor.text() == "# Other\n"

    made.write("mine")
    made.role = "# Third\n"
    play(made.qtbot, made.stand, AgentsOutdated(""))
    made.settle()
    assert page.editor.text() == "# Other\nmine"
    assert "changed elsewhere" in page.editor.line.sentence


def test_a_role_that_cannot_be_saved_says_so_in_place(made: Page) -> None:
    def fail(_: WriteRoleRequest) -> object:
        raise StoreError("agents/reviewer.md could not be saved: the disk is full.")

    page = made.open()
    made.stand.use_cases.answer(WriteRoleRequest, fail)
    made.write("More.")

    page.editor.save()
    made.settle()

    assert "the disk is full" in page.editor.line.sentence
    assert page.editor.text() == f"{ROLE}More."


def test_what_was_typed_stays_with_a_page_that_was_left(made: Page) -> None:
    page = made.open()
    made.write("Half a sen")

    page.left.emit()
    made.settle()
    assert "unsaved" in made.stand.window.banner.sentence
    press(made, "Show")

    assert made.page is page
    assert page.editor.text() == f"{ROLE}Half a sen"
    assert page.has_unsaved


def test_what_is_typed_is_kept_until_it_is_saved(made: Page) -> None:
    page = made.open()
    assert made.drafts() == []
    made.write("More.")

    made.qtbot.waitUntil(lambda: made.drafts() == [f"{ROLE}More."])
    page.editor.save()
    made.settle()

    assert made.drafts() == [f"{ROLE}More.", ""]


@pytest.mark.parametrize("answer", ["Take it back", "Let it go"])
def test_what_was_typed_when_a_window_ended_is_offered(made: Page, answer: str) -> None:
    draft = replace(KEPT, kept="trash/typed.md", why=DRAFT, version=0)
    made.kept = (draft, KEPT)
    found = AgentText(agent=FOLLOWING, role="Half a sen")
    made.stand.use_cases.answer(RestoreRoleRequest, lambda _: found)
    page = made.open()
    assert page.editor.line.sentence == "Something was typed here and not saved."
    assert page.editor.text() == ROLE

    next(one for one in page.editor.line.buttons if one.text() == answer).click()
    made.settle()

    if answer == "Take it back":
        assert (page.editor.text(), page.has_unsaved) == ("Half a sen", True)
        page.editor.save()
        made.settle()
        assert made.written()[-1] == ("Half a sen", ROLE, False)
    assert page.editor.line.sentence == ""
    assert made.drafts() == [""]


def test_a_draft_that_nobody_decided_about_is_not_written_over(made: Page) -> None:
    made.kept = (replace(KEPT, kept="trash/typed.md", why=DRAFT),)
    page = made.open()

    made.write("More.")
    page.editor.save()
    made.settle()

    assert made.drafts() == []


@pytest.mark.parametrize("leave", ["tab", "window"])
def test_closing_asks_about_unsaved_text_first(made: Page, leave: str) -> None:
    window = made.stand.window
    page = made.open()
    made.write("More.")

    def close() -> None:
        window.close() if leave == "window" else window.tabs.closed.emit("p1")

    def goes_on() -> bool:
        left = any(one.isVisible() for one in window.findChildren(LeaveDialog))
        return left or bool(made.stand.asked(CloseProjectRequest))

    close()
    made.dialog(UnsavedDialog).stay.click()
    made.settle()
    assert not goes_on()
    assert page.editor.text() == f"{ROLE}More."

    close()
    made.dialog(UnsavedDialog).save.click()
    made.settle()
    assert made.role == f"{ROLE}More."
    assert goes_on()


def test_text_that_is_given_up_is_not_saved(made: Page) -> None:
    page = made.open()
    made.write("More.")

    made.stand.window.tabs.closed.emit("p1")
    made.dialog(UnsavedDialog).give_up.click()
    made.settle()

    assert made.written() == []
    assert page.editor.text() == ROLE
    assert len(made.stand.asked(CloseProjectRequest)) == 1


def test_a_text_that_cannot_be_saved_keeps_the_tab_open(made: Page) -> None:
    page = made.open()
    made.write("More.")
    made.role = "Theirs."
    page.left.emit()

    made.stand.window.tabs.closed.emit("p1")
    made.dialog(UnsavedDialog).save.click()
    made.settle()

    assert made.stand.asked(CloseProjectRequest) == []
    assert made.is_open
    assert "changed elsewhere" in page.editor.line.sentence


def test_an_agent_that_is_deleted_elsewhere_leaves_what_was_typed(made: Page) -> None:
    page = made.open()
    made.write("Half a sen")
    made.team.agents = (BACKEND,)

    play(made.qtbot, made.stand, AgentsOutdated("p1"))
    made.settle()

    assert "This agent is no more" in page.editor.line.sentence
    assert page.editor.text() == f"{ROLE}Half a sen"
    page.editor.line.buttons[-1].click()
    assert not made.is_open


def test_its_sessions_are_opened_stopped_read_and_gone_on_with(made: Page) -> None:
    live = replace(PAST, session="s1", live=True, cell="A1", reason="", can_resume=False)
    made.stand.use_cases.answer(ListAgentSessionsRequest, lambda _: (live, PAST))
    screen = ScreenView(
        id="s0", title="", columns=80, rows=24, cursor=(0, 0), lines=("It said this.", "", "")
    )
    made.stand.use_cases.answer(ReadScreenRequest, lambda _: screen)
    page = made.open(PageTab.SESSIONS)

    told = [(one.row.title, one.row.detail) for one in page.sessions.rows]
    assert told == [
        ("Engine One", "started 3 h ago · running, in A1 · conversation talk-one"),
        ("Engine One", "started 3 h ago · You stopped it. · conversation talk-one"),
    ]
    made.row("sessions", "Read")
    assert page.sessions.text.toPlainText() == "It said this."
    made.row("sessions", "Stop…")
    made.dialog(StopDialog).stop.click()
    made.settle()
    assert len(made.stand.asked(StopSessionRequest)) == 1
    made.row("sessions", "Open A1")
    assert not made.is_open


def test_an_older_conversation_is_gone_on_with(made: Page) -> None:
    made.open(PageTab.SESSIONS, a_session("s9", cell="a"))

    made.row("sessions", "Resume")

    [asked] = made.stand.asked(LaunchAgentRequest)
    assert isinstance(asked, LaunchAgentRequest)
    assert asked.conversation_of == "s0"


def test_what_its_role_said_before_is_read_and_restored(made: Page) -> None:
    old = AgentText(agent=FOLLOWING, role="# Old\n")
    made.stand.use_cases.answer(RestoreRoleRequest, lambda _: old)
    made.stand.use_cases.answer(
        ShowTemplateRequest,
        lambda asked: replace(
            TEMPLATE, version=asked.version or 4, versions=(4, 2), content=f"v{asked.version}"
        ),
    )
    page = made.open(PageTab.HISTORY)

    assert [(one.row.title, one.row.detail) for one in page.history.rows] == [
        ("Before the sync from v1", "2 d ago"),
        ("Critic v4", "the newest"),
        ("Critic v2", "the one this agent has"),
    ]
    made.row("history", "Read")
    assert page.history.text.toPlainText() == "# Old\n"
    page.history.rows[2].buttons[0].click()
    made.settle()
    assert page.history.text.toPlainText() == "v2"
    made.row("history", "Restore")
    assert [(one.kept, one.preview) for one in made.stand.asked(RestoreRoleRequest)] == [  # type: ignore[attr-defined]
        ("trash/one.md", True),
        ("trash/one.md", False),
    ]


def test_a_skill_is_taken_away_and_given_back_in_its_place(made: Page) -> None:
    made.stand.use_cases.answer(UnassignSkillRequest, lambda _: REVIEWER)
    page = made.open()

    page.head.chips[0].click()
    made.settle()
    assert made.stand.asked(UnassignSkillRequest) == [
        UnassignSkillRequest(project="p1", agent="a1", skill="global:commit")
    ]
    press_undo(made)
    assert made.stand.asked(AssignSkillRequest) == [
        AssignSkillRequest(project="p1", agent="a1", skill="global:commit", at=0)
    ]


def press(made: Page, word: str) -> None:
    """Press the button of what the banner says."""
    buttons = made.stand.window.banner.findChildren(WordButton)
    next(one for one in buttons if one.text() == word).click()
    made.settle()


def press_undo(made: Page) -> None:
    press(made, "Undo")


def test_the_template_is_chosen_followed_pinned_and_left(made: Page) -> None:
    made.stand.use_cases.answer(UnlinkAgentRequest, lambda _: REVIEWER)
    made.stand.use_cases.answer(LinkAgentRequest, lambda _: FOLLOWING)
    made.stand.use_cases.answer(ListTemplatesRequest, lambda _: (replace(TEMPLATE, version=4),))
    page = made.open()

    page.head.template.click()
    made.settle()
    assert [one.title for one in offered(made.stand)] == [
        "Sync with critic…",
        "Stay at v2",
        "No template",
    ]
    choose(made.qtbot, made.stand, "!unlink")
    assert made.is_open
    press_undo(made)
    assert made.stand.asked(LinkAgentRequest) == [
        LinkAgentRequest(project="p1", agent="a1", template="critic", version=2)
    ]


def test_an_agent_of_no_template_follows_one(made: Page) -> None:
    made.stand.use_cases.answer(LinkAgentRequest, lambda _: FOLLOWING)
    made.stand.use_cases.answer(UnlinkAgentRequest, lambda _: REVIEWER)
    made.team.agents = (REVIEWER,)
    made.stand.use_cases.answer(DetectDriftRequest, lambda _: ())
    page = made.open()
    assert (page.head.template.text(), page.head.drift.isHidden()) == ("None ▾", True)

    page.head.template.click()
    made.settle()
    choose(made.qtbot, made.stand, "critic")
    assert made.stand.asked(LinkAgentRequest) == [
        LinkAgentRequest(project="p1", agent="a1", template="critic")
    ]
    press_undo(made)
    assert len(made.stand.asked(UnlinkAgentRequest)) == 1


def test_the_badge_of_an_agent_that_is_behind_shows_what_a_sync_would_write(made: Page) -> None:
    made.stand.use_cases.answer(SyncAgentsRequest, lambda _: (PLAN,))
    page = made.open()

    page.head.drift.click()
    made.settle()

    dialog = made.dialog(SyncDialog)
    assert dialog.text.toPlainText() == "-old\n+new"
    dialog.reject()


def test_the_badge_of_an_agent_that_was_edited_only_offers_templates(made: Page) -> None:
    edited = replace(DRIFT, version=2, kind="edited here", drifting=False)
    made.stand.use_cases.answer(DetectDriftRequest, lambda _: (edited,))
    page = made.open()
    assert page.head.drift.text() == "edited here"

    page.head.drift.click()
    made.settle()

    assert made.stand.asked(SyncAgentsRequest) == []
    assert [one.id for one in offered(made.stand)] == ["!pin", "!unlink"]


def test_marks_say_beside_its_name_that_a_relaunch_changes_it_and_that_it_is_behind(
    made: Page,
) -> None:
    made.stand.use_cases.answer(DetectChangesRequest, lambda _: ("a1",))
    play(made.qtbot, made.stand, an_engine("a | b", (LIVE,)))
    made.settle()
    window = made.stand.window

    [row, other] = window.side_bar.list.view.sections[0].rows
    assert (row.marks, other.marks) == ((Mark.RELAUNCH, Mark.BEHIND), ())
    cell = window.desk.cells("p1")["a"]
    assert cell.look is not None
    assert cell.look.marks == (Mark.RELAUNCH, Mark.BEHIND)
    said = window.side_bar.list.spoken_parts()[0].name
    assert said.endswith("a relaunch changes what it reads, behind its template")


def test_arrow_keys_go_along_the_parts_of_the_page(made: Page) -> None:
    page = made.open()
    page.tabs.setFocus()

    for tab in (PageTab.CONTEXT, PageTab.SESSIONS, PageTab.HISTORY, PageTab.ROLE):
        QTest.keyClick(page.tabs, Qt.Key.Key_Right)
        assert page.tab is tab
    QTest.keyClick(page.tabs, Qt.Key.Key_Escape)
    assert not made.is_open


def test_everything_on_the_page_is_reached_by_tab(made: Page) -> None:
    page = made.open()
    page.head.take_keyboard()
    seen: list[str] = []
    while True:
        focus = QApplication.focusWidget()
        assert focus is not None
        name = focus.accessibleName() or getattr(focus, "text", str)()
        if name in seen or len(seen) > 30:
            break
        seen.append(name)
        QTest.keyClick(focus, Qt.Key.Key_Tab)

    wanted = [
        *("Open A1", "Stop…", "Relaunch", "More to do with this agent"),
        *("Engine: Engine One 1.2.3", "Template: critic v2", "2 versions behind, edited here"),
        *("Take the skill commit away", "Take the skill tests away", "Give a skill"),
        *("Parts of the page", "Role", "Preview", "What it reads"),
    ]
    assert [name for name in seen if name in wanted] == wanted, "\n".join(seen)


def test_the_keyboard_comes_back_to_the_page_from_the_palette(made: Page) -> None:
    page = made.open()
    made.stand.window.opener.open_all()

    QTest.keyClick(made.stand.window.palette_box.box, Qt.Key.Key_Escape)

    made.qtbot.waitUntil(made.field.hasFocus)
    made.stand.window.invoke("view.focus_next_part")
    assert not page.isAncestorOf(QApplication.focusWidget())


def test_without_an_agent_in_focus_the_person_chooses_whose_page(made: Page) -> None:
    play(made.qtbot, made.stand, an_engine("a", (a_session("s9", cell="a"),)))
    made.settle()

    made.stand.window.invoke("agent.open_page")
    assert [one.title for one in offered(made.stand)] == ["Reviewer", "Backend"]
    choose(made.qtbot, made.stand, "a1")
    made.settle()

    assert made.is_open


def test_the_page_of_a_named_agent_is_opened(made: Page) -> None:
    play(made.qtbot, made.stand, an_engine("a", (LIVE,)))
    made.settle()

    made.stand.window.invoke("agent.open_page", "back")
    made.settle()
    assert made.page.head._name.text() == "Backend"
    made.stand.window.invoke("agent.open_page", "nobody")

    assert made.stand.window.banner.sentence == "There is no agent 'nobody' in this project."


@pytest.mark.parametrize("kept", [True, False])
def test_a_relaunch_reads_what_was_typed_or_waits(made: Page, *, kept: bool) -> None:
    page = made.open()
    made.write("More.")
    if not kept:
        made.role = "Theirs."

    page.head.launch.click()
    made.settle()

    assert page.has_unsaved is not kept
    assert len(made.stand.asked(StopSessionRequest)) == kept
    assert len(made.stand.asked(LaunchAgentRequest)) == kept


def test_the_focused_agents_page_shows_what_the_action_is_about(made: Page) -> None:
    play(made.qtbot, made.stand, an_engine("a", (LIVE,)))
    made.settle()

    for action, tab in (
        ("agent.open_page", PageTab.ROLE),
        ("agent.show_context", PageTab.CONTEXT),
        ("agent.edit_role", PageTab.ROLE),
    ):
        made.stand.window.invoke(action)
        made.settle()
        assert made.page.tab is tab


def test_more_opens_the_menu_of_the_agent(made: Page, popped_up: list[QMenu]) -> None:
    page = made.open()

    page.head.more.click()

    [menu] = popped_up
    words = [one.text() for one in menu.actions() if one.text()]
    assert "Rename agent…" in words
    made.stand.use_cases.answer(RenameAgentRequest, lambda _: REVIEWER)
    next(one for one in menu.actions() if one.text() == "Rename agent…").trigger()
    dialog = made.dialog(NameDialog)
    dialog.box.setText("Critic")
    dialog.take.click()
    made.settle()
    assert made.stand.asked(RenameAgentRequest) == [
        RenameAgentRequest(project="p1", agent="a1", name="Critic")
    ]


def test_an_agent_from_scratch_is_named_and_its_page_opens(made: Page) -> None:
    fresh = replace(REVIEWER, id="a9", name="Scribe")
    made.stand.use_cases.answer(CreateAgentRequest, lambda _: fresh)
    play(made.qtbot, made.stand, an_engine("a", (a_session("s9", cell="a"),)))
    made.settle()

    made.stand.window.invoke("agent.create")
    made.settle()
    choose(made.qtbot, made.stand, "!scratch")
    choose(made.qtbot, made.stand, "one")
    dialog = made.dialog(NameDialog)
    dialog.box.setText("Scribe")
    dialog.take.click()
    made.settle()

    assert made.stand.asked(CreateAgentRequest) == [
        CreateAgentRequest(project="p1", name="Scribe", profile="one")
    ]
    assert made.is_open
    assert made.page.accessibleName().startswith("Scribe")


def test_a_deleted_agent_comes_back_whole(made: Page) -> None:
    gone = DeletedAgent(agent=FOLLOWING, kept="trash/one.md")
    made.stand.use_cases.answer(DeleteAgentRequest, lambda _: gone)
    made.stand.use_cases.answer(RestoreAgentRequest, lambda _: FOLLOWING)
    made.open(PageTab.ROLE, a_session("s9", cell="a"))

    made.stand.window.invoke("agent.delete")
    made.dialog(DeleteDialog).delete.click()
    made.settle()
    press_undo(made)

    assert made.stand.asked(RestoreAgentRequest) == [
        RestoreAgentRequest(
            project="p1",
            kept="trash/one.md",
            name="Reviewer",
            profile="one",
            skills=("global:commit", "project:tests"),
            id="a1",
            template="critic",
            template_version=2,
            synchronized=True,
        )
    ]


def test_many_skills_take_more_rows_where_there_is_little_room(made: Page) -> None:
    skills = tuple(f"global:a-skill-with-a-long-name-{number}" for number in range(8))
    made.team.agents = (replace(FOLLOWING, skills=skills),)
    made.stand.window.resize(900, 700)
    head = made.open().head

    assert len({chip.y() for chip in head.chips}) > 1
    inside = head.rect()
    assert all(inside.contains(chip.geometry()) for chip in head.chips)


@pytest.mark.parametrize("tab", PageTab)
def test_everything_on_the_page_has_a_name_and_a_role(made: Page, tab: PageTab) -> None:
    page = made.open(tab)

    assert nameless(page) == []
