from dataclasses import replace

from idea.application.views import EngineStatusView
from idea.domain.layout.codec import encode
from idea.domain.layout.notation import read
from idea.presentation.desktop.viewmodels.desk_state import DeskState, told
from idea.presentation.desktop.viewmodels.panels import (
    side_bar_view,
    snapshot,
    status_line_view,
    tab_strip_view,
)
from support.desktop import NOW, a_layout, a_project, a_session, a_state

ENGINE = EngineStatusView(
    pid=1,
    version="0.1.0",
    protocol=1,
    sessions=2,
    clients=3,
    since="2026-09-01T10:00:00+00:00",
    loop_lag_p99_ms=1.0,
    address="/run/idea",
)


def state() -> DeskState:
    return told(
        DeskState(),
        a_state(
            projects=(
                a_project(),
                a_project("p2", name="website", root="/srv/website"),
                a_project("p3", name="website", root="/tmp/website"),
            ),
            sessions=(
                a_session("s1", name="make watch", cell="n2", address="B1"),
                a_session("s2", cell="n1", address="A1"),
                a_session("s3", name="htop", command=("htop",)),
                a_session("s4", status="exited", code=1, command=("make",), name="make"),
                a_session("s5", project="p2"),
            ),
        ),
    )


def test_tabs_of_one_name_are_told_apart_by_their_folder() -> None:
    assert snapshot(tab_strip_view(state(), "p1")) == "[ledger] | website · srv | website · tmp"


def test_the_side_bar_lists_cells_by_address_then_the_background() -> None:
    view = side_bar_view(state(), "p1", "s2", NOW, "/home/me")

    assert snapshot(view).splitlines() == [
        "In cells (2)",
        "> shell    zsh (~/src/ledger) A1 running 4 m",
        "  shell    make watch (~/src/ledger) B1 running 4 m",
        "Background (1)",
        "  working  htop (~/src/ledger) - running 4 m",
        "Ended (1)",
        "  failed   make (~/src/ledger) - exited 1",
    ]


def test_an_empty_side_bar_says_so() -> None:
    assert snapshot(side_bar_view(state(), "p3", "", NOW)) == "No sessions yet. A cell starts one."
    assert snapshot(side_bar_view(state(), "", "", NOW)) == ""


def test_a_project_without_agents_says_what_one_is_once_that_is_known() -> None:
    view = side_bar_view(state(), "p3", "", NOW, agents=())

    assert snapshot(view).splitlines() == [
        "Agents (0)",
        "  An agent has a role and runs on an AI program of yours. [New agent…]",
    ]


def test_the_status_line_counts_by_state() -> None:
    view = status_line_view(state(), "p1", ENGINE, "120 × 40", NOW)

    assert snapshot(view) == (
        "ledger | working: 1 working  shell: 2 shells  failed: 1 failed | "
        "120 × 40 · 3 clients · engine 2 h"
    )


def test_the_status_line_tells_what_is_unusual_for_a_while() -> None:
    project = replace(a_project(), settings={"layout.locked": True})
    layout = replace(a_layout(encode(read("a | b"))), broadcast=("a", "b"))
    desk = DeskState(projects=(project,), layouts={project.id: layout})

    view = status_line_view(desk, project.id, None, "", NOW)

    assert view.modes == "Layout locked · Broadcast to 2 cells"


def test_the_status_line_without_a_project_is_quiet() -> None:
    assert snapshot(status_line_view(DeskState(), "", None, "", NOW)) == " |  | "


def test_a_stopped_engine_is_said_at_the_bottom_as_well() -> None:
    stopped = replace(state(), connected=False, engine_is_stopped=True)
    assert status_line_view(stopped, "p1", ENGINE, "80 × 24", NOW).right == (
        "80 × 24 · engine stopped"
    )
