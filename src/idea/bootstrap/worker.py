"""The screen worker: `idea worker-process PAGE LINES`, a child of the engine.

Reads frames from standard input and writes frames to standard output; `PAGE` is the inherited
descriptor of the page it shares with the engine, `LINES` how much scrollback its cores keep. It
ends when the engine does. It imports a terminal core and never Qt.
"""

import os
import sys
import time
from collections.abc import Sequence

from idea.application.worker.kept_screen import Cores
from idea.application.worker.kept_screens import KeptScreens
from idea.domain.ports.terminal_core import ScreenFactory
from idea.infrastructure.observability.crash_hooks import hook_crashes
from idea.infrastructure.observability.log_files import close_log, open_log
from idea.infrastructure.observability.mistakes import report_mistakes
from idea.infrastructure.observability.report_files import FileCrashReports
from idea.infrastructure.places import find_places
from idea.infrastructure.screen.select import select_core, select_input_encoders
from idea.infrastructure.worker.loop import PipeLoop
from idea.infrastructure.worker.page import FeedPage


def main(arguments: Sequence[str]) -> int:
    """Serve the engine that started this; return an exit code."""
    places = find_places()
    log = open_log("worker", places.logs)
    faults = hook_crashes("worker", places.logs)  # Kept open as long as this process lives.
    report_mistakes("worker", FileCrashReports(places.reports, places.logs), ends=True)
    try:
        serve(arguments, select_core())
    finally:
        close_log(log)
    del faults
    return 0


def serve(arguments: Sequence[str], screens: ScreenFactory) -> None:
    """Follow sessions with these cores until the engine is gone."""
    page_descriptor, lines = map(int, arguments)
    incoming, outgoing = _take_pipes()
    page = FeedPage(page_descriptor)
    os.close(page_descriptor)
    loop = PipeLoop(incoming, outgoing)
    kept = KeptScreens(
        Cores(
            screens=screens,
            encoder=select_input_encoders().create_encoder,
            scrollback_lines=lines,
        ),
        send=loop.send,
        mark=page.mark,
        clock=time.monotonic,
    )
    kept.begin()
    loop.run(kept)
    kept.close()
    page.close()


def _take_pipes() -> tuple[int, int]:
    """Return both pipes, out of reach of whatever a library prints."""
    pipes = os.dup(0), os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(2, 1)
    os.close(nowhere)
    return pipes


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
