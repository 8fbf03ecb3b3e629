"""Runs benchmarks by name and prints one table each; without names, all of them in order."""

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
)


def main() -> int:
    """Run what was asked for; the exit code says whether everything could be measured."""
    wanted = sys.argv[1:] or NAMES
    unknown = [name for name in wanted if name not in NAMES]
    if unknown:
        print(f"There is no benchmark named {unknown[0]!r}; there are {', '.join(NAMES)}.")
        return 2
    failed = False
    for name in wanted:
        print(f"== {name}", flush=True)
        failed |= bool(importlib.import_module(name).main())
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
