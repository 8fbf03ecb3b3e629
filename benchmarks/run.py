"""Runs benchmarks by name and prints one table each; without names, all of them in order.

What follows a name and is none itself is given to it: `script/bench fuzz 60 7`, `script/bench
walks vim less`.
"""

import importlib
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

NAMES = (
    "core_speed",
    "paint_speed",
    "throughput",
    "eight_floods",
    "latency",
    "startup",
    "many_cells",
    "idle",
    "memory",
    "flood_soak",
    "engine_kills",
    "window_kills",
    "store_kills",
    "worker_deaths",
    "stream_steps",
    "day",
    "log_floods",
    "replay",
    "fuzz",
    "agents",
    "walks",
    "monkey",
    "stalls",
)
TAKE_ARGUMENTS = {"fuzz", "monkey", "stalls", "walks"}


def main() -> int:
    """Run what was asked for; the exit code says whether everything could be measured."""
    wanted: list[tuple[str, list[str]]] = []
    for word in sys.argv[1:] or NAMES:
        if word in NAMES:
            wanted.append((word, []))
        elif wanted and wanted[-1][0] in TAKE_ARGUMENTS:
            wanted[-1][1].append(word)
        else:
            print(f"There is no benchmark named {word!r}; there are {', '.join(NAMES)}.")
            return 2
    failed = False
    for name, arguments in wanted:
        print(f"== {name}", flush=True)
        failed |= bool(importlib.import_module(name).main(*arguments))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
