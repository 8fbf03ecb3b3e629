"""Processor time that forty idle cells cost, by process, in percent of one core."""

import sys
import tempfile
import time
from pathlib import Path

import psutil

from display import VirtualDisplay
from product import running_window
from table import print_table

CELLS = 40
_SECONDS = 20


def main() -> int:
    """Print a row a process."""
    with (
        tempfile.TemporaryDirectory() as scratch,
        VirtualDisplay() as display,
        running_window(Path(scratch), display) as product,
    ):
        project = str(product.project)
        sides = ("--right", "--down")
        for number in range(CELLS - 1):
            product.idea("layout", "split", "A1", sides[number % 2], "--project", project)
            product.open_terminal(("sleep", "100000"))
        time.sleep(3)
        assert product.window is not None
        watched = {
            "window": psutil.Process(product.window.pid),
            "engine": psutil.Process(product.engine_pid()),
        }
        before = {name: sum(process.cpu_times()[:2]) for name, process in watched.items()}
        time.sleep(_SECONDS)
        rows = [
            (name, (sum(process.cpu_times()[:2]) - before[name]) / _SECONDS * 100)
            for name, process in watched.items()
        ]
        rows.append(("sessions", float(len(product.sessions()))))
    print_table(("process", f"% of a core over {_SECONDS} s"), rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
