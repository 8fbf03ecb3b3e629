"""Agents in the window: their rows, launching them, making, swapping and resuming them."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from idea.application.agents.adopt_session import AdoptSessionRequest
from idea.application.agents.change_engine import ChangeEngineRequest
from idea.application.agents.delete_agent import DeleteAgentRequest, DeletedAgent
from idea.application.agents.dismiss_resumable import DismissResumableRequest
from idea.application.agents.launch_agent import LaunchAgentRequest
from idea.application.agents.list_agents import ListAgentsRequest
from idea.application.agents.list_resumable import ListResumableRequest
from idea.application.agents.views import (
    AgentView,
    ResumableView,
)
from idea.application.layouts.close_cell import CloseCellRequest
from idea.application.layouts.detach_session import DetachSessionRequest
from idea.application.profiles.list_profiles import ListProfilesRequest
from idea.application.profiles.views import ProfilesView
from idea.application.settings.set_setting import SetSettingRequest
from idea.application.skills.assign_skill import AssignSkillRequest
from idea.application.templates.create_agent_from_template import CreateAgentFromTemplateRequest
from idea.application.terminals.open_terminal import OpenTerminalRequest
from idea.application.terminals.stop_session import StopSessionRequest
from idea.application.views import AgentsOutdated, LayoutShown, SessionShown, SessionView
from idea.domain.actions.catalogue import BY_ID, menu_groups
from idea.domain.actions.spec import Menu
from idea.domain.errors import ProcessError
from idea.presentation.desktop.shell.dialogs import DeleteDialog
from idea.presentation.desktop.shell.name_dialog import NameDialog
from idea.presentation.desktop.shell.resuming import ResumeDialog
from idea.presentation.desktop.shell.skill_order_dialog import SkillOrderDialog
from idea.presentation.desktop.viewmodels.panels import snapshot
from idea.presentation.desktop.widgets.buttons import WordButton
from support.desktop import a_session
from support.team import (
    BACKEND,
    BROKEN,
    LIVE,
    ONE,
    REVIEWER,
    Team,
    choose,
    offered,
)
from support.window import Stand, a_grid, an_engine, play, settle


def rows(stand: Stand) -> str:
    return snapshot(stand.window.side_bar.list.view)


def launched(stand: Stand) -> list[tuple[str, str, bool]]:
    return [
        (request.agent, request.cell, request.resume)
        for request in stand.asked(LaunchAgentRequest)
        if isinstance(request, LaunchAgentRequest)
    ]


def test_agents_are_rows_of_their_own_and_their_sessions_are_no_others(
    qtbot: QtBot, stand: Stand
) -> None:
    Team(stand, REVIEWER, BACKEND, BROKEN)
    play(qtbot, stand, an_engine("a | b", (LIVE,)))
    settle(qtbot, stand)

    assert rows(stand).splitlines() == [
        "Agents (3)",
        "> working  Reviewer (Engine One) A1 running 4 m",
        "  ended    Backend (Engine Two) -",
        "  failed   Broken (Engine One) - cannot be launched",
        "Templates (1)",
        "  idle     Critic (v1) -",
    ]


def test_without_agents_the_side_bar_says_what_one_is_and_makes_the_first(
    qtbot: QtBot, stand: Stand
) -> None:
    Team(stand)
    play(qtbot, stand, an_engine("a", ()))
    settle(qtbot, stand)

    assert rows(stand).splitlines()[:2] == [
        "Agents (0)",
        "  An agent has a role and runs on an AI program of yours. [New agent…]",
    ]
    stand.window.side_bar.list.begun.emit()
    settle(qtbot, stand)
    assert [one.title for one in offered(stand)] == ["Critic", "From scratch"]


def test_agents_are_asked_for_again_when_they_are_said_to_be_others(
    qtbot: QtBot, stand: Stand
) -> None:
    team = Team(stand, REVIEWER)
    play(qtbot, stand, an_engine("a", ()))
    settle(qtbot, stand)
    team.agents = (BACKEND,)

    play(qtbot, stand, AgentsOutdated("another"))
    settle(qtbot, stand)
    assert "Reviewer" in rows(stand)
    play(qtbot, stand, AgentsOutdated("p1"))
    settle(qtbot, stand)
    assert "Backend" in rows(stand)
    assert len(stand.asked(ListAgentsRequest)) == 2


def test_a_row_that_rests_launches_in_an_empty_cell_and_one_that_runs_is_gone_to(
    qtbot: QtBot, stand: Stand
) -> None:
    Team(stand, REVIEWER, BACKEND)
    play(qtbot, stand, an_engine("a | b", (LIVE,)))
    settle(qtbot, stand)

    stand.window.side_bar.list.chosen.emit("agent:a2")
    settle(qtbot, stand)
    assert launched(stand) == [("a2", "b", True)]
    assert stand.window.desk.focused_cell == "b"
    stand.window.side_bar.list.chosen.emit("s1")
    settle(qtbot, stand)
    assert stand.window.desk.focused_cell == "a"
    assert len(launched(stand)) == 1


def test_without_an_empty_cell_the_largest_is_halved_and_a_failure_takes_it_back(
    qtbot: QtBot, stand: Stand
) -> None:
    team = Team(stand, REVIEWER, BACKEND)

    def refuse(_: LaunchAgentRequest) -> SessionView:
        play_layout()
        raise ProcessError("Engine Two is not on this machine.")

    def play_layout() -> None:
        stand.window.desk.receive(LayoutShown(a_grid("a | b", {"a": "s1"}, revision=9)))

    team.launches = refuse
    play(qtbot, stand, an_engine("a", (LIVE,)))
    settle(qtbot, stand)

    stand.window.side_bar.list.chosen.emit("agent:a2")
    settle(qtbot, stand)

    assert launched(stand) == [("a2", "b", True)]
    assert [request.cell for request in stand.asked(CloseCellRequest)] == ["b"]  # type: ignore[attr-defined]
    assert stand.window.banner.sentence == "Engine Two is not on this machine."


def test_an_agent_comes_back_where_it_left_its_last_screen(qtbot: QtBot, stand: Stand) -> None:
    Team(stand, REVIEWER)
    ended = replace(LIVE, status="exited", code=0, pid=None)
    play(qtbot, stand, an_engine("a | b", (ended,)))
    settle(qtbot, stand)

    stand.window.side_bar.list.chosen.emit("agent:a1")
    settle(qtbot, stand)

    assert launched(stand) == [("a1", "", True)]
    assert stand.window.desk.focused_cell == "a"


def test_restarting_what_an_agent_left_launches_the_agent(qtbot: QtBot, stand: Stand) -> None:
    Team(stand, REVIEWER)
    play(qtbot, stand, an_engine("a", (replace(LIVE, status="exited", code=0, pid=None),)))
    settle(qtbot, stand)

    stand.window.invoke("session.restart")
    settle(qtbot, stand)

    assert launched(stand) == [("a1", "a", True)]
    assert stand.asked(OpenTerminalRequest) == []


def test_the_palette_offers_agents_alone_and_among_everything(qtbot: QtBot, stand: Stand) -> None:
    Team(stand, REVIEWER, BACKEND, BROKEN)
    play(qtbot, stand, an_engine("a | b", (LIVE,)))
    settle(qtbot, stand)

    stand.window.invoke("agent.launch")
    assert [(one.title, one.detail, one.key) for one in offered(stand)] == [
        ("Reviewer", "Engine One, in A1", "↵ go to"),
        ("Backend", "Engine Two", "↵ launch"),
        ("New agent…", "of a template, or from scratch", "↵"),
    ]
    choose(qtbot, stand, "a2")
    stand.window.opener.open_all()
    choose(qtbot, stand, "a2")

    assert launched(stand) == [("a2", "b", True)] * 2
    stand.window.invoke("agent.launch")
    choose(qtbot, stand, "!new")
    assert [one.title for one in offered(stand)] == ["Critic", "From scratch"]


def test_a_running_agent_may_read_a_new_skill_at_once(qtbot: QtBot, stand: Stand) -> None:
    Team(stand, REVIEWER)
    play(qtbot, stand, an_engine("a", (LIVE,)))
    settle(qtbot, stand)

    stand.window.invoke("agent.give_skill")
    settle(qtbot, stand)
    choose(qtbot, stand, "global:commit")
    buttons = stand.window.banner.findChildren(WordButton)
    next(one for one in buttons if one.text() == "Relaunch").click()
    settle(qtbot, stand)

    assert [one.session for one in stand.asked(StopSessionRequest)] == ["s1"]
    assert launched(stand) == [("a1", "a", True)]


def test_a_skill_that_is_not_there_yet_can_be_written_from_the_list(
    qtbot: QtBot, stand: Stand
) -> None:
    Team(stand, REVIEWER)
    play(qtbot, stand, an_engine("a", (LIVE,)))
    settle(qtbot, stand)

    stand.window.invoke("agent.give_skill")
    settle(qtbot, stand)
    assert offered(stand)[-1].title == "New skill…"
    choose(qtbot, stand, "!new")
    [asking] = [each for each in stand.window.findChildren(NameDialog) if each.isVisible()]
    assert asking.windowTitle() == "New skill"
    assert stand.asked(AssignSkillRequest) == []


def test_the_page_of_an_agent_is_named_by_it_and_else_asks(qtbot: QtBot, stand: Stand) -> None:
    Team(stand, REVIEWER)
    play(qtbot, stand, an_engine("a | b", (LIVE, a_session("s9", cell="b"))))
    settle(qtbot, stand)
    page = BY_ID["agent.open_page"]

    assert page.titled(stand.window.desk.words()) == "Reviewer's page"
    stand.window.desk.focus("b")
    assert page.titled(stand.window.desk.words()) == "Agent's page…"
    in_cells = {spec.id for group in menu_groups(Menu.CELL_CONTEXT) for spec in group}
    assert "agent.open_page" not in in_cells
    assert "agent.edit_role" in in_cells - stand.window.registry.enabled()


def test_a_new_agent_is_a_template_and_an_engine(qtbot: QtBot, stand: Stand) -> None:
    Team(stand)
    play(qtbot, stand, an_engine("a", ()))
    settle(qtbot, stand)

    stand.window.invoke("agent.launch")  # Without any, one is made.
    qtbot.waitUntil(lambda: stand.window.palette_box.is_open)
    assert [(one.title, one.detail) for one in offered(stand)] == [
        ("Critic", "Reads."),
        ("From scratch", "You write its role"),
    ]
    choose(qtbot, stand, "critic")
    assert [(one.title, one.detail) for one in offered(stand)] == [
        ("Engine One", "1.2.3 · /usr/bin/one"),
        ("Another program…", "See which ones are looked for, or add a command of yours"),
    ]
    choose(qtbot, stand, "one")

    [made] = stand.asked(CreateAgentFromTemplateRequest)
    assert made == CreateAgentFromTemplateRequest(project="p1", template="critic", profile="one")
    assert launched(stand) == [("a2", "a", True)]
    assert "Backend" in rows(stand)


def test_who_has_none_of_the_programs_is_shown_which_ones_are_looked_for(
    qtbot: QtBot, stand: Stand
) -> None:
    Team(stand)
    stand.use_cases.answer(ListProfilesRequest, lambda _: ProfilesView(profiles=(), looking=False))
    stand.use_cases.answer(SetSettingRequest, lambda _: None)
    play(qtbot, stand, an_engine("a", ()))
    settle(qtbot, stand)

    stand.window.invoke("agent.create")
    settle(qtbot, stand)
    choose(qtbot, stand, "critic")
    choose(qtbot, stand, "!others")

    assert stand.asked(CreateAgentFromTemplateRequest) == []
    assert stand.asked(SetSettingRequest) == [
        SetSettingRequest(name="window.side_bar_page", value="engines")
    ]


def test_the_focused_agent_changes_its_engine(qtbot: QtBot, stand: Stand) -> None:
    Team(stand, REVIEWER)
    play(qtbot, stand, an_engine("a", (replace(LIVE),)))
    settle(qtbot, stand)
    stand.use_cases.answer(
        ListProfilesRequest,
        lambda _: ProfilesView(profiles=(ONE, replace(ONE, id="two", name="Two")), looking=True),
    )

    stand.window.invoke("agent.change_engine")
    settle(qtbot, stand)
    assert [one.id for one in offered(stand)] == ["two", "!others"], "Not the one it has."
    choose(qtbot, stand, "two")

    assert stand.asked(ChangeEngineRequest) == [
        ChangeEngineRequest(project="p1", agent="a1", profile="two")
    ]


def test_the_focused_agent_begins_anew_in_its_cell(qtbot: QtBot, stand: Stand) -> None:
    Team(stand, REVIEWER)
    play(qtbot, stand, an_engine("a", (LIVE,)))
    settle(qtbot, stand)

    stand.window.invoke("agent.begin_anew")
    settle(qtbot, stand)

    kinds = [type(request) for request in stand.use_cases.asked]
    assert kinds.index(StopSessionRequest) < kinds.index(DetachSessionRequest)
    assert launched(stand) == [("a1", "a", False)]


def test_the_focused_agent_gets_a_skill_and_its_role_is_edited(qtbot: QtBot, stand: Stand) -> None:
    Team(stand, REVIEWER)
    play(qtbot, stand, an_engine("a", (LIVE,)))
    settle(qtbot, stand)

    stand.window.invoke("agent.give_skill")
    settle(qtbot, stand)
    choose(qtbot, stand, "global:commit")
    assert stand.asked(AssignSkillRequest) == [
        AssignSkillRequest(project="p1", agent="a1", skill="global:commit")
    ]
    stand.window.invoke("agent.edit_role_outside")
    settle(qtbot, stand)
    [opened] = stand.asked(OpenTerminalRequest)
    assert isinstance(opened, OpenTerminalRequest)
    assert opened.command[-1] == "/src/.ideai/agents/reviewer.md"


@pytest.mark.parametrize(
    "action",
    [
        "agent.change_engine",
        "agent.begin_anew",
        "agent.give_skill",
        "agent.edit_role",
        "agent.show_context",
    ],
)
def test_a_cell_without_an_agent_says_so(qtbot: QtBot, stand: Stand, action: str) -> None:
    Team(stand, REVIEWER)
    play(qtbot, stand, an_engine("a", (a_session("s9", cell="a"),)))
    settle(qtbot, stand)

    stand.window.invoke(action)

    assert "the cell shows no agent" in stand.window.banner.sentence


def test_an_ai_program_that_was_typed_into_a_shell_can_be_made_an_agent(
    qtbot: QtBot, stand: Stand
) -> None:
    Team(stand)
    typed = replace(a_session("s9", cell="a"), program="one", adoptable="Engine One")
    play(qtbot, stand, an_engine("a", (typed,)))
    settle(qtbot, stand)
    stand.use_cases.answer(AdoptSessionRequest, lambda _: replace(REVIEWER, name="Engine One"))

    stand.window.invoke("agent.adopt")
    settle(qtbot, stand)

    assert stand.asked(AdoptSessionRequest) == [AdoptSessionRequest(session="s9")]
    assert "Engine One is an agent now" in stand.window.banner.sentence


def test_a_shell_without_one_says_so(qtbot: QtBot, stand: Stand) -> None:
    Team(stand, REVIEWER)
    play(qtbot, stand, an_engine("a", (a_session("s9", cell="a"),)))
    settle(qtbot, stand)

    stand.window.invoke("agent.adopt")

    assert "no AI program that was typed" in stand.window.banner.sentence


def row_menu(stand: Stand, popped_up: list[QMenu], row: str) -> dict[str, QAction]:
    """Return what the menu of a row offers, by what it says."""
    popped_up.clear()
    stand.window.side_bar.list.menu_asked.emit(row, QPoint(5, 5))
    return {one.text(): one for menu in popped_up for one in menu.actions() if one.text()}


def test_the_row_of_an_agent_offers_what_can_be_done_to_it(
    qtbot: QtBot, stand: Stand, popped_up: list[QMenu]
) -> None:
    Team(stand, REVIEWER, BACKEND)
    play(qtbot, stand, an_engine("a | b", (LIVE,)))
    settle(qtbot, stand)
    of_any = ["Change engine…", "New conversation", "Agent's page", "What it reads"]
    of_any += ["Give a skill…", "Order of its skills…", "Edit role"]
    changing = ["Rename agent…", "Clone agent"]

    assert list(row_menu(stand, popped_up, "s1")) == [
        "Send to background",
        "Stop session",
        *of_any,
        "Save as template…",
        *changing,
    ]
    assert list(row_menu(stand, popped_up, "agent:a2")) == [
        "Launch",
        *of_any,
        "Save as template…",
        *changing,
        "Delete agent…",
    ]
    [menu] = popped_up
    lines = [each.isSeparator() for each in menu.actions()]
    after = [menu.actions()[at + 1].text() for at, line in enumerate(lines) if line]
    assert after == ["Change engine…", "Rename agent…", "Delete agent…"]
    assert row_menu(stand, popped_up, "agent:gone") == {}


def test_a_resting_agent_is_worked_on_from_its_row(
    qtbot: QtBot, stand: Stand, popped_up: list[QMenu]
) -> None:
    Team(stand, REVIEWER, BACKEND)
    play(qtbot, stand, an_engine("a | b", (LIVE,)))
    settle(qtbot, stand)

    row_menu(stand, popped_up, "agent:a2")["Launch"].trigger()
    settle(qtbot, stand)
    row_menu(stand, popped_up, "agent:a2")["New conversation"].trigger()
    settle(qtbot, stand)
    assert launched(stand) == [("a2", "b", True), ("a2", "b", False)]
    assert stand.asked(StopSessionRequest) == []
    row_menu(stand, popped_up, "agent:a2")["Change engine…"].trigger()
    settle(qtbot, stand)
    choose(qtbot, stand, "one")
    assert stand.asked(ChangeEngineRequest) == [
        ChangeEngineRequest(project="p1", agent="a2", profile="one")
    ]
    assert stand.window.banner.sentence == "Backend runs on Engine One from its next launch."
    row_menu(stand, popped_up, "agent:a2")["Give a skill…"].trigger()
    settle(qtbot, stand)
    choose(qtbot, stand, "global:commit")
    assert stand.window.banner.sentence == (
        "Backend has the skill Commit and reads it at its next launch."
    )


def test_the_skills_of_an_agent_get_another_order(
    qtbot: QtBot, stand: Stand, popped_up: list[QMenu]
) -> None:
    skilled = replace(BACKEND, skills=("global:commit", "project:tests", "global:explain"))
    team = Team(stand, REVIEWER, skilled)

    def assign(request: AssignSkillRequest) -> AgentView:
        [agent] = [one for one in team.agents if one.id == request.agent]
        skills = [one for one in agent.skills if one != request.skill]
        skills.insert(request.at, request.skill)
        return replace(agent, skills=tuple(skills))

    stand.use_cases.answer(AssignSkillRequest, assign)
    play(qtbot, stand, an_engine("a | b", (LIVE,)))
    settle(qtbot, stand)
    row_menu(stand, popped_up, "agent:a2")["Order of its skills…"].trigger()
    [dialog] = stand.window.findChildren(SkillOrderDialog)
    assert [one.title for one in dialog.list.choices] == ["commit", "tests", "explain"]
    assert (dialog.earlier.isEnabled(), dialog.later.isEnabled()) == (False, True)

    dialog.later.click()
    settle(qtbot, stand)
    assert [one.title for one in dialog.list.choices] == ["tests", "commit", "explain"]
    assert dialog.list.at == 1, "The one that was moved."
    assert dialog.earlier.isEnabled()
    assert stand.asked(AssignSkillRequest) == [
        AssignSkillRequest(project="p1", agent="a2", skill="global:commit", at=1)
    ]
    dialog.leave.click()
    stand.window.invoke("agent.order_skills")
    assert stand.window.banner.sentence == "Reviewer has too few skills to be ordered."


def test_deleting_an_agent_asks_and_its_running_one_is_refused(
    qtbot: QtBot, stand: Stand, popped_up: list[QMenu]
) -> None:
    Team(stand, REVIEWER, BACKEND)
    stand.use_cases.answer(DeleteAgentRequest, lambda _: DeletedAgent(agent=BACKEND, kept="x"))
    play(qtbot, stand, an_engine("a", (LIVE,)))
    settle(qtbot, stand)

    stand.window.invoke("agent.delete")
    assert "the agent of the cell runs; stop it first" in stand.window.banner.sentence
    for press in ("keep", "delete"):
        row_menu(stand, popped_up, "agent:a2")["Delete agent…"].trigger()
        [dialog] = [one for one in stand.window.findChildren(DeleteDialog) if one.isVisible()]
        assert dialog.windowTitle() == "Delete Backend?"
        assert dialog.focusWidget() is dialog.keep
        qtbot.mouseClick(getattr(dialog, press), Qt.MouseButton.LeftButton)
        settle(qtbot, stand)
        assert len(stand.asked(DeleteAgentRequest)) == (press == "delete")


def test_the_cell_of_an_agent_that_was_deleted_shows_none(qtbot: QtBot, stand: Stand) -> None:
    Team(stand)
    play(qtbot, stand, an_engine("a", (replace(LIVE, status="exited", code=0, pid=None),)))
    settle(qtbot, stand)

    stand.window.invoke("agent.edit_role_outside")

    assert "the cell shows no agent" in stand.window.banner.sentence


def a_resumable(agent: AgentView, *, can_resume: bool) -> ResumableView:
    return ResumableView(
        agent=agent,
        session="s1",
        reason="The computer was restarted.",
        ended_at="2026-09-01T11:00:00+00:00",
        conversation="c1" if can_resume else "",
        can_resume=can_resume,
        sentence="It goes on." if can_resume else "It starts afresh.",
    )


def the_dialog(stand: Stand) -> ResumeDialog:
    dialog = stand.window.resuming.dialog
    assert dialog is not None
    return dialog


def interrupted(qtbot: QtBot, stand: Stand, **settings: object) -> Team:
    team = Team(stand, REVIEWER, BACKEND)
    team.resumable = (
        a_resumable(REVIEWER, can_resume=True),
        a_resumable(BACKEND, can_resume=False),
    )
    play(qtbot, stand, an_engine("a | b", (), settings=settings))
    settle(qtbot, stand)
    return team


def test_interrupted_agents_are_offered_once_and_nothing_is_started(
    qtbot: QtBot, stand: Stand
) -> None:
    interrupted(qtbot, stand)
    dialog = the_dialog(stand)

    first, second = dialog.list.rows.values()
    assert [button.text() for button in first.buttons] == ["Resume", "New conversation", "Ignore"]
    assert [button.text() for button in second.buttons] == ["Start afresh", "Ignore"]
    assert dialog.windowTitle() == "2 agents were running in ledger"
    assert launched(stand) == []
    dialog.close()
    play(qtbot, stand, SessionShown(a_session("s9")))
    assert stand.window.resuming.dialog is None
    assert len(stand.asked(ListResumableRequest)) == 1


def test_each_is_resumed_begun_or_ignored_by_itself(qtbot: QtBot, stand: Stand) -> None:
    interrupted(qtbot, stand)
    dialog = the_dialog(stand)
    first, second = dialog.list.rows.values()
    assert first.resume is not None

    qtbot.mouseClick(first.resume, Qt.MouseButton.LeftButton)
    settle(qtbot, stand)
    assert launched(stand) == [("a1", "", True)]
    assert list(dialog.list.rows) == ["a2"]
    qtbot.mouseClick(second.dismiss, Qt.MouseButton.LeftButton)
    settle(qtbot, stand)
    assert stand.asked(DismissResumableRequest) == [
        DismissResumableRequest(project="p1", agent="a2")
    ]
    assert stand.window.resuming.dialog is None


def test_all_that_can_be_resumed_are_and_all_can_be_ignored(qtbot: QtBot, stand: Stand) -> None:
    interrupted(qtbot, stand)

    qtbot.mouseClick(the_dialog(stand).resume_all, Qt.MouseButton.LeftButton)
    settle(qtbot, stand)
    assert launched(stand) == [("a1", "", True)]
    qtbot.mouseClick(the_dialog(stand).ignore_all, Qt.MouseButton.LeftButton)
    settle(qtbot, stand)
    assert [one.agent for one in stand.asked(DismissResumableRequest)] == ["a2"]  # type: ignore[attr-defined]


def test_one_that_cannot_be_resumed_keeps_no_other_from_it(qtbot: QtBot, stand: Stand) -> None:
    team = interrupted(qtbot, stand)
    dialog = the_dialog(stand)
    team.resumable = tuple(replace(one, can_resume=True) for one in team.resumable)
    dialog.close()

    def refuse(request: LaunchAgentRequest) -> SessionView:
        raise ProcessError(f"{request.agent} is not on this machine.")

    team.launches = refuse
    stand.window.invoke("agent.resume")
    settle(qtbot, stand)
    qtbot.mouseClick(the_dialog(stand).resume_all, Qt.MouseButton.LeftButton)
    settle(qtbot, stand)

    assert launched(stand) == [("a1", "", True), ("a2", "", True)]
    assert stand.window.banner.sentence == ("a1 is not on this machine. a2 is not on this machine.")


def test_a_person_may_want_it_always_or_never(qtbot: QtBot, stand: Stand) -> None:
    interrupted(qtbot, stand, **{"agents.resume_on_open": "always"})

    assert launched(stand) == [("a1", "", True)]
    assert stand.window.resuming.dialog is None


def test_the_list_can_be_asked_for_and_may_be_empty(qtbot: QtBot, stand: Stand) -> None:
    Team(stand, REVIEWER)
    play(qtbot, stand, an_engine("a", (), settings={"agents.resume_on_open": "never"}))
    settle(qtbot, stand)
    assert stand.asked(ListResumableRequest) == []

    stand.window.invoke("agent.resume")
    settle(qtbot, stand)

    dialog = the_dialog(stand)
    assert dialog.ignore_all.text() == "Close"
    qtbot.mouseClick(dialog.ignore_all, Qt.MouseButton.LeftButton)
    assert stand.window.resuming.dialog is None
