"""Kills the engine 50 times under the output of eight programs, and counts what is missing.

The measurement is the test's own, `tests/e2e/test_takeover.py`, run longer; it prints the longest
times and losses and fails when a promise is broken.
"""

import os
import random
import signal
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from support.engine_window import window_on  # The path comes first.
from support.takeover import (
    ONE_READ_BYTES,
    Streams,
    engine_pid,
    losses,
)
from table import print_table

KILLS = 50
STREAMS = 8
TOLD_WITHIN_S = 2.0
SEED = 11


def main() -> int:
    """Kill, wait, compare; the exit code says whether everything held."""
    with tempfile.TemporaryDirectory(prefix="idea-bench-") as folder:
        os.environ["IDEA_HOME"] = f"{folder}/home"
        project = Path(folder) / "project"
        project.mkdir()
        with window_on(project) as window:
            streams = Streams(window, Path(folder) / "stop", count=STREAMS)
            told, back = [], []
            chance = random.Random(SEED)
            for turn in range(KILLS):
                threading.Event().wait(chance.uniform(0.0, 0.6))
                os.kill(engine_pid(window), signal.SIGKILL)
                killed_at = time.monotonic()
                told.append(streams.wait_for_news())
                streams.wait_for_engine()
                back.append(time.monotonic() - killed_at)
                streams.all_live()
                streams.answers(turn)
            found = [losses(seed, records) for seed, records in enumerate(streams.finish())]
    lost = [one for session in found for one in session]
    print_table(
        ("what", "median", "worst"),
        [
            ("told after, s", f"{_median(told):.3f}", f"{max(told):.3f}"),
            ("served again after, s", f"{_median(back):.2f}", f"{max(back):.2f}"),
            ("bytes missing a kill and session", f"{_median(lost):.0f}", f"{max(lost)}"),
            ("kills with something missing", "", f"{sum(map(bool, lost))} of {len(lost)}"),
        ],
    )
    return int(max(lost) > ONE_READ_BYTES or max(told) > TOLD_WITHIN_S)


def _median(values: list[float] | list[int]) -> float:
    return sorted(values)[len(values) // 2]


if __name__ == "__main__":
    sys.exit(main())
