"""Launches twenty agents at once on the fake AI program of the tests, and ends them all at once.

The programs' own start-up is what twenty of them need side by side without IdeA; what IdeA adds to
it is bounded. Meanwhile the engine is asked for its status again and again, and a window shows as
many of them as its grid has cells; it is watched for the longest time in which its main thread took
up nothing new. Fails when an agent does not run, IdeA adds more than it may, the window stood still
for longer than a person overlooks, or a process is left.
"""

import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from pathlib import Path

import psutil

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from display import VirtualDisplay
from idea.application.agents.launch_agent import LaunchAgentRequest
from idea.application.agents.stop_agent import StopAgentRequest
from idea.application.engine.engine_status import EngineStatusRequest
from idea.application.layouts.apply_preset import ApplyPresetRequest
from idea.application.use_case import Request
from support.background import until
from support.engine_window import WITHIN_S, Window, window_on  # The path comes first.
from support.everything import nothing_is_left
from support.fake_agents import FakeAgents, install
from table import print_table

AGENTS = 20
MOST_ADDED_S = 10.0
MOST_STILL_S = 0.1
_PRESET = "grid-4x3"
_REST_S = 5.0


def main() -> int:
    """Launch, wait for every banner, stop; the exit code says whether everything held."""
    with tempfile.TemporaryDirectory(prefix="idea-bench-") as folder, VirtualDisplay() as display:
        home, project = Path(folder) / "home", Path(folder) / "project"
        home.mkdir()
        project.mkdir()
        os.environ |= {"IDEA_HOME": str(home / "idea"), "HOME": str(home)}
        alone_s = _side_by_side(install(home / "alone"), project)
        with window_on(project) as window:
            agents = FakeAgents(window)
            agents.add_profile(home)
            watch = _WatchedWindow(Path(folder) / "pauses", project, display.environment)
            window.ask(ApplyPresetRequest(project=str(project), preset=_PRESET))
            rest_s = watch.longest_s(time.monotonic(), for_s=_REST_S)
            names = [view.name for view in agents.define(*(f"A{n}" for n in range(AGENTS)))]
            with _Asker(window) as asker:
                begun = time.monotonic()
                views = _all(
                    window,
                    [LaunchAgentRequest(project=str(project), agent=one) for one in names],
                )
                answered_s = time.monotonic() - begun
                for view in views:
                    agents.see(view, "I read:")
                running_s = time.monotonic() - begun
                launch_s = watch.longest_s(begun)
                begun = time.monotonic()
                _all(window, [StopAgentRequest(project=str(project), agent=one) for one in names])
                stopped_s = time.monotonic() - begun
            stop_s = watch.longest_s(begun)
            watch.close()
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
    still = {"at rest": rest_s, "during the launches": launch_s, "while all stop": stop_s}
    print_table(
        ("longest pause of the window's main thread, s", "in all", "with a processor"),
        [(when, *pause) for when, pause in still.items()],
    )
    stood_still = max(launch_s[1], stop_s[1]) > MOST_STILL_S
    return int(running_s - alone_s > MOST_ADDED_S or bool(left) or not clean or stood_still)


class _WatchedWindow:
    """A window of its own process whose main thread is watched."""

    def __init__(self, file: Path, project: Path, environment: Mapping[str, str]) -> None:
        self._file = file
        program = Path(__file__).with_name("watched_window.py")
        self._process = subprocess.Popen(
            [sys.executable, program, file, project], env=dict(environment)
        )
        until(lambda: file.exists() and file.stat().st_size > 0, "the window is shown")

    def longest_s(self, since: float, *, for_s: float = 0.0) -> tuple[float, float]:
        """Return its longest pause since a moment, once what is known of it is written down.

        And the longest one without the time in which the machine was busy with something else.
        """
        time.sleep(for_s + 1.0)
        lines = [map(float, line.split()) for line in self._file.read_text().splitlines()]
        pauses = [(length, length - queued) for at, length, queued in lines if at >= since]
        return max([0.0, *(one for one, _ in pauses)]), max([0.0, *(own for _, own in pauses)])

    def close(self) -> None:
        """End it; sessions go on."""
        self._process.terminate()
        self._process.wait()


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
