"""Memory a session costs once it printed 10,000 lines, by process."""

import sys
import tempfile
import time
from pathlib import Path

import psutil

from display import VirtualDisplay
from product import Product, running_window
from table import print_table

SESSIONS = 8
_PRINTS = (
    "i=0; while [ $i -lt 10000 ]; do "
    "echo line $i of this session, as wide as usual: naïve 漢字 and so on to the end of it; "
    "i=$((i+1)); done; touch %s; sleep 1000"
)
_QUIET_S = 10
_PATIENCE_S = 120


def main() -> int:
    """Print MiB at rest and per session, a row a process."""
    with (
        tempfile.TemporaryDirectory() as scratch,
        VirtualDisplay() as display,
        running_window(Path(scratch), display) as product,
    ):
        watched = {
            "window": product.window_process(),
            "engine": psutil.Process(product.engine_pid()),
        }
        watched["keeper"] = next(
            child for child in psutil.process_iter() if _is_keeper(child, product)
        )
        before = {name: _pss(process) for name, process in watched.items()}
        for number in range(SESSIONS):
            # Rows, because they leave every cell the width of the window.
            product.layout("insert", "row", "A1")
            product.open_terminal(("sh", "-c", _PRINTS % (Path(scratch) / f"{number}.printed")))
        begin = time.monotonic()
        while len(list(Path(scratch).glob("*.printed"))) < SESSIONS:
            if time.monotonic() - begin > _PATIENCE_S:
                print("The sessions did not print their lines in time.")
                return 1
            time.sleep(0.1)
        time.sleep(_QUIET_S)
        columns = product.sessions()[0]["columns"]
        rows = [
            (
                name,
                before[name] / (1 << 20),
                (_pss(process) - before[name]) / SESSIONS / (1 << 20),
            )
            for name, process in watched.items()
        ]
    print(f"{SESSIONS} more sessions of 10,000 lines, {columns} columns, PSS:")
    print_table(("process", "MiB with one session", "MiB more per session"), rows)
    return 0


def _is_keeper(process: psutil.Process, product: Product) -> bool:
    try:
        words = " ".join(process.cmdline())
    except psutil.Error:
        return False
    return "keeper" in words and product.environment["IDEA_HOME"] in words


def _pss(process: psutil.Process) -> int:
    return int(process.memory_full_info().pss)


if __name__ == "__main__":
    sys.exit(main())
