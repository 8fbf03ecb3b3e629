"""Every process of a test's IdeA, whoever started it, and their death at one moment."""

import contextlib
import os
import shutil
import signal
import threading
import time

import psutil

from idea.infrastructure.engine_client.address import read_address
from idea.infrastructure.places import Places
from idea.infrastructure.processes import LocalProcesses
from support.keepers import keeper_pid

_WITHIN_S = 60.0


def processes_of(home: str | None = None) -> list[psutil.Process]:
    """Return engines, keepers, workers, windows and programs that live below an IDEA_HOME."""
    home = home or os.environ["IDEA_HOME"]
    found = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error):
            is_ours = process.environ().get("IDEA_HOME") == home
            if is_ours and process.pid != os.getpid() and not _is_over(process):
                found.append(process)
    return found


def engine_process(places: Places) -> psutil.Process | None:
    """Return the engine that serves, None when none does."""
    address = read_address(places.engine_address)
    with contextlib.suppress(psutil.NoSuchProcess):
        return None if address is None else psutil.Process(address.pid)
    return None


def keeper_process(places: Places) -> psutil.Process | None:
    """Return the keeper, None when there is none."""
    pid = keeper_pid(places)
    with contextlib.suppress(psutil.NoSuchProcess):
        return None if pid is None else psutil.Process(pid)
    return None


def worker_process(places: Places) -> psutil.Process | None:
    """Return the engine's screen worker, None while there is none."""
    engine = engine_process(places)
    with contextlib.suppress(psutil.Error):
        for child in [] if engine is None else engine.children():
            if "worker-process" in child.cmdline():
                return child
    return None


def nothing_is_left(home: str | None = None) -> bool:
    """Wait until no process is left; return False when one stays."""
    deadline = time.monotonic() + _WITHIN_S
    while processes_of(home):
        if time.monotonic() > deadline:
            return False
        threading.Event().wait(0.05)
    return True


def kill_everything() -> None:
    """Kill engine, keeper, worker and programs at one moment, so that none tells of another."""
    doomed = processes_of()
    for number in (signal.SIGSTOP, signal.SIGKILL):
        for process in doomed:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.send_signal(number)
    assert nothing_is_left()


def lose_power(places: Places) -> None:
    """Let everything stop at one moment, as in a reboot: files stay, what was in memory does not.

    The records of the sessions are made those of an earlier boot.
    """
    kill_everything()
    shutil.rmtree(places.runtime)
    shutil.rmtree(places.memory, ignore_errors=True)  # Made by the first flood only.
    boot = LocalProcesses().boot
    for path in places.sessions.glob("*/*/session.json"):
        path.write_text(path.read_text().replace(boot, "an earlier boot"))


def _is_over(process: psutil.Process) -> bool:
    return process.status() in {psutil.STATUS_ZOMBIE, psutil.STATUS_DEAD}
