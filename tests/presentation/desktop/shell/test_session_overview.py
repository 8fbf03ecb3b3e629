"""The list of all sessions: what it shows, and what can be done from it."""

from dataclasses import replace

from pytestqt.qtbot import QtBot

from idea.application.layouts.detach_session import DetachSessionRequest
from idea.application.projects.open_project import OpenProjectRequest
from idea.application.terminals.forget_session import ForgetSessionRequest
from idea.application.terminals.measure_sessions import MeasureSessionsRequest, SessionUse
from idea.application.views import SessionGone
from idea.presentation.desktop.shell.session_overview import OverviewDialog
from support.desktop import a_project, a_session
from support.window import Stand, an_engine, play, settle

SHOWN = a_session("s1", cell="a")
BACKGROUND = a_session("s2", project="p9", name="make watch")
ENDED = a_session("s3", status="exited", code=1)
USE = SessionUse(session="s1", processes=3, memory_bytes=48 * 1024 * 1024, cpu_percent=12.4)
ENGINE = an_engine("[a b]", (SHOWN, ENDED, BACKGROUND))
ENGINE = replace(
    ENGINE,
    projects=(*ENGINE.projects, a_project("p9", name="api", root="/work/api", open_=False)),
)


def opened(qtbot: QtBot, stand: Stand) -> OverviewDialog:
    stand.use_cases.answer(MeasureSessionsRequest, lambda _: (USE,))
    stand.use_cases.answer(DetachSessionRequest, lambda _: ENGINE.layouts[0])
    stand.use_cases.answer(ForgetSessionRequest, lambda _: None)
    stand.use_cases.answer(OpenProjectRequest, lambda _: a_project("p9"))
    play(qtbot, stand, ENGINE)
    stand.window.invoke("session.show_all")
    settle(qtbot, stand)
    dialog = stand.window.overview.dialog
    assert dialog is not None
    return dialog


def test_every_session_of_every_project_is_listed_with_what_it_uses(
    qtbot: QtBot, stand: Stand
) -> None:
    dialog = opened(qtbot, stand)
    rows = [(row.id, row.place, row.use) for row in dialog.list.shown]
    assert rows == [
        ("s1", "ledger · A1 · running 4 m · 3 processes · started by you", "48 MiB · 12 %"),
        ("s3", "ledger · exited 1", ""),
        ("s2", "api · in the background · running 4 m · started by you", ""),
    ]
    assert [dialog.list.row(each).end.text() for each in ("s1", "s2", "s3")] == [
        "Stop",
        "Stop",
        "Forget",
    ]
    assert [not dialog.list.row(each).detach.isHidden() for each in ("s1", "s2", "s3")] == [
        True,
        False,
        False,
    ]
    dialog.close()


def test_nobody_is_measured_unless_the_list_is_open(qtbot: QtBot, stand: Stand) -> None:
    dialog = opened(qtbot, stand)
    assert len(stand.asked(MeasureSessionsRequest)) == 1
    assert stand.window.overview._again.isActive()
    dialog.close()
    assert not stand.window.overview._again.isActive()
    assert stand.window.overview.dialog is None


def test_the_list_follows_and_acts(qtbot: QtBot, stand: Stand) -> None:
    dialog = opened(qtbot, stand)
    dialog.list.row("s1").detach.click()
    dialog.list.row("s3").end.click()
    settle(qtbot, stand)
    assert stand.asked(DetachSessionRequest) == [DetachSessionRequest(project="p1", cell="a")]
    assert stand.asked(ForgetSessionRequest) == [ForgetSessionRequest(session="s3")]
    play(qtbot, stand, SessionGone("s3"))
    assert [row.id for row in dialog.list.shown] == ["s1", "s2"]
    dialog.close()


def test_show_closes_the_list_and_goes_there_also_into_a_closed_project(
    qtbot: QtBot, stand: Stand
) -> None:
    dialog = opened(qtbot, stand)
    stand.window.desk.focus("b")
    dialog.list.row("s1").show_it.click()
    assert stand.window.overview.dialog is None
    assert stand.window.desk.focused_cell == "a"

    stand.window.invoke("session.show_all")
    dialog = stand.window.overview.dialog  # type: ignore[assignment]
    dialog.list.row("s2").show_it.click()
    settle(qtbot, stand)
    assert stand.asked(OpenProjectRequest) == [OpenProjectRequest(path="/work/api")]


def test_what_ended_sessions_left_running_is_one_button_away(qtbot: QtBot, stand: Stand) -> None:
    dialog = opened(qtbot, stand)
    dialog.survivors.click()
    assert stand.window.overview.dialog is None
    assert stand.window.survivors.dialog is not None
    stand.window.survivors.dialog.close()


def test_one_sentence_says_how_many_run_and_what_they_use(qtbot: QtBot, stand: Stand) -> None:
    dialog = opened(qtbot, stand)
    assert dialog._words.text() == (
        "2 sessions run, 1 ended. 3 processes with 48 MiB of memory. "
        "Stopping ends a program with everything it started."
    )
    dialog.close()
