"""Kill the engine whenever you like: the next one goes on with every program, and says so."""

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import psutil
import pytest
from pytestqt.qtbot import QtBot

from idea.application.engine.restart_engine import RestartEngineRequest
from idea.application.engine.stop_engine import StopEngineRequest
from idea.application.engine_feed import EngineLost
from idea.application.terminals.list_sessions import ListSessionsRequest
from idea.application.views import EngineState, SessionView
from idea.domain.errors import ConflictError, ProcessError
from idea.domain.stream.records import Exit, Framed, Gap, Output
from idea.infrastructure.engine_client.address import read_address
from idea.infrastructure.places import find_places
from support import numbered_stream
from support.engine_window import WITHIN_S, Window, wait_gone, window_on
from support.keepers import is_alive, keeper_pid
from support.real_window import real_window_on
from support.recorder import Recorder

pytestmark = [pytest.mark.slow, pytest.mark.posix]

STREAMS = 4
KILLS = 10
BYTES_PER_S = 60_000
ONE_READ_BYTES = 256 * 1024
TOLD_WITHIN_S = 2.0
SEED = 7


@pytest.fixture
def window(tmp_path: Path) -> Iterator[Window]:
    project = tmp_path / "project"
    project.mkdir()
    with window_on(project) as one:
        yield one


class Streams:
    """Programs that print, recorders that look on, and a shell that answers."""

    def __init__(self, window: Window, stop: Path, count: int = STREAMS) -> None:
        self.window = window
        self.stop = stop
        program = numbered_stream.__file__
        self.sessions = [
            window.open_shell(sys.executable, program, str(seed), str(stop), str(BYTES_PER_S))
            for seed in range(count)
        ]
        self.shell = window.open_shell("sh")
        self.recorders = [
            Recorder(window.client.links, one.id, have=0) for one in [*self.sessions, self.shell]
        ]
        self.programs = [psutil.Process(one.pid) for one in [*self.sessions, self.shell]]

    def wait_for_news(self) -> float:
        """Wait until the client was told that the engine is gone; return how long that took."""
        begun = time.monotonic()
        self.window.hear(lambda news: isinstance(news, EngineLost))
        return time.monotonic() - begun

    def wait_for_engine(self) -> None:
        """Wait until another engine serves, and go on with it as a window does."""
        self.window.hear(lambda news: isinstance(news, EngineState))
        for one in self.recorders:
            one.attach_again()

    def answers(self, turn: int) -> None:
        """Type into the shell and see its answer."""
        view = self.window.attach(self.shell)
        view.type(f"echo tur''n-{turn}-\r")
        view.wait_for(f"turn-{turn}-".encode())
        view.close()

    def all_live(self) -> None:
        """Compare what the engine lists with what was started."""
        listed = self.window.ask(ListSessionsRequest(project=str(self.window.project)))
        assert {(one.id, one.pid, one.status) for one in listed} == {
            (one.id, one.pid, "running") for one in [*self.sessions, self.shell]
        }
        assert all(one.is_running() for one in self.programs)

    def finish(self) -> list[list[Framed]]:
        """Let the programs print their last line; return what each session's log says."""
        self.stop.touch()
        for one in self.recorders[:-1]:
            one.wait_for(b"no more\r\n")
        found = []
        for session in self.sessions:
            whole = Recorder(self.window.client.links, session.id, have=None)
            whole.wait_for(b"no more\r\n")
            found.append(whole.records)
            whole.close()
        return found


def engine_pid(window: Window) -> int:
    address = read_address(window.places.engine_address)
    assert address is not None
    return address.pid


def starting_engines() -> list[psutil.Process]:
    """Return the engine processes of this test, also those that do not serve yet."""
    home = os.environ["IDEA_HOME"]
    found = []
    for process in psutil.process_iter(["cmdline"]):
        try:
            is_engine = "engine-process" in (process.info["cmdline"] or ())
            if is_engine and process.environ().get("IDEA_HOME") == home:
                found.append(process)
        except psutil.Error:
            continue
    return found


def losses(seed: int, records: Sequence[Framed]) -> list[int]:
    """Return how many bytes are missing at each gap; anything else that is wrong fails.

    Raises:
        AssertionError: Bytes are doubled, changed, or missing where nothing says so.
    """
    stretches: list[bytes] = [b""]
    for framed in records:
        match framed.record:
            case Output(data):
                stretches[-1] += data
            case Gap(reset=reset):
                assert not reset
                stretches.append(b"")
            case _:
                pass
    pieces = int(stretches[-1].rsplit(b"\n", 2)[-2].split()[0])
    whole = numbered_stream.stream(seed, pieces)
    place, lost = 0, []
    for number, stretch in enumerate(stretches):
        found = whole.find(stretch, place)
        assert found >= 0, f"stretch {number} of stream {seed} is no part of what was printed"
        if stretch:
            lost.append(found - place)
            place = found + len(stretch)
    assert place == len(whole)
    assert lost[0] == 0
    return lost[1:]


@pytest.mark.timeout(300)
def test_an_engine_killed_ten_times_costs_one_read_at_most(window: Window, tmp_path: Path) -> None:
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
    for turn in range(3):
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
