"""The engine as people have it: real processes, real shells, nothing lost when a client dies."""

import queue
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from idea.application.engine.engine_status import EngineStatusRequest
from idea.application.engine.stop_engine import StopEngineRequest
from idea.application.engine_feed import EngineLost
from idea.application.terminals.list_sessions import ListSessionsRequest
from idea.application.terminals.show_session import ShowSessionRequest
from idea.application.terminals.stop_session import StopSessionRequest
from idea.application.views import Change, EngineState, SessionShown
from idea.domain.errors import ConflictError
from idea.domain.terminal import Exited
from idea.infrastructure.engine_client.address import read_address
from idea.infrastructure.engine_client.client import EngineClient
from idea.infrastructure.engine_client.starter import EngineStarter
from support.engine_window import WITHIN_S, Window, wait_gone

pytestmark = [pytest.mark.slow, pytest.mark.posix]


def test_a_shell_is_opened_typed_into_and_seen(window: Window) -> None:
    session = window.open_shell("sh")
    assert (session.status, session.address, session.project != "") == ("running", "A1", True)
    view = window.attach(session)
    view.type("echo he''llo; pwd\r")
    view.wait_for(b"hello\r\n" + str(window.project).encode())
    view.type("stty size\r")
    view.wait_for(b"24 80")
    view.type("exit 3\r")
    assert view.wait_for_exit() == Exited(3)
    ended = window.shown(session, "exited")
    assert (ended.code, ended.reason) == (3, "It ended with exit code 3.")
    view.close()


KILLED = """
import sys
from support.attached_view import AttachedView
from idea.infrastructure.engine_client.client import open_links
from idea.infrastructure.engine_client.starter import EngineStarter
from idea.infrastructure.places import find_places
links, end = open_links(EngineStarter(find_places()))
view = AttachedView(links, sys.argv[1])
view.type("echo first; n=0; while :; do n=$((n+1)); echo line $n; sleep 0.01; done\\r")
view.wait_for(b"line 20")
print("seen", flush=True)
sys.stdin.read()
"""


def test_a_killed_client_loses_nothing(window: Window) -> None:
    session = window.open_shell("sh")
    tests = Path(__file__).parent.parent
    client = subprocess.Popen(
        [sys.executable, "-c", KILLED, session.id],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=tests,
    )
    assert client.stdout is not None
    assert client.stdout.readline() == b"seen\n"
    client.send_signal(signal.SIGKILL)
    client.communicate()
    assert window.ask(ShowSessionRequest(session=session.id)).status == "running"
    view = window.attach(session)
    view.wait_for(b"line 60")
    lines = [line for line in view.output.split(b"\r\n") if line.startswith(b"line ")][:60]
    assert lines == [b"line %d" % number for number in range(1, 61)]
    assert b"first\r\n" in view.output
    have = view.seq
    view.close()
    again = window.attach(session, have=have)
    again.wait("more lines", lambda: again.output.count(b"line ") > 5)
    assert again.attached is not None
    assert again.attached.start == have
    again.type("\x03")
    again.type("echo do''ne\r")
    again.wait_for(b"done")
    again.close()


def test_two_windows_hear_the_same(window: Window) -> None:
    other = EngineClient(EngineStarter(window.places), client="other")
    other.start()
    news: queue.Queue[EngineState | Change | EngineLost] = queue.Queue()
    other.feed.subscribe(news.put)
    state = news.get(timeout=WITHIN_S)
    assert isinstance(state, EngineState)
    assert [project.root for project in state.projects] == [str(window.project)]
    session = window.open_shell("sh", "-c", "exit 0")
    kinds: list[str] = []
    while "exited" not in kinds:
        one = news.get(timeout=WITHIN_S)
        if isinstance(one, SessionShown) and one.session.id == session.id:
            kinds.append(one.session.status)
    assert kinds[0] == "running"
    assert other.stop()


def test_the_engine_refuses_to_leave_live_sessions_and_stops_them_when_told(
    window: Window,
) -> None:
    session = window.open_shell("sh")
    assert session.pid is not None
    with pytest.raises(ConflictError, match="1 session is running"):
        window.ask(StopEngineRequest())
    view = window.attach(session)
    view.wait("the answer", lambda: view.attached is not None)
    status = window.ask(EngineStatusRequest())
    assert (status.sessions, status.clients) == (1, 1)  # What a window shows is no other client.
    view.close()
    stopped = window.ask(StopSessionRequest(session=session.id))
    assert stopped.status == "exited"
    wait_gone(session.pid)
    window.open_shell("sh")
    pid = window.ask(EngineStatusRequest()).pid
    assert window.ask(StopEngineRequest(sessions=True)).sessions == 0
    wait_gone(pid)


def test_a_killed_engine_is_replaced_and_its_sessions_go_on(window: Window) -> None:
    session = window.open_shell("sh")
    view = window.attach(session)
    view.type("echo rem''ember\r")
    view.wait_for(b"remember")
    before = window.ask(EngineStatusRequest()).pid
    psutil.Process(before).kill()
    view.wait("the loss", lambda: view.lost is not None)
    window.hear(lambda news: isinstance(news, EngineLost))
    state = window.hear(lambda news: isinstance(news, EngineState))
    assert isinstance(state, EngineState)
    assert [project.is_open for project in state.projects] == [True]
    (found,) = window.ask(ListSessionsRequest())
    assert (found.id, found.status, found.pid) == (session.id, "running", session.pid)
    assert window.ask(EngineStatusRequest()).pid != before
    again = window.attach(found)
    again.wait_for(b"remember")
    again.type("exit 0\r")
    again.wait_for_exit()
    again.close()


def test_an_engine_that_is_told_to_end_leaves_no_address_and_no_socket(window: Window) -> None:
    window.client.stop()
    address = EngineStarter(window.places).running()
    assert address is not None
    psutil.Process(address.pid).terminate()
    wait_gone(address.pid)
    assert read_address(window.places.engine_address) is None
    assert not window.places.engine_socket.exists()
    assert (window.places.logs / "engine-output.log").read_text() == ""
