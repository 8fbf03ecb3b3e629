"""Finding and starting real engine processes: one, however many ask at once."""

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from idea.domain.errors import ProcessError
from idea.infrastructure.engine_client.address import EngineAddress, read_address, write_address
from idea.infrastructure.engine_client.call_once import call_once
from idea.infrastructure.engine_client.starter import ENGINE_COMMAND, EngineStarter
from idea.infrastructure.places import Places, find_places
from idea.infrastructure.process_lock import ProcessLock

ASK = """
import json, sys
from idea.infrastructure.engine_client.call_once import call_once
from idea.infrastructure.engine_client.starter import EngineStarter
from idea.infrastructure.places import find_places
address = EngineStarter(find_places(), start_within_s=90).ensure_running()
print(json.dumps(call_once(address, "engine.engine_status", {})["pid"]))
"""


def wait_gone(pid: int, within_s: float = 20.0) -> None:
    """Wait until a process has ended; an unreaped one counts as ended."""
    deadline = time.monotonic() + within_s
    while time.monotonic() < deadline:
        try:
            if psutil.Process(pid).status() == psutil.STATUS_ZOMBIE:
                return
        except psutil.NoSuchProcess:
            return
        threading.Event().wait(0.02)
    pytest.fail(f"process {pid} did not end")


def wait_unreachable(starter: EngineStarter, within_s: float = 20.0) -> None:
    """Wait until nothing listens; the threads of a killed process close its socket last."""
    deadline = time.monotonic() + within_s
    while starter.running() is not None:
        assert time.monotonic() < deadline
        threading.Event().wait(0.02)


@pytest.fixture
def places() -> Iterator[Places]:
    """Places whose engine, if one was started, is stopped in the end."""
    found = find_places()
    yield found
    address = EngineStarter(found).running()
    if address is not None:
        call_once(address, "engine.stop_engine", {"sessions": True})
        wait_gone(address.pid)


@pytest.mark.slow
def test_eight_programs_at_once_start_one_engine(places: Places) -> None:
    asking = [
        subprocess.Popen([sys.executable, "-c", ASK], stdout=subprocess.PIPE) for _ in range(8)
    ]
    answers = [one.communicate(timeout=100)[0] for one in asking]
    pids = {json.loads(answer) for answer in answers}
    address = EngineStarter(places).running()
    assert address is not None
    assert pids == {address.pid}
    wait_for_one_engine(places, address.pid)


@pytest.mark.slow
def test_an_engine_that_was_begun_is_waited_for(places: Places) -> None:
    EngineStarter(places, start_within_s=90).begin()
    address = EngineStarter(places, start_within_s=90).ensure_running()
    wait_for_one_engine(places, address.pid)


def wait_for_one_engine(places: Places, pid: int) -> None:
    """Wait until nothing but this looks like an engine, as its children do before they begin."""
    deadline = time.monotonic() + 60
    while (found := _engines_of(places)) != {pid}:
        assert time.monotonic() < deadline, found
        threading.Event().wait(0.02)


def _engines_of(places: Places) -> set[int]:
    """Return the live engine processes of these places."""
    home = str(places.data.parent)
    found = set()
    for process in psutil.process_iter(["cmdline", "status"]):
        command = process.info["cmdline"] or []
        if "engine-process" not in command or process.info["status"] == psutil.STATUS_ZOMBIE:
            continue
        try:
            if process.environ().get("IDEA_HOME") == home:
                found.add(process.pid)
        except (psutil.NoSuchProcess, psutil.AccessDenied):
            continue
    return found


@pytest.mark.slow
def test_a_started_engine_holds_nothing_of_its_starter(
    places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("IDEA_SESSION", "session-1")  # As if it was started in one.
    address = EngineStarter(places, start_within_s=90).ensure_running()
    engine = psutil.Process(address.pid)
    assert engine.cwd() == "/"
    assert engine.ppid() != os.getpid()
    assert os.getsid(address.pid) != os.getsid(0)
    assert "IDEA_SESSION" not in engine.environ()
    targets = {str(Path(f"/proc/{address.pid}/fd/{number}").readlink()) for number in (0, 1, 2)}
    assert targets == {"/dev/null", str(places.logs / "engine-output.log")}


@pytest.mark.slow
def test_a_killed_engine_is_replaced_at_the_next_call(places: Places) -> None:
    starter = EngineStarter(places, start_within_s=90)
    first = starter.ensure_running()
    psutil.Process(first.pid).kill()
    wait_gone(first.pid)
    wait_unreachable(starter)
    second = starter.ensure_running()
    assert second.pid != first.pid
    assert isinstance(call_once(second, "engine.engine_status", {}), dict)


@pytest.mark.slow
def test_an_engine_that_cannot_start_is_said_at_once(places: Places) -> None:
    command = (sys.executable, "-c", "import sys; sys.exit('no luck')")
    starter = EngineStarter(places, command=command, start_within_s=90)
    with pytest.raises(ProcessError, match=r"The engine ended at once with code 1; .*says why"):
        starter.ensure_running()
    assert "no luck" in (places.logs / "engine-output.log").read_text()


@pytest.mark.slow
def test_why_an_engine_does_not_start_is_said_where_it_was_wanted(places: Places) -> None:
    places.engine_address.mkdir(parents=True)
    starter = EngineStarter(places, start_within_s=90)
    with pytest.raises(ProcessError) as refused:
        starter.ensure_running()
    assert refused.value.sentence == (
        f"The engine did not start: {places.engine_address} could not be saved: Is a directory."
    )
    assert list(places.state.glob("*.tmp")) == []


@pytest.mark.slow
def test_an_engine_whose_launcher_was_killed_is_not_left_behind(places: Places) -> None:
    places.prepare()
    engine = None
    while engine is None:  # Until a launcher is caught before its engine serves.
        launcher = subprocess.Popen([*ENGINE_COMMAND, "--detach"], stdout=subprocess.DEVNULL)
        while launcher.poll() is None and engine is None:
            engine = next(iter(psutil.Process(launcher.pid).children()), None)
        launcher.kill()
        if launcher.wait() == 0:
            engine = None
            found = EngineStarter(places).running()
            assert found is not None
            call_once(found, "engine.stop_engine", {})
            wait_unreachable(EngineStarter(places))
    engine.wait(60)
    assert EngineStarter(places).running() is None


def test_waiting_for_an_engine_ends_when_the_program_does(places: Places) -> None:
    places.prepare()
    lock = ProcessLock(places.state / "engine-start.lock")
    assert lock.take()
    starter = EngineStarter(places, start_within_s=60)
    failed = threading.Event()

    def wait() -> None:
        with pytest.raises(ProcessError):
            starter.ensure_running()
        failed.set()

    waiting = threading.Thread(target=wait)
    waiting.start()
    starter.give_up()
    assert failed.wait(60)
    waiting.join()
    lock.release()


def test_an_address_is_kept_for_this_user_and_read_back(tmp_path: Path) -> None:
    file = tmp_path / "engine.json"
    address = EngineAddress(pid=7, port=1234, token="t", newest_protocol=3, version="0.1.0")
    write_address(file, address)
    assert read_address(file) == address
    assert file.stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.glob(".*")) == []


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"pid":"x"}', '{"socket":"/x"}', "7"])
def test_a_damaged_address_is_none(tmp_path: Path, text: str) -> None:
    file = tmp_path / "engine.json"
    file.write_text(text)
    assert read_address(file) is None
