"""Memory a session costs once it printed 10,000 lines, by process."""

import sys
import tempfile
import time
from pathlib import Path

import psutil

from display import VirtualDisplay
from product import running_window
from table import print_table

SESSIONS = 8
_PRINTS = (
    "i=0; while [ $i -lt 10000 ]; do "
    "echo line $i of this session, as wide as usual; i=$((i+1)); done; sleep 1000"
)


def main() -> int:
    """Print MiB at rest and per session, a row a process."""
    with (
        tempfile.TemporaryDirectory() as scratch,
        VirtualDisplay() as display,
        running_window(Path(scratch), display) as product,
    ):
        assert product.window is not None
        watched = {
            "window": psutil.Process(product.window.pid),
            "engine": psutil.Process(product.engine_pid()),
        }
        watched["keeper"] = next(
            child for child in psutil.process_iter() if "keeper" in " ".join(_words(child))
        )
        before = {name: process.memory_info().rss for name, process in watched.items()}
        for _ in range(SESSIONS):
            product.idea("layout", "split", "A1", "--right", "--project", str(product.project))
            product.open_terminal(("sh", "-c", _PRINTS))
        time.sleep(10)
        rows = [
            (
                name,
                before[name] / (1 << 20),
                (process.memory_info().rss - before[name]) / SESSIONS / (1 << 20),
            )
            for name, process in watched.items()
        ]
    print_table(("process", "MiB with one session", "MiB more per session"), rows)
    return 0


def _words(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.Error:
        return []


if __name__ == "__main__":
    sys.exit(main())
