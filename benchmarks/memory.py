"""Memory a session costs once it printed 10,000 lines of mixed text, by process of IdeA's.

Proportional set size ten seconds after the output, when histories are compressed. The programs in
the cells are not counted.
"""

import sys
import tempfile
import time
from pathlib import Path

from display import VirtualDisplay
from product import Product, running_window
from table import print_table

SESSIONS = 8
_PRINTS = """
import pathlib, sys, time
for number in range(10_000):
    kind = number % 4
    text = f"{number} of this session: " + (
        "plain words as a compiler writes them, " * 2,
        "\\x1b[32mgreen\\x1b[0m \\x1b[1;38;5;%dmbold\\x1b[0m and \\x1b[48;2;%d;9;9mtrue\\x1b[0m "
        % (number % 256, number % 200) * 3,
        "naïve, 漢字かな and Ελληνικά, Кириллица, " * 2,
        "an emoji \\U0001f600, \\U0001f468\\u200d\\U0001f469\\u200d\\U0001f467, border ──── " * 2,
    )[kind]
    print(text)
pathlib.Path(sys.argv[1]).touch()
time.sleep(1000)
"""
_QUIET_S = 10
_PATIENCE_S = 120


def main() -> int:
    """Print MiB at rest and per session, a row a process."""
    with (
        tempfile.TemporaryDirectory() as scratch,
        VirtualDisplay() as display,
        running_window(Path(scratch), display) as product,
    ):
        before = _pss(product)
        for number in range(SESSIONS):
            # Rows, because they leave every cell the width of the window.
            product.layout("insert", "row", "A1")
            printed = Path(scratch) / f"{number}.printed"
            product.open_terminal((sys.executable, "-c", _PRINTS, str(printed)))
        begin = time.monotonic()
        while len(list(Path(scratch).glob("*.printed"))) < SESSIONS:
            if time.monotonic() - begin > _PATIENCE_S:
                print("The sessions did not print their lines in time.")
                return 1
            time.sleep(0.1)
        time.sleep(_QUIET_S)
        columns = product.sessions()[0]["columns"]
        after = _pss(product)
    rows = [
        (name, before.get(name, 0.0), (size - before.get(name, 0.0)) / SESSIONS)
        for name, size in after.items()
    ]
    rows.append(("all of them", *(sum(row[column] for row in rows) for column in (1, 2))))
    print(f"{SESSIONS} more sessions of 10,000 lines, {columns} columns, PSS:")
    print_table(("process", "MiB with one session", "MiB more per session"), rows)
    return 0


def _pss(product: Product) -> dict[str, float]:
    """Return the MiB of each process."""
    return {
        name: process.memory_full_info().pss / (1 << 20)
        for name, process in product.processes().items()
    }


if __name__ == "__main__":
    sys.exit(main())
