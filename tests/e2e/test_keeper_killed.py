"""Kill the keeper whenever you like: its sessions are shown as ended, and what survives is told."""

import contextlib
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import psutil
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from idea.application.terminals.list_sessions import ListSessionsRequest
from idea.application.terminals.list_survivors import ListSurvivorsRequest
from idea.application.terminals.stop_session import StopSessionRequest
from idea.application.terminals.stop_survivors import StopSurvivorsRequest
from idea.application.views import SessionView, SurvivorView
from idea.domain.errors import ProcessError
from idea.domain.session_record import TERMINAL_LOST
from idea.infrastructure.places import find_places
from idea.presentation.desktop.viewmodels.cells import Body
from support.background import shown
from support.engine_window import WITHIN_S, Window, wait_gone
from support.keepers import keeper_pid
from support.real_window import real_window_on
from support.takeover import engine_pid

pytestmark = [pytest.mark.slow, pytest.mark.posix, pytest.mark.timeout(120)]

LINES = 200
JOB = f"seq 1 {LINES}; nohup sleep 1000 >/dev/null 2>&1 & echo ready; exec cat"
FULL_SCREEN = """
trap 'printf "\\033[?1049lgone"; exit' HUP
printf '\\033[?1049h\\033[Ha page of its own'
while :; do sleep 1; done
"""
DAEMON = "setsid sleep 1000 >/dev/null 2>&1 &"


@pytest.fixture
def window(window: Window) -> Iterator[Window]:
    """The window of all whole-program tests; what outlives its keeper ends with the test."""
    yield window
    for each in programs_of(window):
        with contextlib.suppress(psutil.NoSuchProcess):
            each.kill()


def until(condition: Callable[[], object], what: str) -> None:
    deadline = time.monotonic() + WITHIN_S
    while not condition():
        assert time.monotonic() < deadline, f"never happened: {what}"
        threading.Event().wait(0.05)


def running(window: Window, script: str, text: bytes) -> SessionView:
    """Open a session and wait until it printed this."""
    session = window.open_shell("sh", "-c", script)
    view = window.attach(session)
    view.wait_for(text)
    view.close()
    return session


def screen(window: Window, session: SessionView) -> Sequence[str]:
    return shown(window, session, 1000)


def left_by(window: Window, session: SessionView) -> Sequence[SurvivorView]:
    return window.ask(ListSurvivorsRequest(session=session.id))


def programs_of(window: Window) -> list[psutil.Process]:
    """Return what still runs of all that was started in this window's sessions."""
    home, found = str(window.places.data.parent), []
    for process in psutil.process_iter():
        try:
            variables = process.environ()
            if variables.get("IDEA_HOME") == home and "IDEA_SESSION" in variables:
                found.append(process)
        except (psutil.Error, ValueError):
            continue
    return found


def names_of_programs(window: Window) -> list[str]:
    names = []
    for each in programs_of(window):
        with contextlib.suppress(psutil.NoSuchProcess):
            names.append(each.name())
    return names


def with_its_engine(engine: int, keeper: int) -> None:
    os.kill(engine, signal.SIGKILL)
    os.kill(keeper, signal.SIGKILL)


def beside_a_frozen_engine(engine: int, keeper: int) -> None:
    os.kill(engine, signal.SIGSTOP)
    os.kill(keeper, signal.SIGKILL)
    wait_gone(keeper)
    os.kill(engine, signal.SIGCONT)


@pytest.mark.parametrize("death", [with_its_engine, beside_a_frozen_engine])
def test_its_sessions_show_what_they_showed_last_and_why_they_ended(
    window: Window, death: Callable[[int, int], None]
) -> None:
    job = running(window, JOB, b"ready")
    page = running(window, FULL_SCREEN, b"a page of its own")
    keeper = keeper_pid(window.places)
    assert keeper is not None

    death(engine_pid(window), keeper)

    def ended() -> Sequence[tuple[str, str]]:
        try:
            listed: Sequence[SessionView] = window.ask(ListSessionsRequest())
        except ProcessError:
            return ()  # The engine ended meanwhile; the next call starts another.
        return [(one.status, one.reason) for one in listed]

    until(lambda: ended() == [("lost", TERMINAL_LOST)] * 2, "the loss")
    lines = [line.strip() for line in screen(window, job)]
    assert [line for line in lines if line] == [*map(str, range(1, LINES + 1)), "ready"]
    assert screen(window, page)[0] == "a page of its own"

    until(lambda: names_of_programs(window) == ["sleep"], "the hang-up")
    assert keeper_pid(window.places) != keeper
    [survivor] = left_by(window, job)
    assert (survivor.program, survivor.session_name) == ("sleep", "sh")
    assert left_by(window, page) == ()
    assert survivor.memory_bytes > 0

    assert window.open_shell("sh").status == "running"


def test_a_stop_tells_of_daemons_and_they_end_when_asked(window: Window) -> None:
    session = running(window, f"({DAEMON}); echo ready; exec cat", b"ready")
    until(lambda: names_of_programs(window) == ["cat", "sleep"], "both")
    assert left_by(window, session) == ()  # Of a running session nothing is left.

    window.ask(StopSessionRequest(session=session.id))

    [survivor] = window.ask(ListSurvivorsRequest())
    assert [each.pid for each in programs_of(window)] == [survivor.pid]
    window.ask(StopSurvivorsRequest(session=session.id))
    assert (window.ask(ListSurvivorsRequest()), programs_of(window)) == ((), [])


def test_the_window_keeps_last_screens_and_offers_to_start_again(
    qtbot: QtBot, tmp_path: Path
) -> None:
    project = tmp_path / "project"
    project.mkdir()
    with real_window_on(qtbot, project) as stand:
        desk, side_bar = stand.window.desk, stand.window.side_bar
        stand.first.type(f"seq 1 {LINES}; {DAEMON}\n")
        stand.first.wait_for(str(LINES - 1), str(LINES))
        keeper = keeper_pid(find_places())
        assert keeper is not None

        os.kill(keeper, signal.SIGKILL)

        frame = stand.grid.frame(desk.focused_cell)
        assert frame is not None
        stand.wait(lambda: frame.body is Body.ENDED, lambda: "the ended cell")
        assert frame.view.look is not None
        assert frame.view.look.reason == TERMINAL_LOST
        stand.first.wait_for(str(LINES - 1), str(LINES))
        line = side_bar.survivors
        stand.wait(lambda: bool(line.view.words), lambda: "the survivor")
        assert line.view.words == "1 program left running"

        qtbot.mouseClick(line, Qt.MouseButton.LeftButton)
        dialog = stand.window.survivors.dialog
        assert dialog is not None
        stand.wait(lambda: len(dialog.list.shown) == 1, lambda: "the list")
        qtbot.mouseClick(dialog.list.button(dialog.list.shown[0].id), Qt.MouseButton.LeftButton)
        stand.wait(lambda: not dialog.list.shown, lambda: "its end")
        dialog.close()

        lost = stand.focused_session
        stand.invoke("session.restart")
        stand.wait(lambda: stand.focused_session != lost, lambda: "the new session")
        cell = stand.cell_of(stand.focused_session)
        cell.type("echo go''ing on\n")
        cell.wait_for("going on")
