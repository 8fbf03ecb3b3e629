"""A day in two minutes: thirty sessions, everything that can happen to them, and kills in between.

Windows and workers are killed all day, engines in the first two of five parts. At the end of each
part all is brought to the same rest and looked at; from the third part on nothing may grow. The
driver is the test's own, `tests/support/day.py`. Usage: day.py [SEED].
"""

import os
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from support.day import Figures, day  # The path comes first.
from support.engine_window import window_on
from support.everything import nothing_is_left
from table import print_table

SESSIONS = 30
PARTS = 5
SECONDS = 24.0
WARM = 2
"""Parts in which engines die; the figures of the one that comes after them count."""
MOST_GROWTH = {"memory_mb": 32.0, "threads": 4.0, "descriptors": 2.0}
"""Memory that was used once and freed comes back to the system late, a thread pool fills up."""


def main() -> int:
    """Live, compare, look; the exit code says whether anything was lost, left or grew."""
    given = sys.argv[1] if len(sys.argv) > 1 and sys.argv[1].isdigit() else ""
    seed = int(given) if given else random.SystemRandom().randrange(1_000_000)
    print(f"seed {seed}", flush=True)
    rests: list[dict[str, Figures]] = []
    times: list[float] = []
    with tempfile.TemporaryDirectory(prefix="idea-bench-") as scratch:
        folder = Path(scratch)
        os.environ["IDEA_HOME"] = f"{folder}/home"
        project = folder / "project"
        project.mkdir()
        with (
            window_on(project) as window,
            day(window, folder / "stop", seed=seed, sessions=SESSIONS) as one,
        ):
            for part in range(PARTS):
                if part < WARM:
                    one.kill_engine()  # One dies in any case, whatever the seed draws.
                one.live_on(SECONDS, engines_die=part < WARM)
                rests.append(one.calm())
                times.append(time.monotonic())
            one.end()
        problems = [*one.problems]
        if not nothing_is_left():
            problems.append("processes are left")
    print_table(("what", "times"), list(one.counts.items()))
    rows = []
    for name in rests[0]:
        for what in ("memory_mb", "threads", "descriptors"):
            values = [float(getattr(rest[name], what)) for rest in rests]
            warm, late = values[WARM:], times[WARM:]
            slope = statistics.linear_regression(late, warm).slope * 60
            rows.append((name, what, *values, warm[-1] - warm[0], slope))
    parts = [f"part {number}" for number in range(1, PARTS + 1)]
    print_table(("process", "what", *parts, "end - warm", "a minute"), rows)
    problems += [f"the {row[0]} grew: {row[1]}" for row in rows if row[-2] > MOST_GROWTH[row[1]]]
    for problem in problems:
        print(problem)
    return int(bool(problems))


if __name__ == "__main__":
    sys.exit(main())
