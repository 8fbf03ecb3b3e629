"""Sixty seconds of a flood that nobody watches, and sixty that a view shows: what its log costs.

Floods of `yes`, and of colours, whose screens weigh more than any other; what is shown of the
latter afterwards is compared with what was printed. Usage: log_floods.py [SECONDS].
"""

import os
import signal
import sys
import tempfile
import threading
from contextlib import nullcontext
from pathlib import Path

from table import print_table

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from idea.application.terminals.stop_session import StopSessionRequest  # The path comes first.
from idea.domain.stream.journal import LOG_BYTES
from support import dense_pages
from support.engine_window import Window, window_on
from support.log_floods import FLOOD, FloodCosts, costs_of, shown, wrongs_of_dense_pages

MIB = 1024 * 1024
MOST_WRITTEN_BYTES = 64 * MIB
BEYOND_BYTES = 2 * MIB


def main() -> int:
    """Print the figures; the exit code says whether the promises held."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 and sys.argv[1].isdigit() else 60.0
    with tempfile.TemporaryDirectory(prefix="idea-bench-") as scratch:
        os.environ["IDEA_HOME"] = f"{scratch}/home"
        project = Path(scratch) / "project"
        project.mkdir()
        with window_on(project) as window:
            found = {
                "yes, detached": _detached(window, seconds),
                "yes, shown": _shown(window, seconds),
            }
            colours, wrong = _colours(window, seconds)
    found |= colours
    print_table(
        ("MiB", *found, "wanted"),
        [
            ("printed", *(_mib(one.printed_bytes) for one in found.values()), ""),
            ("written to disk", *(_mib(one.written_bytes) for one in found.values()), "< 64"),
            ("largest log", *(_mib(one.log_bytes) for one in found.values()), "<= 34"),
            ("  of it on disk", *(_mib(one.disk_bytes) for one in found.values()), ""),
            ("  of it in memory", *(_mib(one.memory_bytes) for one in found.values()), ""),
        ],
    )
    print("\n".join(wrong) or "Every screen of colours was shown again as it was.")
    held = not wrong and all(
        one.written_bytes < MOST_WRITTEN_BYTES and one.log_bytes <= LOG_BYTES + BEYOND_BYTES
        for one in found.values()
    )
    return int(not held)


def _detached(window: Window, seconds: float) -> FloodCosts:
    session = window.open_shell(*FLOOD)
    with costs_of(window, session) as costs:
        threading.Event().wait(seconds)
    _stop(window, session.id)
    return costs


def _shown(window: Window, seconds: float) -> FloodCosts:
    session = window.open_shell(*FLOOD)
    with shown(window, session), costs_of(window, session) as costs:
        threading.Event().wait(seconds)
    _stop(window, session.id)
    return costs


def _colours(window: Window, seconds: float) -> tuple[dict[str, FloodCosts], list[str]]:
    found, wrong = {}, []
    for name in ("detached", "shown"):
        session = window.open_shell(*dense_pages.command())
        looking = shown(window, session) if name == "shown" else nullcontext()
        with looking, costs_of(window, session) as costs:
            threading.Event().wait(seconds)
        assert session.pid is not None
        os.kill(session.pid, signal.SIGUSR1)
        differing, lines = wrongs_of_dense_pages(window, session)
        print(f"Colours, {name}: the screen came back with {lines} lines that were looked at.")
        wrong += differing
        _stop(window, session.id)
        found[f"colours, {name}"] = costs
    return found, wrong


def _stop(window: Window, session: str) -> None:
    window.ask(StopSessionRequest(session=session, force=True))


def _mib(count: int) -> str:
    return f"{count / MIB:.1f}"


if __name__ == "__main__":
    sys.exit(main())
