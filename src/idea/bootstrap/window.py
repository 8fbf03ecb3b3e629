"""The window process: `idea [PATH]`. One per person; a second one hands its paths over and leaves.

What needs no Qt is in order before Qt is imported, so that an engine starts and answers meanwhile.
Order of the end: window, tickets, links and loop, thread, lock.
"""

import os
import signal
import sys
from collections.abc import Sequence

from idea.bootstrap.former_window import FormerWindow
from idea.bootstrap.window_handover import hand_over
from idea.bootstrap.window_parent import WindowLife
from idea.domain.errors import IdeaError
from idea.infrastructure.engine_client.client import EngineClient
from idea.infrastructure.engine_client.starter import EngineStarter
from idea.infrastructure.feed_page import WindowPage
from idea.infrastructure.observability.crash_hooks import hook_crashes
from idea.infrastructure.observability.log_files import close_log, open_log
from idea.infrastructure.observability.mistakes import report_mistakes
from idea.infrastructure.observability.report_files import FileCrashReports
from idea.infrastructure.observability.stall_watch import StallWatch
from idea.infrastructure.places import find_places
from idea.infrastructure.process_lock import ProcessLock

_SWITCH_INTERVAL_S = 0.0005
"""A feed thread must not keep the interpreter from the main thread for a whole frame."""
_STALLED_AFTER_S = 10.0


def main(paths: Sequence[str], life: WindowLife | None = None) -> int:
    """Show the window on these folders; return an exit code, or die of the signal that ended it."""
    code = _run(paths, life)
    if code < 0:
        signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    return code


def _run(paths: Sequence[str], life: WindowLife | None) -> int:
    life = life or WindowLife()
    places = find_places()
    starter = EngineStarter(places)
    lock = ProcessLock(places.window_lock)
    try:
        places.prepare()
        is_only_window = lock.take()
    except IdeaError as error:
        sys.stderr.write(f"{error.sentence}\n")
        return 1
    if not is_only_window:
        return hand_over(starter, paths)
    former = FormerWindow(life, places.logs)
    log = open_log("window", places.logs)
    faults = hook_crashes("window", places.logs)
    mistakes = report_mistakes("window", FileCrashReports(places.reports, places.logs))
    watch = StallWatch(faults, _STALLED_AFTER_S) if faults is not None else None
    try:
        _prepare_process()
        if life.is_given_up:
            _load_qt()
            from idea.bootstrap.desktop import give_up  # noqa: PLC0415 # It imports Qt.

            return give_up(former, starter)
        client = EngineClient(starter)
        client.start()
        page = WindowPage(life.page)
        page.begin(faults.tell() if faults is not None else 0)
        page.point_at(*former.pointed_at)
        _load_qt()
        from idea.bootstrap.desktop import show  # noqa: PLC0415 # It imports Qt.

        return show(client, paths, former, page, watch)
    finally:
        if watch is not None:
            watch.stop()
        close_log(mistakes)
        close_log(log)
        lock.release()


def _load_qt() -> None:
    """Import Qt: half of what a start takes, so as late as can be."""
    from idea.presentation.desktop.qt_loading import load_qt  # noqa: PLC0415 # See above.

    load_qt()


def _prepare_process() -> None:
    sys.setswitchinterval(_SWITCH_INTERVAL_S)
    for number in (signal.SIGINT, signal.SIGTERM):
        # Until windows are shown there is nothing to keep; see `EndSignals`.
        signal.signal(number, signal.SIG_DFL)
