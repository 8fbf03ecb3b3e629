"""Sixty seconds of `yes`: what it costs in memory and waiting, and how soon Ctrl+C ends it.

A real window shows the flood and a quiet `cat`, on a screen nobody sees; then eight floods run.
The typist is a second view of the same sessions, made of the window's own parts. Usage:
flood_soak.py [SECONDS].
"""

import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import psutil

from table import print_table

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from idea.application.engine.engine_status import EngineStatusRequest
from idea.application.layouts.apply_preset import ApplyPresetRequest
from idea.application.terminals.open_terminal import OpenTerminalRequest
from idea.application.views import SessionView
from idea.application.workspace.save_window import SaveWindowRequest
from idea.domain.terminal import Size
from idea.infrastructure.screen.select import select_core
from support.engine_window import Window, window_on
from support.recorder import Recorder
from support.screen_state import FollowedCell
from support.typist import echo_times_s, interrupt_time_s, p99

ROOM = Size(80, 24)
CELLS = ("A1", "B1", "C1", "D1", "A2", "B2", "C2", "D2")
FLOOD = ("sh", "-c", "trap : INT; yes; echo the flood is over; exec cat")
QUIET = ("sh", "-c", "stty raw -echo; exec cat")
WARM_S = 10.0
KEYS = 300


def main() -> int:
    """Print the figures beside what they should be."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 and sys.argv[1].isdigit() else 60.0
    with tempfile.TemporaryDirectory() as scratch:
        os.environ["IDEA_HOME"] = f"{scratch}/home"
        project = Path(scratch) / "project"
        project.mkdir()
        with window_on(project) as window:
            window.ask(ApplyPresetRequest(project=str(project), preset="grid-4x2"))
            window.ask(SaveWindowRequest(width=2000, height=1000))
            shown = subprocess.Popen(
                [sys.executable, "-m", "idea", str(project)],
                env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
            )
            try:
                rows = [
                    *_one_flood(window, psutil.Process(shown.pid), seconds),
                    *_eight_floods(window, seconds),
                ]
            finally:
                shown.terminate()
                shown.wait()
    print_table(("what", "measured", "wanted"), rows)
    return 0


def _open(window: Window, cell: str, command: Sequence[str]) -> tuple[SessionView, Recorder]:
    """Start a program in a cell and wait until the window shows it."""
    session = window.ask(
        OpenTerminalRequest(project=str(window.project), cell=cell, command=tuple(command))
    )
    recorder = Recorder(window.client.links, session.id, have=0, keep=False)
    recorder.wait("the window", lambda: recorder.held)
    return session, recorder


def _follow(window: Window, session: SessionView) -> FollowedCell:
    return FollowedCell(window.client.links, select_core(), session.id, ROOM)


def _one_flood(
    window: Window, parent: psutil.Process, seconds: float
) -> list[tuple[str, str, str]]:
    flood, recorder = _open(window, CELLS[0], FLOOD)
    quiet, _ = _open(window, CELLS[1], QUIET)
    typist, other = _follow(window, quiet), _follow(window, flood)
    other.feed.set_shown(shown=False)
    engine = psutil.Process(window.ask(EngineStatusRequest()).pid)
    processes = (engine, *parent.children())  # The window is there by now: it shows the cells.
    threading.Event().wait(WARM_S)
    before = [one.memory_info().rss for one in processes]
    growth: list[list[float]] = [[], []]
    printed, begun = recorder.output_bytes, time.monotonic()
    waits_s: list[float] = []
    while time.monotonic() - begun < seconds:
        waits_s += echo_times_s(typist, 10, every_s=0.05)
        for index, one in enumerate(processes):
            growth[index].append((one.memory_info().rss - before[index]) / 1e6)
    rate = (recorder.output_bytes - printed) / (time.monotonic() - begun) / 1e6
    interrupted_s = interrupt_time_s(other, recorder, b"the flood is over")
    typist.close()
    other.close()
    return [
        ("a flood in a cell, MB/s", f"{rate:.1f}", ""),
        ("engine grew by at most, MB", f"{max(growth[0]):.1f}", "10"),
        ("window grew by at most, MB", f"{max(growth[1]):.1f}", "10"),
        ("a key beside it, p50 ms", f"{statistics.median(waits_s) * 1000:.1f}", ""),
        ("a key beside it, p99 ms", f"{p99(waits_s) * 1000:.1f}", "50"),
        ("Ctrl+C ends it within, ms", f"{interrupted_s * 1000:.0f}", "200"),
    ]


def _eight_floods(window: Window, seconds: float) -> list[tuple[str, str, str]]:
    floods = [window.open_shell("yes") for _ in range(8)]
    quiet = window.open_shell(*QUIET)
    typist = _follow(window, quiet)
    recorder = Recorder(window.client.links, quiet.id, keep=False)
    recorder.wait("the typist", lambda: recorder.held)
    begun = time.monotonic()
    waits_s: list[float] = []
    while time.monotonic() - begun < max(seconds, 10):
        waits_s += echo_times_s(typist, 10, every_s=0.05)
    lag_ms = window.ask(EngineStatusRequest()).loop_lag_p99_ms
    typist.close()
    return [
        (f"a key beside {len(floods)}, p50 ms", f"{statistics.median(waits_s) * 1000:.1f}", ""),
        (f"a key beside {len(floods)}, p99 ms", f"{p99(waits_s) * 1000:.1f}", "50"),
        ("the engine's loop late, p99 ms", f"{lag_ms:.1f}", "10"),
    ]


if __name__ == "__main__":
    sys.exit(main())
