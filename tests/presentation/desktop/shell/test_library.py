"""Skills, templates and engines in the side bar."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from idea.application.profiles.agree_to_profile import AgreeToProfileRequest
from idea.application.profiles.list_profiles import ListProfilesRequest
from idea.application.profiles.save_profile import SaveProfileRequest
from idea.application.profiles.views import ProfilesView
from idea.application.settings.set_setting import SetSettingRequest
from idea.application.skills.assign_skill import AssignSkillRequest
from idea.application.skills.delete_skill import DeleteSkillRequest
from idea.application.skills.import_skills import (
    ImportableSkillView,
    ImportSkillsRequest,
    ListImportableSkillsRequest,
)
from idea.application.skills.restore_skill import RestoreSkillRequest
from idea.application.skills.unassign_skill import UnassignSkillRequest
from idea.application.skills.update_skill import UpdateSkillRequest
from idea.application.skills.views import SkillsView
from idea.application.templates.create_template import CreateTemplateRequest
from idea.application.templates.link_agent import LinkAgentRequest
from idea.application.templates.restore_template import RestoreTemplateRequest
from idea.application.templates.sync_agents import SyncAgentsRequest
from idea.application.templates.undo_sync import UndoSyncRequest
from idea.application.templates.update_template import UpdateTemplateRequest
from idea.application.views import AgentsOutdated, ProfilesOutdated, SettingShown
from idea.presentation.desktop.shell.agree_dialog import AgreeDialog
from idea.presentation.desktop.shell.import_dialog import ImportDialog
from idea.presentation.desktop.shell.name_dialog import NameDialog
from idea.presentation.desktop.shell.sync_dialog import SyncDialog
from idea.presentation.desktop.viewmodels.panels import snapshot
from support.desktop import a_session
from support.shelves import CRITIC, OURS, Shelves
from support.window import Stand, an_engine, play, settle


@pytest.fixture
def library(qtbot: QtBot, stand: Stand) -> Stand:
    """A window on a project with a library."""
    Shelves(stand)
    play(qtbot, stand, an_engine("a", (a_session("s1", cell="a"),)))
    settle(qtbot, stand)
    return stand


def show(qtbot: QtBot, stand: Stand, page: str) -> list[str]:
    """Let the side bar show a page, as the engine answers to that; return its rows."""
    stand.window.invoke(f"view.show_{page}")
    play(qtbot, stand, SettingShown("window.side_bar_page", page))
    settle(qtbot, stand)
    return snapshot(stand.window.side_bar.list.view).splitlines()


def choose(qtbot: QtBot, stand: Stand, entry: str) -> None:
    palette = stand.window.palette_box
    assert palette.is_open
    palette.chosen.emit(next(one for one in palette.entries if one.id == entry))
    settle(qtbot, stand)


def of_row(stand: Stand, popped_up: list[QMenu], row: str) -> dict[str, QAction]:
    rows = stand.window.side_bar.list
    rows.menu_asked.emit(row, rows.mapToGlobal(QPoint(0, 0)))
    return {action.text(): action for action in popped_up[-1].actions() if action.text()}


def undo(qtbot: QtBot, stand: Stand) -> None:
    banner = stand.window.banner
    assert banner._button.text() == "Undo"
    banner._button.click()
    settle(qtbot, stand)


def test_templates_stand_below_the_sessions_with_how_many_agents_are_behind(
    library: Stand,
) -> None:
    rows = snapshot(library.window.side_bar.list.view).splitlines()

    assert rows[-2:] == ["Templates (1)", "  idle     Critic (v7, 1 agent behind) -"]


def test_each_page_shows_what_there_is(qtbot: QtBot, library: Stand) -> None:
    assert show(qtbot, library, "skills") == [
        "This project's (1)",
        "  idle     Ours () -",
        "Yours (1)",
        "  idle     Commit (used by 1) -",
    ]
    assert show(qtbot, library, "templates") == [
        "Yours (1)",
        "  idle     Critic (v7, 1 agent behind) -",
        "Behind, in all projects (1)",
        "  needs you Reviewer (v5 → v7, edited here) -",
    ]
    assert show(qtbot, library, "engines") == [
        "Came with this project (1)",
        "  needs you Brought (1.2.3 · project · in PATH) -",
        "On this machine (2)",
        "  done     Engine One (1.2.3 · in PATH) -",
        "  idle     Mine (1.2.3 · not tried · yours) -",
        "Not found (1)",
        "  ended    Gone (1.2.3) -",
    ]
    assert library.window.side_bar.head.isVisible()
    show(qtbot, library, "sessions")
    assert not library.window.side_bar.head.isVisible()


def test_the_three_dots_of_a_page_hold_what_can_be_done_to_what_it_is_about(
    qtbot: QtBot, library: Stand, popped_up: list[QMenu]
) -> None:
    show(qtbot, library, "engines")
    library.window.side_bar.head.more.click()

    assert [action.text() for action in popped_up[-1].actions() if action.text()] == [
        *("Look for engines again", "Add a command…", "Edit engine…"),
        *("Agree to engine…", "Delete engine"),
    ]


def test_a_template_names_the_engine_that_is_offered_first_for_its_agents(
    qtbot: QtBot, library: Stand, popped_up: list[QMenu]
) -> None:
    of_row(library, popped_up, "template:critic")["Engine…"].trigger()
    settle(qtbot, library)
    choose(qtbot, library, "mine")

    assert library.window.banner.sentence == "Agents made of Critic are offered Mine first."
    undo(qtbot, library)
    library.window.invoke("template.choose_engine")
    choose(qtbot, library, "critic")
    choose(qtbot, library, "!none")
    assert library.asked(UpdateTemplateRequest) == [
        UpdateTemplateRequest(template="critic", profile=one) for one in ("mine", "", "")
    ]


def test_the_engine_of_a_template_is_offered_before_that_of_all_new_agents(
    qtbot: QtBot, stand: Stand, popped_up: list[QMenu]
) -> None:
    Shelves(stand).templates = (replace(CRITIC, profile="mine"),)
    play(qtbot, stand, an_engine("a", (a_session("s1", cell="a"),)))
    settle(qtbot, stand)
    of_row(stand, popped_up, "template:critic")["New agent from it…"].trigger()
    settle(qtbot, stand)

    assert stand.window.palette_box.entries[0].id == "mine"


def test_a_page_is_a_setting_and_so_comes_again(qtbot: QtBot, library: Stand) -> None:
    rail = library.window.side_bar.rail
    pages = list(rail.buttons)

    qtbot.mouseClick(rail.buttons[pages[2]], Qt.MouseButton.LeftButton)
    QTest.keyClick(library.window.side_bar.list, Qt.Key.Key_Right)
    settle(qtbot, library)

    assert [request.value for request in library.asked(SetSettingRequest)] == [
        *("skills", "templates")
    ]
    assert [button.isChecked() for button in rail.buttons.values()] == [True, *[False] * 4]


def test_the_side_bar_is_read_anew_when_something_changed(qtbot: QtBot, stand: Stand) -> None:
    shelves = Shelves(stand)
    play(qtbot, stand, an_engine("a", (a_session("s1", cell="a"),)))
    settle(qtbot, stand)
    show(qtbot, stand, "skills")

    shelves.skills = SkillsView(skills=(), notices=("/x.md: It says nothing.",))
    play(qtbot, stand, AgentsOutdated("another"))
    settle(qtbot, stand)
    assert "Ours" in snapshot(stand.window.side_bar.list.view)
    play(qtbot, stand, AgentsOutdated(""))
    settle(qtbot, stand)
    assert snapshot(stand.window.side_bar.list.view).splitlines() == [
        "Cannot be used (1)",
        "  failed   /x.md: It says nothing. () -",
        "A skill tells agents how to do one kind of work.",
    ]
    shelves.profiles = ProfilesView(profiles=(), looking=True)
    play(qtbot, stand, ProfilesOutdated())
    settle(qtbot, stand)
    assert stand.window.library.library.profiles("p1") == shelves.profiles


def test_a_skill_is_given_and_taken_and_both_can_be_undone(
    qtbot: QtBot, library: Stand, popped_up: list[QMenu]
) -> None:
    show(qtbot, library, "skills")
    of_row(library, popped_up, "skill:global:commit")["Give to an agent…"].trigger()
    choose(qtbot, library, "a2")

    assert library.asked(AssignSkillRequest) == [
        AssignSkillRequest(project="p1", agent="a2", skill="global:commit")
    ]
    undo(qtbot, library)
    library.window.invoke("skill.take")
    choose(qtbot, library, "global:commit")
    choose(qtbot, library, "a1")
    assert [one.agent for one in library.asked(UnassignSkillRequest)] == ["a2", "a1"]
    undo(qtbot, library)
    assert library.asked(AssignSkillRequest)[-1] == AssignSkillRequest(
        project="p1", agent="a1", skill="global:commit", at=0
    )


def test_a_skill_is_renamed_and_deleted(
    qtbot: QtBot, library: Stand, popped_up: list[QMenu]
) -> None:
    show(qtbot, library, "skills")
    actions = of_row(library, popped_up, "skill:project:ours")
    actions["Rename skill…"].trigger()
    dialog = library.window.findChild(NameDialog)
    assert dialog is not None
    dialog.box.clear()
    assert not dialog.take.isEnabled()
    dialog.box.setText(" Theirs ")
    QTest.keyClick(dialog.box, Qt.Key.Key_Return)
    settle(qtbot, library)
    actions["Delete skill"].trigger()
    settle(qtbot, library)

    assert library.asked(UpdateSkillRequest) == [
        UpdateSkillRequest(skill="project:ours", name="Theirs", content="Do.", project="p1")
    ]
    assert library.asked(DeleteSkillRequest) == [
        DeleteSkillRequest(skill="project:ours", project="p1")
    ]
    undo(qtbot, library)
    assert library.asked(RestoreSkillRequest) == [
        RestoreSkillRequest(skill="project:ours", kept="/trash/o.md", project="p1")
    ]


def test_a_sync_is_shown_before_it_is_done_and_can_be_undone(qtbot: QtBot, library: Stand) -> None:
    show(qtbot, library, "templates")
    library.window.side_bar.list.chosen.emit("drift:p1:a1")
    settle(qtbot, library)
    dialog = library.window.findChild(SyncDialog)
    assert dialog is not None

    assert dialog.text.toPlainText() == "-now\n+after"
    assert [one.detail for one in dialog.list.choices] == ["ledger · v5 → v7, 1 to decide by hand"]
    assert [request.preview for request in library.asked(SyncAgentsRequest)] == [True]
    dialog.all.click()
    settle(qtbot, library)
    assert library.asked(SyncAgentsRequest)[-1] == SyncAgentsRequest(
        project="p1", agents=("a1",), preview=False
    )
    assert library.window.banner.sentence.startswith("Reviewer is up to date")
    undo(qtbot, library)
    assert library.asked(UndoSyncRequest) == [
        UndoSyncRequest(project="p1", agent="a1", undo="5:a1|x")
    ]


def test_an_agent_stays_at_its_version(
    qtbot: QtBot, library: Stand, popped_up: list[QMenu]
) -> None:
    show(qtbot, library, "templates")
    of_row(library, popped_up, "drift:p1:a1")["Stay at this version"].trigger()
    settle(qtbot, library)
    undo(qtbot, library)

    assert [one.follow for one in library.asked(LinkAgentRequest)] == [False, True]


def test_a_template_is_deleted_and_taken_back(
    qtbot: QtBot, library: Stand, popped_up: list[QMenu]
) -> None:
    actions = of_row(library, popped_up, "template:critic")
    assert list(actions) == [
        *("Edit template", "New agent from it…", "Sync agents…"),
        *("Engine…", "Versions…", "Rename template…", "Delete template"),
    ]
    actions["Delete template"].trigger()
    settle(qtbot, library)
    undo(qtbot, library)

    assert library.asked(RestoreTemplateRequest) == [
        RestoreTemplateRequest(template="critic", kept="/t.md", name="Critic", profile="x")
    ]


def test_the_role_of_an_agent_becomes_a_template(
    qtbot: QtBot, library: Stand, popped_up: list[QMenu]
) -> None:
    of_row(library, popped_up, "agent:a1")["Save as template…"].trigger()
    dialog = library.window.findChild(NameDialog)
    assert dialog is not None
    dialog.take.click()
    settle(qtbot, library)

    assert library.asked(CreateTemplateRequest) == [
        CreateTemplateRequest(name="Reviewer", project="p1", agent="a1")
    ]


def test_what_a_project_brings_is_shown_before_it_is_agreed_to(
    qtbot: QtBot, library: Stand, popped_up: list[QMenu]
) -> None:
    show(qtbot, library, "engines")
    assert list(of_row(library, popped_up, "engine:gone")) == ["Edit engine…"]
    actions = of_row(library, popped_up, "engine:brought")
    assert list(actions) == ["Edit engine…", "Agree to it…"]
    actions["Agree to it…"].trigger()
    settle(qtbot, library)
    dialog = library.window.findChild(AgreeDialog)
    assert dialog is not None

    assert dialog.refuse.hasFocus() or not library.window.isActiveWindow()
    assert library.asked(AgreeToProfileRequest) == []
    dialog.agree.click()
    settle(qtbot, library)
    assert library.asked(AgreeToProfileRequest) == [
        AgreeToProfileRequest(profile="brought", project="p1")
    ]


def test_an_engine_is_chosen_for_new_agents_and_one_of_ones_own_deleted(
    qtbot: QtBot, library: Stand, popped_up: list[QMenu]
) -> None:
    show(qtbot, library, "engines")
    of_row(library, popped_up, "engine:one")["Use for new agents"].trigger()
    play(qtbot, library, SettingShown("agents.engine", "one"))
    settle(qtbot, library)
    told = snapshot(library.window.side_bar.list.view)
    assert "  done     Engine One (1.2.3 · in PATH) new agents" in told
    library.window.invoke("profile.delete")
    choose(qtbot, library, "mine")
    undo(qtbot, library)

    assert library.asked(SetSettingRequest)[-1] == SetSettingRequest(
        name="agents.engine", value="one"
    )
    assert library.asked(SaveProfileRequest) == [SaveProfileRequest(text='{"id": "mine"}')]


def test_programs_are_looked_for_again(qtbot: QtBot, library: Stand) -> None:
    library.window.invoke("profile.look_again")
    settle(qtbot, library)

    assert [one.detect for one in library.asked(ListProfilesRequest)] == [False, True]


def test_skills_of_other_programs_are_ticked_and_copied(qtbot: QtBot, library: Stand) -> None:
    found = [
        ImportableSkillView(
            file=f".one/{name}.md", name=name, description="", scope="project", profile="one"
        )
        for name in ("pdf", "plan")
    ]
    library.use_cases.answer(ListImportableSkillsRequest, lambda _: tuple(found))
    library.use_cases.answer(ImportSkillsRequest, lambda _: (OURS,))
    library.window.invoke("skill.import")
    settle(qtbot, library)
    dialog = library.window.findChild(ImportDialog)
    assert dialog is not None

    assert not dialog.take.isEnabled()
    QTest.keyClick(dialog.list, Qt.Key.Key_Down)
    QTest.keyClick(dialog.list, Qt.Key.Key_Space)
    dialog.take.click()
    settle(qtbot, library)
    assert library.asked(ImportSkillsRequest) == [
        ImportSkillsRequest(files=(".one/plan.md",), project="p1")
    ]
    undo(qtbot, library)
    assert library.asked(DeleteSkillRequest) == [
        DeleteSkillRequest(skill="project:ours", project="p1")
    ]


def test_nothing_to_import_is_said(qtbot: QtBot, library: Stand) -> None:
    library.use_cases.answer(ListImportableSkillsRequest, lambda _: ())
    library.window.invoke("skill.import")
    settle(qtbot, library)

    assert library.window.banner.sentence == "Other programs keep no skills or commands here."
