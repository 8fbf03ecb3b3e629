"""What programs, views and machines do to an engine, and what it makes of it."""

import asyncio
import json
import resource
import shutil
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import psutil
import pytest
from websockets.asyncio.client import unix_connect
from websockets.exceptions import ConnectionClosed

from idea.application.engine.engine_status import EngineStatusRequest
from idea.application.engine.stop_engine import StopEngineRequest
from idea.application.engine_feed import EngineLost
from idea.application.projects.create_project import CreateProjectRequest
from idea.application.projects.open_project import OpenProjectRequest
from idea.application.terminals.list_sessions import ListSessionsRequest
from idea.application.terminals.open_terminal import OpenTerminalRequest
from idea.application.terminals.show_session import ShowSessionRequest
from idea.application.terminals.stop_session import StopSessionRequest
from idea.application.views import NoticeShown, SessionView
from idea.domain.stream.messages import AttachAsked, ResizeAsked
from idea.domain.stream.records import Exit, Resize
from idea.domain.stream.wire import encode
from idea.domain.terminal import Exited, Size
from idea.infrastructure.engine_client.starter import EngineStarter
from idea.infrastructure.places import find_places
from support.attached_view import AttachedView
from support.engine_window import Window, stop_engine, wait_gone, window_on
from support.recorder import Recorder

pytestmark = [pytest.mark.slow, pytest.mark.posix]

HELLO = '{"protocol": [1, 1], "client": "stranger", "version": "0"}'
MIB = 1024 * 1024
RESTLESS = """
import os, signal
# Waited for, not handled: a handler that a second signal interrupts tells the older size last.
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGWINCH})
os.write(1, b"ready\\r\\n")
while signal.sigwait({signal.SIGWINCH}):
    size = os.get_terminal_size()
    os.write(1, b"now %d x %d\\r\\n" % (size.columns, size.lines))
"""
DEAF = """
import os, time
os.write(1, b"bye")
for descriptor in (0, 1, 2):
    os.close(descriptor)
time.sleep(60)
"""


def recorded(window: Window, session: SessionView) -> Recorder:
    return Recorder(window.client.links, session.id, have=0)


def engine_of(window: Window) -> psutil.Process:
    return psutil.Process(window.ask(EngineStatusRequest()).pid)


def has_ended(recorder: Recorder) -> bool:
    return bool(recorder.records) and isinstance(recorder.records[-1].record, Exit)


@pytest.mark.parametrize("watched", [False, True], ids=["nobody watches", "a view watches"])
def test_what_a_program_prints_last_comes_before_its_end(window: Window, watched: bool) -> None:
    line = "0123456789abcdef" * 4
    program = f"import os\nview = memoryview(b'{line}' * {4 * MIB // 64})\n"
    program += "while view: view = view[os.write(1, view) :]"
    session = window.open_shell("sh", "-c", f'stty raw; {sys.executable} -c "{program}"; echo end')
    view = window.attach(session) if watched else None
    recorder = recorded(window, session)
    recorder.wait("the end", lambda: has_ended(recorder))
    assert len(recorder.output) == 4 * MIB + 4
    assert recorder.output.endswith(b"end\n")
    assert recorder.records[-1].record == Exit(Exited(0))
    if view is not None:
        view.close()


def test_a_program_that_closed_its_terminal_lives_on_and_costs_nothing(window: Window) -> None:
    session = window.open_shell(sys.executable, "-c", DEAF)
    recorder = recorded(window, session)
    recorder.wait_for(b"bye")
    engine = engine_of(window)
    before = engine.cpu_times()
    threading.Event().wait(1)
    after = engine.cpu_times()
    assert after.user + after.system - before.user - before.system < 0.3
    assert window.ask(ShowSessionRequest(session=session.id)).status == "running"
    assert window.ask(StopSessionRequest(session=session.id)).status == "exited"
    recorder.wait("the end", lambda: has_ended(recorder))


def test_a_stop_takes_children_that_left_the_terminal_too(window: Window, tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    script = f"""
        nohup sleep 777 >{pids}.out 2>&1 &
        echo $! >{pids}
        setsid sleep 777 &
        echo $! >>{pids}
        echo up
        cat
    """
    session = window.open_shell("sh", "-c", script)
    recorder = recorded(window, session)
    recorder.wait_for(b"up")
    children = [int(line) for line in pids.read_text().split()]
    assert window.ask(StopSessionRequest(session=session.id)).reason == "You stopped it."
    for pid in children:
        wait_gone(pid)


def test_an_end_is_told_though_a_child_keeps_the_terminal(window: Window) -> None:
    session = window.open_shell("sh", "-c", "(trap '' HUP; sleep 60) & exit 3")
    assert window.shown(session, "exited").code == 3


def test_two_hundred_views_come_and_go_and_leave_nothing(window: Window) -> None:
    session = window.open_shell("sh", "-c", "while :; do date; done")
    engine = engine_of(window)
    window.attach(session).close()
    for turn in range(200):
        view = window.attach(session)
        if turn % 3 == 0:
            view.wait("the attach", lambda view=view: view.attached is not None)
        view.close()
    last = window.attach(session)
    last.wait("output", lambda: len(last.output) > 1000)
    last.close()
    window.ask(StopSessionRequest(session=session.id))
    settles(lambda: window.ask(EngineStatusRequest()).clients == 1)
    settles(lambda: engine.num_fds() < 40)


def settles(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        threading.Event().wait(0.02)


def test_forty_sessions_open_and_stop_at_once(window: Window) -> None:
    engine = engine_of(window)
    request = OpenTerminalRequest(
        project=str(window.project), command=("sh", "-c", "echo hi; exec cat")
    )
    asked = [
        window.client.thread.submit(window.client.use_cases.execute(request)) for _ in range(40)
    ]
    sessions = [one.result(60) for one in asked]
    assert len({one.id for one in sessions}) == 40
    recorders = [recorded(window, one) for one in sessions]
    for one in recorders:
        one.wait_for(b"hi")
        one.close()
    stops = [
        window.client.thread.submit(
            window.client.use_cases.execute(StopSessionRequest(session=one.id))
        )
        for one in sessions
    ]
    assert {one.result(60).status for one in stops} == {"exited"}
    settles(lambda: engine.num_fds() < 40)


def test_a_storm_of_sizes_ends_with_the_last_one_and_disturbs_nobody(window: Window) -> None:
    session = window.open_shell(sys.executable, "-c", RESTLESS)
    recorder = recorded(window, session)
    recorder.wait_for(b"ready")
    view = window.attach(session)
    recorder.wait("the view", lambda: recorder.held)
    for turn in range(3000):
        view.link.send(ResizeAsked(Size(20 + turn % 100, 10 + turn % 40)))
    view.link.send(ResizeAsked(Size(77, 33)))
    recorder.wait_for(b"now 77 x 33")
    settles(lambda: window.ask(ShowSessionRequest(session=session.id)).columns == 77)
    view.close()
    assert not [news for news in list(window.news.queue) if isinstance(news, EngineLost)]
    sizes = [one.record for one in recorder.records if isinstance(one.record, Resize)]
    assert all(one != other for one, other in pairwise(sizes))


def test_hostile_channels_are_refused_and_the_engine_goes_on(window: Window) -> None:
    session = window.open_shell("cat")
    socket = EngineStarter(window.places).running()
    assert socket is not None
    asyncio.run(attack(socket.socket, session.id))
    view = window.attach(session)
    view.type("still here\r")
    view.wait_for(b"still here")
    view.close()
    settles(lambda: window.ask(EngineStatusRequest()).clients == 1)


HOSTILE: tuple[tuple[str | bytes, ...], ...] = (
    (b"\x00" * 100,),
    ("[" * 100_000,),
    ('{"protocol": 7}',),
    ('{"protocol": [99, 100], "client": "x", "version": "x"}',),
    (HELLO, "text"),
    (HELLO, b""),
    (HELLO, b"t"),
    (HELLO, b"a" + b"\xff" * 8),
    (HELLO, encode(AttachAsked(1 << 60, Size(80, 24), True, "")), b"a" + b"\xff" * 8),
    (HELLO, encode(AttachAsked(None, Size(80, 24), True, "")), b"i\x00\x01" + b"x" * 65_000),
    (HELLO, encode(AttachAsked(None, Size(80, 24), True, "")), b"z\x00\x00\x00\x00"),
    (HELLO, encode(AttachAsked(None, Size(80, 24), True, "")), b"z\xff\xff\xff\xff"),
    (HELLO, encode(AttachAsked(None, Size(80, 24), True, "\x1b" * 80)), b"p" + b"\xff" * 40),
    (HELLO, encode(AttachAsked(None, Size(80, 24), True, "")), b"y" + b"\x00" * 9000),
    (HELLO, encode(AttachAsked(None, None, True, "")), struct.pack(">cBB", b"i", 0, 1) + b"x"),
)


async def attack(path: str, session: str) -> None:
    """Say something wrong on many channels, in vain or without listening."""
    for messages in HOSTILE:
        async with unix_connect(path, f"ws://idea/attach/{session}", compression=None) as channel:
            try:
                for message in messages:
                    await channel.send(message)
                async with asyncio.timeout(0.2):
                    while True:
                        await channel.recv()
            except (ConnectionClosed, TimeoutError):
                continue


def test_ten_starters_find_one_engine() -> None:
    command = [sys.executable, "-m", "idea", "engine", "start", "--json"]
    racers = [
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(10)
    ]
    try:
        said = [one.communicate(timeout=100) for one in racers]
        assert [one.returncode for one in racers] == [0] * 10, said
        assert len({json.loads(out)["pid"] for out, _ in said}) == 1
    finally:
        stop_engine(find_places())


def test_an_ended_session_is_read_again_after_the_engine_was_replaced(window: Window) -> None:
    session = window.open_shell("sh", "-c", "seq 5000; exit 4")
    assert window.shown(session, "exited").code == 4
    before = recorded(window, session)
    before.wait("the end", lambda: has_ended(before))
    window.ask(StopEngineRequest())
    window.hear(lambda news: isinstance(news, EngineLost) and news.is_stopped)
    window.client.feed.start_engine()
    (listed,) = window.ask(ListSessionsRequest())
    assert (listed.status, listed.code) == ("exited", 4)
    after = recorded(window, session)
    after.wait("the end", lambda: has_ended(after))
    assert after.output == before.output
    assert after.output.endswith(b"\r\n5000\r\n")


@pytest.mark.parametrize("gone", [False, True], ids=["folder there", "folder gone"])
@pytest.mark.parametrize("opened", [False, True], ids=["without a tab", "with a tab"])
def test_sessions_are_found_in_their_cells_after_an_engine_died(
    window: Window, tmp_path: Path, opened: bool, gone: bool
) -> None:
    folder = tmp_path / "other"
    folder.mkdir()
    request = OpenProjectRequest if opened else CreateProjectRequest
    window.ask(request(path=str(folder)))
    session = window.ask(OpenTerminalRequest(project=str(folder), command=("cat",), cwd="/"))
    assert session.address == "A1"
    kept = window.places.state / "cells"
    settles(lambda: any(session.id in path.read_text() for path in kept.glob("*.json")))
    if gone:
        shutil.rmtree(folder)
    engine_of(window).kill()
    window.hear(lambda news: isinstance(news, EngineLost))
    found = window.ask(ShowSessionRequest(session=session.id))
    assert (found.status, found.address) == ("running", None if gone else "A1")


def test_a_full_disk_stops_the_log_and_not_the_session(tmp_path: Path) -> None:
    """An engine may write no file beyond a size: what a full disk does, without filling one."""
    project = tmp_path / "project"
    project.mkdir()
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (64 * 1024, limit[1]))
    try:
        with window_on(project) as window:
            window.ask(EngineStatusRequest())
            resource.setrlimit(resource.RLIMIT_FSIZE, limit)
            session = window.open_shell("sh", "-c", "stty -echo; while read n; do seq $n; done")
            view = AttachedView(window.client.links, session.id)
            view.type("40000\n")
            view.wait_for(b"40000\r\n")
            told = window.hear(lambda news: isinstance(news, NoticeShown))
            assert "could not be saved" in str(told)
            view.type("3\n")
            view.wait_for(b"40000\r\n1\r\n2\r\n3\r\n")
            assert window.ask(ShowSessionRequest(session=session.id)).status == "running"
            view.close()
            again = window.attach(session)
            again.type("5\n")
            again.wait_for(b"1\r\n2\r\n3\r\n4\r\n5\r\n")
            again.close()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)
