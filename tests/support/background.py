"""Sessions nobody shows: programs that ask, and what happens to the worker that answers."""

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
from idea.application.views import SessionView
from idea.domain.errors import ProcessError
from idea.domain.terminal import Size
from idea.infrastructure.screen.select import select_core
from support import talker
from support.engine_window import WITHIN_S, Window
from support.everything import engine_process, worker_process
from support.recorder import Recorder
from support.screen_state import FollowedCell
from support.talks import heard

ROOM = Size(80, 24)
MIB = 1024 * 1024
MOST_LOG_BYTES = 34 * MIB
MOST_ENGINE_GROWTH_BYTES = 192 * MIB
FLOOD = "yes a line that goes on and on | head -c 20000000000; cat"


def run(window: Window, *command: str) -> SessionView:
    """Start a program in the background."""
    return window.ask(OpenTerminalRequest(project=str(window.project), command=command))


def asking(window: Window, times: int, go: Path) -> tuple[SessionView, Recorder]:
    """Start a program that asks for the cursor's place so often; it begins before this returns."""
    session = run(window, sys.executable, talker.__file__, "ask", str(times), "30", str(go))
    recorder = Recorder(window.client.links, session.id, have=0)
    recorder.wait_for(b"ready")
    go.touch()
    return session, recorder


def engine(window: Window) -> psutil.Process:
    """Return the engine that serves."""
    process = engine_process(window.places)
    assert process is not None
    return process


def worker(window: Window, but: int = 0) -> psutil.Process:
    """Wait for the worker, or for another one than that."""
    deadline = time.monotonic() + WITHIN_S
    while time.monotonic() < deadline:
        found = worker_process(window.places)
        if found is not None and found.pid != but:
            return found
        threading.Event().wait(0.02)
    pytest.fail("there is no screen worker")


def until(condition: Callable[[], object], what: str) -> None:
    """Wait for a condition."""
    deadline = time.monotonic() + WITHIN_S
    while not condition():
        assert time.monotonic() < deadline, f"never happened: {what}"
        threading.Event().wait(0.05)


def holds(cell: FollowedCell) -> bool:
    """Return whether a view answers and owns the size."""
    return cell.feed._screen.stream.holding


def shown(window: Window, session: SessionView, history: int = 0) -> tuple[str, ...]:
    """Return what a session shows, read by the worker, as soon as there is one that answers."""
    deadline = time.monotonic() + WITHIN_S
    while True:
        try:
            return window.ask(ReadScreenRequest(session=session.id, history=history)).lines
        except ProcessError:
            if time.monotonic() > deadline:
                raise


def followed(window: Window, session: SessionView) -> FollowedCell:
    """Show a session as a cell of a window does."""
    return FollowedCell(window.client.links, select_core(), session.id, ROOM)


def switch_holders(window: Window, go: Path, *, queries: int, switches: int) -> Recorder:
    """Show and hide a session in a flood of queries; returns who knows what it was answered."""
    session, recorder = asking(window, queries, go)
    for turn in range(switches):
        cell = followed(window, session)
        threading.Event().wait(0.01 + turn % 5 * 0.02)
        cell.close()
    heard(recorder)
    return recorder


def kill_workers(window: Window, go: Path, *, queries: int, kills: int) -> Recorder:
    """Kill one worker after another in a flood of queries; returns who knows the answers."""
    session, recorder = asking(window, queries, go)
    pid = 0
    for turn in range(kills):
        found = worker(window, but=pid)
        assert shown(window, session)  # It is ready, and has the session.
        threading.Event().wait(turn % 5 * 0.05)
        pid = found.pid
        found.kill()
    heard(recorder)
    assert window.ask(EngineStatusRequest()).sessions
    assert any("heard:" in line for line in shown(window, session))
    return recorder


class StandstillCosts:
    """What an engine and a log may use while no worker works; look often."""

    def __init__(self, window: Window, session: SessionView) -> None:
        self._window = window
        self._engine = engine(window)
        self._before = self._engine.memory_info().rss
        self._log = next(window.places.sessions.glob(f"*/{session.id}"))
        self.growth_bytes = 0
        self.log_bytes = 0

    def look(self) -> None:
        """Note the largest figures; the engine must answer meanwhile."""
        assert self._window.ask(EngineStatusRequest()).sessions
        self.growth_bytes = max(self.growth_bytes, self._engine.memory_info().rss - self._before)
        self.log_bytes = max(self.log_bytes, _bytes_in(self._log))

    @property
    def are_bounded(self) -> bool:
        """Whether nothing passed its bound."""
        return self.growth_bytes < MOST_ENGINE_GROWTH_BYTES and self.log_bytes < MOST_LOG_BYTES


def _bytes_in(folder: Path) -> int:
    size = 0
    for file in folder.iterdir():
        with contextlib.suppress(FileNotFoundError):  # Written anew, or trimmed.
            size += file.stat().st_size
    return size


@contextlib.contextmanager
def stopped_workers(window: Window) -> Iterator[None]:
    """Let the worker stand still, and every one that takes its place, until the block ends."""
    over = threading.Event()
    stopped: set[int] = set()

    def stop_all() -> None:
        while not over.wait(0.02):
            found = worker_process(window.places)
            if found is not None and found.pid not in stopped:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(found.pid, signal.SIGSTOP)
                    stopped.add(found.pid)

    stopper = threading.Thread(target=stop_all, name="stopper")
    stopper.start()
    try:
        until(lambda: stopped, "a worker to stop")
        yield
    finally:
        over.set()
        stopper.join()
        for pid in stopped:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)
