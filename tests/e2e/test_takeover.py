"""Kill the engine whenever you like: the next one goes on with every program, and says so."""

import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import psutil
import pytest
from pytestqt.qtbot import QtBot

from idea.application.engine.engine_status import EngineStatusRequest
from idea.application.engine.restart_engine import RestartEngineRequest
from idea.application.engine.stop_engine import StopEngineRequest
from idea.application.terminals.list_sessions import ListSessionsRequest
from idea.application.views import SessionView
from idea.domain.errors import ConflictError, ProcessError
from idea.domain.stream.records import Exit, Framed
from idea.infrastructure.engine_client.address import read_address
from idea.infrastructure.engine_client.call_once import call_once
from idea.infrastructure.engine_client.client import EngineClient
from idea.infrastructure.engine_client.starter import EngineStarter
from idea.infrastructure.places import find_places
from support.engine_window import WITHIN_S, Window, wait_gone
from support.keepers import is_alive, keeper_pid
from support.real_window import real_window_on
from support.takeover import (
    ONE_READ_BYTES,
    STREAMS,
    TOLD_WITHIN_S,
    Streams,
    engine_pid,
    losses,
    starting_engines,
)

pytestmark = [pytest.mark.slow, pytest.mark.posix]

KILLS = 5
"""As many as the suite has time for; `script/bench engine_kills` kills more."""
SEED = 7


@pytest.mark.timeout(300)
def test_an_engine_killed_five_times_costs_one_read_at_most(window: Window, tmp_path: Path) -> None:
    streams = Streams(window, tmp_path / "stop")
    chance = random.Random(SEED)
    for turn in range(KILLS):
        threading.Event().wait(chance.uniform(0.0, 0.6))
        os.kill(engine_pid(window), signal.SIGKILL)
        assert streams.wait_for_news() < TOLD_WITHIN_S
        streams.wait_for_engine()
        streams.all_live()
        streams.answers(turn)
    for seed, records in enumerate(streams.finish()):
        lost = losses(seed, records)
        assert len(lost) <= KILLS
        assert max(lost, default=0) <= ONE_READ_BYTES
    streams.all_live()


@pytest.mark.timeout(300)
def test_engines_killed_while_they_adopt_harm_nothing(window: Window, tmp_path: Path) -> None:
    streams = Streams(window, tmp_path / "stop")
    chance = random.Random(SEED)
    os.kill(engine_pid(window), signal.SIGKILL)
    killed = 0
    while killed < KILLS:
        for process in starting_engines():
            threading.Event().wait(chance.uniform(0.0, 1.5))
            with contextlib.suppress(psutil.NoSuchProcess):  # It found another engine serving.
                process.kill()
                killed += 1
        threading.Event().wait(0.05)
    streams.wait_for_news()
    streams.wait_for_engine()
    # A window goes on looking for as long as it takes; the last engine it found may be dead too.
    deadline = time.monotonic() + WITHIN_S
    while True:
        try:
            streams.all_live()
            break
        except ProcessError:
            assert time.monotonic() < deadline
            streams.wait_for_engine()
    streams.answers(0)
    for seed, records in enumerate(streams.finish()):
        assert max(losses(seed, records), default=0) <= ONE_READ_BYTES


@pytest.mark.timeout(120)
@pytest.mark.parametrize("command", ["restart", "replace"])
def test_a_restarted_engine_loses_nothing_at_all(
    window: Window, tmp_path: Path, command: str
) -> None:
    streams = Streams(window, tmp_path / "stop")
    before = engine_pid(window)
    for turn in range(2):
        said = subprocess.run(
            [sys.executable, "-m", "idea", "engine", command, "--json"],
            capture_output=True,
            check=True,
            timeout=WITHIN_S,
        )
        now = json.loads(said.stdout)
        assert (now["pid"] != before, now["sessions"]) == (True, STREAMS + 1)
        before = now["pid"]
        streams.wait_for_news()
        streams.wait_for_engine()
        streams.all_live()
        streams.answers(turn)
    for seed, records in enumerate(streams.finish()):
        assert losses(seed, records) == []


@pytest.mark.timeout(120)
def test_sessions_that_live_keep_an_engine_from_stopping_but_not_from_restarting(
    window: Window, tmp_path: Path
) -> None:
    streams = Streams(window, tmp_path / "stop", count=1)
    with pytest.raises(ConflictError, match="2 sessions are running"):
        window.ask(StopEngineRequest())
    assert window.ask(RestartEngineRequest()).sessions == 2
    streams.wait_for_news()
    streams.wait_for_engine()
    streams.all_live()
    with pytest.raises(ConflictError, match="speaks protocols"):
        window.ask(RestartEngineRequest(oldest_protocol=9, newest_protocol=9))
    window.ask(StopEngineRequest(sessions=True))
    assert not any(one.is_running() for one in streams.programs)


NEWER = """
import sys
import idea.application.engine.protocol as protocol
protocol.PROTOCOLS = protocol.ProtocolRange(oldest=1, newest=2)
from idea.bootstrap.engine import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.timeout(120)
def test_a_build_with_a_newer_protocol_takes_over_and_older_programs_go_on(
    window: Window, tmp_path: Path
) -> None:
    streams = Streams(window, tmp_path / "stop", count=1)
    assert window.ask(EngineStatusRequest()).protocol == 1
    window.client.stop()
    old = EngineStarter(window.places).ensure_running()
    call_once(old, "engine.restart_engine", {"oldest_protocol": 1, "newest_protocol": 2})
    wait_gone(old.pid)

    newer = EngineStarter(window.places, command=(sys.executable, "-c", NEWER)).ensure_running()
    window.client = EngineClient(EngineStarter(window.places), client="older")
    window.client.start()
    try:
        assert (newer.newest_protocol, newer.pid == old.pid) == (2, False)
        streams.all_live()
        streams.answers(0)
    finally:
        window.client.stop()


def ends_lost(records: Sequence[Framed]) -> bool:
    return bool(records) and isinstance(records[-1].record, Exit)


@pytest.mark.timeout(120)
def test_a_keeper_that_dies_with_the_engine_leaves_records_that_say_so(
    window: Window, tmp_path: Path
) -> None:
    streams = Streams(window, tmp_path / "stop", count=1)
    keeper, engine = keeper_pid(window.places), engine_pid(window)
    assert keeper is not None
    for pid in (engine, keeper):
        os.kill(pid, signal.SIGKILL)
    streams.wait_for_news()
    streams.wait_for_engine()
    listed: Sequence[SessionView] = window.ask(ListSessionsRequest())
    assert [(one.status, one.reason) for one in listed] == [
        ("lost", "The process that kept its terminal stopped.")
    ] * 2
    for recorder in streams.recorders:
        recorder.wait("its end", lambda one=recorder: ends_lost(one.records))
    assert window.open_shell("sh").status == "running"


@pytest.mark.timeout(120)
def test_programs_wait_for_an_engine_as_long_as_it_takes(window: Window, tmp_path: Path) -> None:
    streams = Streams(window, tmp_path / "stop", count=1)
    window.client.stop()
    os.kill(engine_pid(window), signal.SIGKILL)
    wait_gone(engine_pid(window))
    idea = [sys.executable, "-m", "idea", "engine"]

    status = subprocess.run([*idea, "status"], capture_output=True, text=True, check=False)
    assert (status.returncode, "programs wait" in status.stderr) == (1, True)
    assert all(one.is_running() for one in streams.programs)
    started = subprocess.run([*idea, "start", "--json"], capture_output=True, check=True)
    assert json.loads(started.stdout)["sessions"] == 2

    os.kill(engine_pid(window), signal.SIGKILL)
    subprocess.run([*idea, "stop", "--sessions"], capture_output=True, check=True)
    assert not any(is_alive(one.pid) for one in streams.programs)


@pytest.mark.timeout(120)
def test_the_window_says_so_and_goes_on_as_if_nothing_had_happened(
    qtbot: QtBot, tmp_path: Path
) -> None:
    project = tmp_path / "project"
    project.mkdir()
    with real_window_on(qtbot, project) as stand:
        banner = stand.window.banner
        stand.first.type("echo be''fore\n")
        stand.first.wait_for("before")
        address = read_address(find_places().engine_address)
        assert address is not None

        os.kill(address.pid, signal.SIGKILL)
        begun = time.monotonic()
        stand.wait(lambda: banner.isVisible() and "engine" in banner.sentence, lambda: "a banner")
        assert time.monotonic() - begun < TOLD_WITHIN_S
        # What was on the screen stays there while nobody serves it.
        assert "before" in stand.first.text
        stand.wait(lambda: "is back" in banner.sentence, lambda: "the engine")

        stand.first.type("echo af''ter\n")
        stand.first.wait_for("before", "after")
        stand.invoke("engine.restart")
        stand.wait(lambda: not stand.window.desk.state.connected, lambda: "the engine's leave")
        stand.wait(lambda: stand.window.desk.state.connected, lambda: "the next engine")
        stand.first.type("echo ag''ain\n")
        stand.first.wait_for("before", "after", "again")
