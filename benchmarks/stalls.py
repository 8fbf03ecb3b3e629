"""The longest stalls of the window's main thread in what a person does to a spreadsheet.

It runs the tests of those scenarios, each over a real window and engine, and prints the worst of
each: with a processor, in all, and what was begun last. Without the time in which the thread was
ready to run and other programs ran, which Linux counts for each thread, a pause is a stall: the
window's own fault, on this machine as on one that nobody else uses. Fails when a stall is longer
than a person overlooks. Usage: stalls.py [ACTIONS OF THE MONKEY].
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from table import print_table

ROOT = Path(__file__).parent.parent
MOST_S = 0.1
ACTIONS = 500
SCENARIOS = (
    ("2 × 2 with a merged pair", "test_spreadsheet.py::test_zoom_leaves"),
    ("24 sessions and cards", "test_spreadsheet.py::test_24_sessions"),
    ("6 cells onto five zones", "test_spreadsheet.py::test_six_cells"),
    ("3 windows, 7 tabs, 20 cells", "test_windows_come_back.py::test_all_windows"),
    ("a damaged workspace", "test_windows_come_back.py::test_what_a_cut"),
    ("random actions", "test_monkey.py::test_random"),
    ("keyboard only", "test_keyboard_only.py::test_from"),
    ("pages, palette, themes", "test_stalls.py::test_no_page"),
    ("ten agents", "test_stalls.py::test_ten_agents"),
)


def main(actions: str = str(ACTIONS)) -> int:
    """Run all; the exit code says whether every test passed and no stall was too long."""
    with tempfile.TemporaryDirectory(prefix="idea-bench-") as folder:
        seen = Path(folder) / "pauses"
        given = {"IDEA_PAUSES": str(seen), "IDEA_MONKEY_ACTIONS": actions}
        files = dict.fromkeys(f"tests/e2e/{where.partition('::')[0]}" for _, where in SCENARIOS)
        names = " or ".join(where.partition("::")[2] for _, where in SCENARIOS)
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "--log-level=WARNING", "-k", names, *files],
            cwd=ROOT,
            env={"QT_QPA_PLATFORM": "offscreen", **os.environ, **given},
            check=False,
        )
        lines = seen.read_text().splitlines() if seen.exists() else []
    pauses = [json.loads(line) for line in lines]
    rows: list[tuple[object, ...]] = []
    for title, where in SCENARIOS:
        test = where.partition("::")[2]
        mine = [each for each in pauses if each["test"].startswith(test)]
        worst = max(mine, key=lambda each: each["with_processor"], default=None)
        if worst is not None:
            in_all = max(each["in_all"] for each in mine)
            rows.append((title, worst["with_processor"], in_all, worst["doing"]))
    print_table(
        ("longest pause of the main thread, s", "with a processor", "in all", "after"), rows
    )
    too_long = [row for row in pauses if row["with_processor"] > MOST_S]
    for each in too_long:
        print(f"{each['with_processor']:.3f} s after {each['doing']}: {each['where']}")
    return int(done.returncode != 0 or bool(too_long))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
