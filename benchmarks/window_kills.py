"""Kills the window 200 times over eight numbered streams, and counts what that cost.

The measurement is the test's own, `tests/e2e/test_window_killed.py`, run longer. Usage:
window_kills.py [KILLS].
"""

import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from support.engine_window import window_on  # The path comes first.
from support.window_kills import WatchedStreams
from support.window_nursery import WindowNursery
from table import print_table

KILLS = 200
BYTES_PER_S = 30_000
SEED = 200


def main() -> int:
    """Kill, compare, count; the exit code says whether nothing was lost."""
    kills = int(sys.argv[1]) if len(sys.argv) > 1 and sys.argv[1].isdigit() else KILLS
    with tempfile.TemporaryDirectory(prefix="idea-bench-") as folder:
        os.environ["IDEA_HOME"] = f"{folder}/home"
        project = Path(folder) / "project"
        project.mkdir()
        nursery = WindowNursery()
        try:
            with window_on(project) as window:
                streams = WatchedStreams(window, Path(folder) / "stop", BYTES_PER_S)
                complete = streams.kill_windows(nursery, kills, SEED)
                streams.finish(nursery)
                costs = (streams.dead(), streams.incomplete(), streams.unequal())
        finally:
            nursery.close()
    count = len(streams.sessions)
    printed = sum(one.output_bytes for one in streams.recorders)
    print_table(
        ("what", "count", "of"),
        [
            ("windows killed", kills, kills),
            ("of them with all cells shown", complete, kills),
            ("bytes printed", printed, ""),
            ("programs dead", len(costs[0]), count),
            ("streams incomplete", len(costs[1]), count),
            ("screens unequal", len(costs[2]), count),
            ("screens from a checkpoint", streams.restored, count),
        ],
    )
    for sentence in (*costs[1], *costs[2]):
        print(sentence[:300])
    return int(any(costs))


if __name__ == "__main__":
    sys.exit(main())
