import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace

import pytest

from idea.infrastructure.processes import LocalProcesses
from idea.infrastructure.pty.process_tree import process_tree

pytestmark = pytest.mark.posix


@pytest.fixture
def sleeper() -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(["sleep", "1000"], start_new_session=True)
    yield process
    process.kill()
    process.wait()


def test_a_process_is_known_again(sleeper: subprocess.Popen[bytes]) -> None:
    processes = LocalProcesses()
    identity = processes.identify(sleeper.pid)

    assert identity is not None
    assert processes.is_running(identity)
    assert identity == LocalProcesses().identify(sleeper.pid)
    assert identity.boot == processes.boot != ""


def test_a_process_that_ended_does_not_run_even_before_it_is_reaped(
    sleeper: subprocess.Popen[bytes],
) -> None:
    processes = LocalProcesses()
    identity = processes.identify(sleeper.pid)
    assert identity is not None

    sleeper.kill()
    os.waitid(os.P_PID, sleeper.pid, os.WEXITED | os.WNOWAIT)

    assert not processes.is_running(identity)
    assert processes.identify(sleeper.pid) is None


@pytest.mark.parametrize("has_pidfd", [True, False])
def test_only_exactly_this_process_is_signalled(
    sleeper: subprocess.Popen[bytes], monkeypatch: pytest.MonkeyPatch, *, has_pidfd: bool
) -> None:
    if not has_pidfd or not hasattr(os, "pidfd_open"):
        monkeypatch.setattr("idea.infrastructure.processes._HAS_PIDFD", False)
    processes = LocalProcesses()
    identity = processes.identify(sleeper.pid)
    assert identity is not None

    processes.signal(replace(identity, started="another time"), signal.SIGKILL)
    processes.signal(replace(identity, pid=2**22 + 1), signal.SIGKILL)
    assert processes.is_running(identity)
    processes.signal(identity, signal.SIGTERM)

    assert sleeper.wait(60) == -signal.SIGTERM


def test_the_tree_of_a_number_given_away_is_empty(sleeper: subprocess.Popen[bytes]) -> None:
    processes = LocalProcesses()
    identity = processes.identify(sleeper.pid)
    assert identity is not None

    assert process_tree([identity], processes) == [identity]
    assert process_tree([replace(identity, started="another time")], processes) == []


def test_without_proc_the_start_time_comes_from_the_library(
    sleeper: subprocess.Popen[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "freebsd")
    processes = LocalProcesses()
    identity = processes.identify(sleeper.pid)

    assert identity is not None
    assert processes.is_running(identity)
    assert processes.identify(2**22 + 1) is None
