"""Launches twenty agents at once on the fake AI program of the tests, and ends them all at once.

The programs' own start-up is what twenty of them need side by side without IdeA; what IdeA adds to
it is bounded. Meanwhile the engine is asked for its status again and again; its slowest answer is
what a window may have to wait for. Fails when an agent does not run, IdeA adds more than it may,
or a process is left.
"""

import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import Path

import psutil

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from idea.application.agents.launch_agent import LaunchAgentRequest
from idea.application.agents.stop_agent import StopAgentRequest
from idea.application.engine.engine_status import EngineStatusRequest
from idea.application.use_case import Request
from support.engine_window import WITHIN_S, Window, window_on  # The path comes first.
from support.everything import nothing_is_left
from support.fake_agents import FakeAgents, install
from table import print_table

AGENTS = 20
MOST_ADDED_S = 10.0


def main() -> int:
    """Launch, wait for every banner, stop; the exit code says whether everything held."""
    with tempfile.TemporaryDirectory(prefix="idea-bench-") as folder:
        home, project = Path(folder) / "home", Path(folder) / "project"
        home.mkdir()
        project.mkdir()
        os.environ |= {"IDEA_HOME": str(home / "idea"), "HOME": str(home)}
        alone_s = _side_by_side(install(home / "alone"), project)
        with window_on(project) as window:
            agents = FakeAgents(window)
            agents.add_profile(home)
            names = [view.name for view in agents.define(*(f"A{n}" for n in range(AGENTS)))]
            with _Asker(window) as asker:
                begun = time.monotonic()
                views = _all(
                    window,
                    [
                        LaunchAgentRequest(project=str(project), agent=one, background=True)
                        for one in names
                    ],
                )
                answered_s = time.monotonic() - begun
                for view in views:
                    agents.see(view, "I read:")
                running_s = time.monotonic() - begun
                begun = time.monotonic()
                _all(window, [StopAgentRequest(project=str(project), agent=one) for one in names])
                stopped_s = time.monotonic() - begun
            left = [view.name for view in views if psutil.pid_exists(view.pid)]
        clean = nothing_is_left()
    print_table(
        (f"{AGENTS} agents", "seconds"),
        [
            ("the programs alone, side by side", alone_s),
            ("launches answered", answered_s),
            ("every program shows its role", running_s),
            ("all stopped", stopped_s),
            ("slowest answer of the engine meanwhile", asker.longest_s),
        ],
    )
    return int(running_s - alone_s > MOST_ADDED_S or bool(left) or not clean)


def _side_by_side(program: Path, folder: Path) -> float:
    """Return how long the programs need to start and end by themselves."""
    begun = time.monotonic()
    started = [
        subprocess.Popen(
            [program, "--session-id", f"alone-{number}"],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )
        for number in range(AGENTS)
    ]
    for one in started:
        one.wait()
    return time.monotonic() - begun


def _all[R](window: Window, requests: Sequence[Request[R]]) -> list[R]:
    """Ask everything in the same moment; return the answers."""
    submit, execute = window.client.thread.submit, window.client.use_cases.execute
    waiting: list[Future[R]] = [submit(execute(request)) for request in requests]
    return [one.result(WITHIN_S) for one in waiting]


class _Asker:
    """Asks the engine for its status until the block ends."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._ask)
        self.longest_s = 0.0

    def __enter__(self) -> "_Asker":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _ask(self) -> None:
        while not self._over.wait(0.01):
            begun = time.monotonic()
            self._window.ask(EngineStatusRequest())
            self.longest_s = max(self.longest_s, time.monotonic() - begun)


if __name__ == "__main__":
    sys.exit(main())
