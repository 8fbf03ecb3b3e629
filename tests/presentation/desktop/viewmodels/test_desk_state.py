from dataclasses import replace

from idea.application.engine_feed import EngineLost
from idea.application.views import (
    LayoutShown,
    NoticeShown,
    ProjectGone,
    ProjectShown,
    SessionGone,
    SessionShown,
    SettingShown,
)
from idea.presentation.desktop.viewmodels.desk_state import DeskState, told
from support.desktop import a_layout, a_project, a_session, a_state

LEAF = {"type": "leaf", "id": "n1"}


def told_all(*items: object) -> DeskState:
    state = DeskState()
    for item in items:
        state = told(state, item)  # type: ignore[arg-type] # Every kind of message.
    return state


def test_the_first_message_is_everything() -> None:
    state = told_all(
        a_state(
            projects=(a_project(), a_project("p2", open_=False)),
            layouts=(a_layout(LEAF),),
            sessions=(a_session(),),
            settings={"appearance.theme": "light"},
        )
    )

    assert (
        state.connected,
        [each.id for each in state.tabs],
        [each.id for each in state.recent],
        list(state.layouts),
        [each.id for each in state.sessions_of("p1")],
    ) == (True, ["p1"], ["p2"], ["p1"], ["s1"])


def test_a_lost_engine_keeps_what_was_known_and_says_why() -> None:
    state = told_all(a_state(sessions=(a_session(),)), EngineLost("The engine ended."))

    assert (
        state.connected,
        state.engine_sentence,
        list(state.sessions),
    ) == (False, "The engine ended.", ["s1"])


def test_a_new_project_stands_behind_the_open_ones() -> None:
    state = told_all(
        a_state(projects=(a_project("p1"), a_project("p2", open_=False))),
        ProjectShown(a_project("p3"), raise_tab=True),
        ProjectShown(a_project("p1", name="renamed"), raise_tab=False),
        ProjectShown(a_project("p4", open_=False), raise_tab=False),
    )

    assert [(each.id, each.name) for each in state.tabs] == [("p1", "renamed"), ("p3", "ledger")]
    assert [each.id for each in state.recent] == ["p4", "p2"]


def test_a_tab_that_opens_stands_behind_the_others_wherever_closed_projects_are() -> None:
    state = told_all(
        a_state(projects=(a_project("p1"),)),
        ProjectShown(a_project("closed", open_=False), raise_tab=False),
        ProjectShown(a_project("p2"), raise_tab=True),
        ProjectShown(a_project("p3"), raise_tab=True),
        ProjectShown(a_project("closed"), raise_tab=True),
    )

    assert [each.id for each in state.tabs] == ["p1", "p2", "p3", "closed"]


def test_an_older_layout_never_replaces_a_newer_one() -> None:
    state = told_all(
        a_state(),
        LayoutShown(a_layout(LEAF, revision=3, notice="Two sessions went to the background.")),
        LayoutShown(a_layout(LEAF, revision=2)),
    )

    assert state.layouts["p1"].revision == 3
    assert state.notice == "Two sessions went to the background."


def test_things_leave() -> None:
    state = told_all(
        a_state(projects=(a_project(),), layouts=(a_layout(LEAF),), sessions=(a_session(),)),
        SessionShown(a_session("s2")),
        SessionGone("s1"),
        ProjectGone("p1"),
        NoticeShown("Gone."),
    )

    assert (
        state.layouts,
        state.projects,
        list(state.sessions),
        state.warnings,
    ) == ({}, (), ["s2"], ("Gone.",))


def test_the_newest_sentences_are_kept_and_all_are_counted() -> None:
    state = told_all(a_state(), *(NoticeShown(f"Sentence {number}.") for number in range(20)))

    assert (len(state.warnings), state.warnings[-1], state.warned) == (16, "Sentence 19.", 20)


def test_a_setting_of_another_type_counts_as_unknown() -> None:
    state = told_all(a_state(settings={"a": 3, "b": "x"}), SettingShown("c", value=True))

    assert (
        state.setting("a", 1.0),
        state.setting("b", 7),
        state.setting("c", False),
        state.setting("d", True),
    ) == (3.0, 7, True, True)


def test_no_name_or_sentence_from_outside_reaches_a_widget_as_it_is() -> None:
    hostile, shown = "a\x1b]0;x\x07\u202eb", "a\\x1b]0;x\\x07\\u202eb"

    state = told_all(
        a_state(
            projects=(a_project(name=hostile, root=f"/{hostile}"),),
            sessions=(a_session(name=hostile, reason=hostile),),
        ),
        ProjectShown(a_project("p2", name=hostile), raise_tab=False),
        SessionShown(a_session("s2", name=hostile, reason=hostile)),
        NoticeShown(hostile),
    )

    assert [project.name for project in state.projects] == [shown, shown]
    assert [(one.name, one.reason) for one in state.sessions.values()] == [(shown, shown)] * 2
    assert state.warnings == (shown,)
    assert state.projects[0].root == f"/{hostile}", "a path is used, not only shown"
    assert told(state, EngineLost(hostile)).engine_sentence == shown


def test_a_project_overrides_settings_for_its_own_sessions_only() -> None:
    own = replace(a_project("p2"), settings={"terminal.scrollback_lines": 7})
    state = told(
        DeskState(),
        a_state(
            projects=(a_project("p1"), own),
            sessions=(a_session("s1"), a_session("s2", project="p2")),
            settings={"terminal.wheel_lines": 9},
        ),
    )

    seen = [
        (
            state.within(session).setting("terminal.scrollback_lines", 10_000),
            state.within(session).setting("terminal.wheel_lines", 3),
        )
        for session in ("s1", "s2", "gone")
    ]

    assert seen == [(10_000, 9), (7, 9), (10_000, 9)]
