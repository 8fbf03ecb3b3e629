"""Processor time that forty idle cells cost, by process of IdeA's, in percent of one core."""

import json
import os
import sys
import tempfile
import time
from collections import deque
from pathlib import Path

from display import HEIGHT, WIDTH, VirtualDisplay
from product import Product, running_window
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
        _fill(product)
        time.sleep(3)
        watched = product.processes()
        before = {name: sum(process.cpu_times()[:2]) for name, process in watched.items()}
        time.sleep(_SECONDS)
        rows = [
            (name, (sum(process.cpu_times()[:2]) - before[name]) / _SECONDS * 100)
            for name, process in watched.items()
        ]
        rows.append(("all of them", sum(share for _, share in rows)))
        rows.append(("sessions", float(len(product.sessions()))))
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    print_table(("process", f"% of a core over {_SECONDS} s"), rows)
    return 0


def _fill(product: Product) -> None:
    """Halve the largest cell until there are enough, a sleeping program in each."""
    shown = json.loads(product.layout("show"))
    waiting = deque([(next(iter(shown["sessions"])), WIDTH, HEIGHT)])
    for _ in range(CELLS - 1):
        cell, width, height = waiting.popleft()
        is_wide = width > height
        shown = json.loads(product.layout("split", cell, "--right" if is_wide else "--down"))
        halves = (width // 2, height) if is_wide else (width, height // 2)
        waiting += [(cell, *halves), (shown["created"][0], *halves)]
        product.open_terminal(("sleep", "100000"))


if __name__ == "__main__":
    sys.exit(main())
