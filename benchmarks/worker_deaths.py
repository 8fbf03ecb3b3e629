"""Kills the screen worker, takes its sessions away and gives them back, and lets it stand still.

50 kills under 8,000 queries, 200 changes of the holder under 6,000, and 60 s without a working
worker under a detached flood. The measurements are those of `tests/e2e/test_screen_worker.py`,
run longer; the exit code says whether each promise was kept.
"""

import contextlib
import os
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from idea.domain.stream.client import Mark
from support.background import (
    FLOOD,
    MIB,
    MOST_ENGINE_GROWTH_BYTES,
    MOST_LOG_BYTES,
    StandstillCosts,
    followed,
    holds,
    kill_workers,
    run,
    shown,
    stopped_workers,
    switch_holders,
    until,
)
from support.engine_window import Window, window_on  # The path comes first.
from support.recorder import Recorder
from support.talks import answers, heard
from table import print_table

KILLS, KILL_QUERIES = 50, 8_000
SWITCHES, SWITCH_QUERIES = 200, 6_000
STANDSTILL_S = 60.0

type Row = tuple[str, str, str, bool]
"""What, measured, wanted, and whether it is so."""


def main() -> int:
    """Print what was measured beside what is promised."""
    with tempfile.TemporaryDirectory(prefix="idea-bench-") as scratch:
        os.environ["IDEA_HOME"] = f"{scratch}/home"
        project = Path(scratch) / "project"
        project.mkdir()
        with window_on(project) as window:
            recorder = kill_workers(
                window, Path(scratch) / "kills", queries=KILL_QUERIES, kills=KILLS
            )
            rows = [("workers killed", str(KILLS), "", True), *_answered(recorder, KILL_QUERIES)]
            recorder = switch_holders(
                window, Path(scratch) / "go", queries=SWITCH_QUERIES, switches=SWITCHES
            )
            rows += [("times shown and hidden", str(SWITCHES), "", True)]
            rows += [*_answered(recorder, SWITCH_QUERIES), *_standstill(window)]
    print_table(("what", "measured", "wanted"), [row[:3] for row in rows])
    return int(not all(row[3] for row in rows))


def _answered(recorder: Recorder, queries: int) -> list[Row]:
    is_exact = heard(recorder) == answers(queries)
    gaps = len(recorder.gaps)
    return [
        (f"{queries} queries answered once each, in order", _word(is_exact), "yes", is_exact),
        ("gaps", str(gaps), "0", not gaps),
    ]


def _standstill(window: Window) -> list[Row]:
    flood = run(window, "sh", "-c", FLOOD)
    until(lambda: any("goes on" in line for line in shown(window, flood)), "the flood")
    recorder = Recorder(window.client.links, flood.id, keep=False)
    costs = StandstillCosts(window, flood)
    with stopped_workers(window):
        end = time.monotonic() + STANDSTILL_S
        while time.monotonic() < end:
            costs.look()
            threading.Event().wait(0.1)
        with contextlib.closing(followed(window, flood)) as cell:
            begun = time.monotonic()
            until(lambda: holds(cell), "the view")
            attach_s = time.monotonic() - begun
            marks = sum(isinstance(event, Mark) for event in cell.heard.events)
    recorder.close()
    gaps = len(recorder.gaps)
    growth, log = costs.growth_bytes / MIB, costs.log_bytes / MIB
    return [
        ("seconds without a worker under a flood", f"{STANDSTILL_S:.0f}", "", True),
        ("MiB printed meanwhile", f"{recorder.output_bytes / MIB:.0f}", "", True),
        ("engine grew by at most, MiB", f"{growth:.1f}", *_below(growth, MOST_ENGINE_GROWTH_BYTES)),
        ("log at most, MiB", f"{log:.1f}", *_below(log, MOST_LOG_BYTES)),
        ("gaps marked in the stream", str(gaps), "1 or more", gaps > 0),
        ("marks in the cell that attached", str(marks), "1 or more", marks > 0),
        ("attached after, s", f"{attach_s:.2f}", "60", True),
    ]


def _below(value_mib: float, limit_bytes: int) -> tuple[str, bool]:
    limit = limit_bytes / MIB
    return f"below {limit:.0f}", value_mib < limit


def _word(is_so: object) -> str:
    return "yes" if is_so else "no"


if __name__ == "__main__":
    sys.exit(main())
