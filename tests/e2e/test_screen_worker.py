"""Sessions nobody shows: somebody answers, keeps their screen, and may die or hang meanwhile."""

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from idea.application.engine.engine_status import EngineStatusRequest
from idea.application.terminals.open_terminal import OpenTerminalRequest
from idea.application.terminals.read_screen import ReadScreenRequest
from idea.application.terminals.send_text import SendTextRequest
from idea.application.views import SessionView
from idea.domain.stream.records import Gap
from idea.domain.terminal import Size
from idea.infrastructure.engine_client.address import read_address
from idea.infrastructure.screen.select import select_core
from support import talker
from support.engine_window import WITHIN_S, Window, wait_gone, window_on
from support.recorder import Recorder
from support.screen_state import FollowedCell
from support.talks import answers, heard

pytestmark = [pytest.mark.slow, pytest.mark.posix]

KILLS = 20
SWITCHES = 50
FLOOD_S = 8.0
MOST_LOG_BYTES = 34 * 1024 * 1024
MOST_ENGINE_GROWTH_BYTES = 192 * 1024 * 1024


@pytest.fixture
def window(tmp_path: Path) -> Iterator[Window]:
    project = tmp_path / "project"
    project.mkdir()
    with window_on(project) as one:
        yield one


def run(window: Window, *command: str) -> SessionView:
    return window.ask(OpenTerminalRequest(project=str(window.project), command=command))


def ask_in(window: Window, times: int, go: Path) -> SessionView:
    """Start a program that asks for the cursor's place so many times once `go` is there."""
    return run(window, sys.executable, talker.__file__, "ask", str(times), "30", str(go))


def engine(window: Window) -> psutil.Process:
    address = read_address(window.places.engine_address)
    assert address is not None
    return psutil.Process(address.pid)


def worker(window: Window, but: int = 0) -> psutil.Process:
    """Wait for the worker, or for another one than that."""
    deadline = time.monotonic() + WITHIN_S
    while time.monotonic() < deadline:
        for child in engine(window).children():
            with contextlib.suppress(psutil.Error):
                if "worker-process" in child.cmdline() and child.pid != but:
                    return child
        threading.Event().wait(0.02)
    pytest.fail("there is no screen worker")


def until(condition: Callable[[], object], what: str) -> None:
    deadline = time.monotonic() + WITHIN_S
    while not condition():
        assert time.monotonic() < deadline, f"never happened: {what}"
        threading.Event().wait(0.05)


def holds(cell: FollowedCell) -> bool:
    return cell.feed._screen.stream.holding


def bytes_in(folder: Path) -> int:
    size = 0
    for file in folder.iterdir():
        with contextlib.suppress(FileNotFoundError):  # Written anew, or trimmed.
            size += file.stat().st_size
    return size


def shown(window: Window, session: SessionView, history: int = 0) -> tuple[str, ...]:
    return window.ask(ReadScreenRequest(session=session.id, history=history)).lines


def test_a_program_nobody_watches_is_answered_and_its_screen_is_read(
    window: Window, tmp_path: Path
) -> None:
    go = tmp_path / "go"
    session = ask_in(window, 50, go)
    recorder = Recorder(window.client.links, session.id, have=0)
    recorder.wait_for(b"ready")
    go.touch()
    assert heard(recorder) == answers(50)
    until(lambda: any("heard:" in line for line in shown(window, session)), "the screen")
    with contextlib.closing(
        FollowedCell(window.client.links, select_core(), session.id, Size(80, 24))
    ) as cell:
        cell.wait_until_it_stands_at(lambda: recorder.end)
        recorder.wait("the hand-over", lambda: holds(cell))
        assert any("heard:" in line for line in shown(window, session))


def test_text_for_a_session_nobody_watches_is_encoded_by_its_modes(window: Window) -> None:
    session = run(window, "sh", "-c", "printf '\\033[?2004h'; stty raw -echo; echo ready; cat -v")
    until(lambda: "ready" in shown(window, session)[0], "the program")
    window.ask(SendTextRequest(session=session.id, text="typed", enter=True))
    until(
        lambda: any("^[[200~typed^[[201~^M" in line for line in shown(window, session)),
        "the framed paste",
    )


def test_showing_and_hiding_a_session_loses_and_doubles_no_answer(
    window: Window, tmp_path: Path
) -> None:
    go = tmp_path / "go"
    session = ask_in(window, 1500, go)
    recorder = Recorder(window.client.links, session.id, have=0)
    recorder.wait_for(b"ready")
    go.touch()
    for turn in range(SWITCHES):
        cell = FollowedCell(window.client.links, select_core(), session.id, Size(80, 24))
        threading.Event().wait(0.01 + turn % 5 * 0.02)
        cell.close()
    assert heard(recorder) == answers(1500)


def test_a_killed_engine_leaves_no_worker_behind(window: Window) -> None:
    session = run(window, "cat")
    until(lambda: shown(window, session), "a worker")
    orphan = worker(window)
    engine(window).kill()
    wait_gone(orphan.pid)
    window.ask(SendTextRequest(session=session.id, text="taken over", enter=True))
    until(lambda: any("taken over" in line for line in shown(window, session)), "the next worker")


@pytest.mark.timeout(240)
def test_a_worker_killed_twenty_times_is_noticed_by_nobody(window: Window, tmp_path: Path) -> None:
    go = tmp_path / "go"
    session = ask_in(window, 3000, go)
    recorder = Recorder(window.client.links, session.id, have=0)
    recorder.wait_for(b"ready")
    go.touch()
    pid = 0
    for turn in range(KILLS):
        found = worker(window, but=pid)
        assert shown(window, session)  # It is ready, and has the session.
        threading.Event().wait(turn % 5 * 0.05)
        pid = found.pid
        found.kill()
    told = heard(recorder)
    assert told == answers(3000)
    assert not [one for one in recorder.records if isinstance(one.record, Gap)]
    assert window.ask(EngineStatusRequest()).sessions == 1
    assert any("heard:" in line for line in shown(window, session))


@pytest.mark.timeout(240)
def test_a_stopped_worker_under_a_flood_costs_no_memory_and_no_disk(window: Window) -> None:
    session = run(window, "sh", "-c", "yes a line that goes on and on | head -c 2000000000; cat")
    calm = run(window, "cat")
    until(lambda: any("goes on" in line for line in shown(window, session)), "the flood")
    stopped, serving = worker(window), engine(window)
    before = serving.memory_info().rss
    os.kill(stopped.pid, signal.SIGSTOP)
    log = next(window.places.sessions.glob(f"*/{session.id}"))
    try:
        end = time.monotonic() + FLOOD_S
        while time.monotonic() < end:
            assert window.ask(EngineStatusRequest()).sessions == 2
            assert serving.memory_info().rss - before < MOST_ENGINE_GROWTH_BYTES
            assert bytes_in(log) < MOST_LOG_BYTES
            threading.Event().wait(0.1)
        with contextlib.closing(
            FollowedCell(window.client.links, select_core(), session.id, Size(80, 24))
        ) as cell:
            until(lambda: holds(cell), "the view")
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.kill(stopped.pid, signal.SIGCONT)
    until(lambda: any("goes on" in line for line in shown(window, session)), "the screen")
    window.ask(SendTextRequest(session=calm.id, text="still here", enter=True))
    until(lambda: any("still here" in line for line in shown(window, calm)), "the other session")
