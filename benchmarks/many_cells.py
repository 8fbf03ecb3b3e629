"""Forty cells at 200 lines a second each, eight of them seen: frames, paints and processor time.

Five projects have a tab of four by two cells each; one tab is in front. A frame is a paint of a
cell; how long a cell waits for the next one is what a person sees as smooth or not.
"""

import itertools
import os
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path

import psutil

from display import VirtualDisplay
from product import Product
from table import print_table

_SECONDS = 20
_WARM_S = 5
_TABS = 5
_PRESET = "grid-4x2"
_CELLS = ("A1", "B1", "C1", "D1", "A2", "B2", "C2", "D2")
_PRINTS = (
    "$| = 1; my $n = 0; while (1) { "
    'print "line $n of this session, as wide as lines of programs that build things are: ok\\n"; '
    "$n++; select(undef, undef, undef, 0.005) }"
)


def main() -> int:
    """Print what was seen of the cells in front, of those behind, and what each process took."""
    with tempfile.TemporaryDirectory() as scratch, VirtualDisplay() as display:
        folder = Path(scratch)
        product = Product(folder, display.environment)
        counted = folder / "paints"
        program = Path(__file__).with_name("counted_window.py")
        product.show_window((str(program), str(counted)))
        try:
            seen = _fill(product, folder)
            time.sleep(_WARM_S)
            watched = product.processes()
            before = {name: _worked_s(process) for name, process in watched.items()}
            begin = time.monotonic()
            time.sleep(_SECONDS)
            end = time.monotonic()
            worked = {name: _worked_s(one) - before[name] for name, one in watched.items()}
            time.sleep(1)  # The last paints are still being written down.
        finally:
            product.close()
        paints = [line.split() for line in counted.read_text().splitlines()]
    ends: dict[str, list[float]] = defaultdict(list)
    took = []
    for at, length, session in paints:
        if begin <= float(at) <= end:
            ends[session].append(float(at))
            took.append(float(length) * 1000)
    waits = [
        (later - earlier) * 1000
        for session in seen
        for earlier, later in itertools.pairwise(ends[session])
    ]
    behind = sum(len(times) for session, times in ends.items() if session not in seen)
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores, {_SECONDS} s")
    print_table(
        ("what", "measured"),
        [
            ("frames a second and seen cell", len(waits) / len(seen) / _SECONDS),
            ("ms from frame to frame of a seen cell, p50", statistics.median(waits)),
            ("the same, p95", _share(waits, 0.95)),
            ("the same, p99", _share(waits, 0.99)),
            ("ms a paint takes, p50", statistics.median(took)),
            ("the same, p95", _share(took, 0.95)),
            (f"paints of the {len(_CELLS) * (_TABS - 1)} cells behind", behind),
        ],
    )
    print_table(
        ("process", "% of a core"),
        [(name, seconds / _SECONDS * 100) for name, seconds in worked.items()],
    )
    return 0


def _fill(product: Product, folder: Path) -> set[str]:
    """Show each tab once, with a printing program in every cell; return the last tab's sessions."""
    sessions: set[str] = set()
    for number in range(_TABS):
        product.project = folder / f"project {number}"
        product.project.mkdir()
        product.idea(str(product.project))  # The window that runs opens it in front.
        product.layout("preset", _PRESET)
        sessions = {product.replace_shell(("perl", "-e", _PRINTS))}
        sessions |= {product.open_terminal(("perl", "-e", _PRINTS), at=cell) for cell in _CELLS[1:]}
    return sessions


def _worked_s(process: psutil.Process) -> float:
    return sum(process.cpu_times()[:2])


def _share(times: list[float], share: float) -> float:
    return sorted(times)[int(len(times) * share) - 1]


if __name__ == "__main__":
    sys.exit(main())
