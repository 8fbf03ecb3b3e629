"""The window, with every pause of its main thread written down.

Usage: watched_window.py FILE PROJECT. The file gets a line when the window is shown, and one for
each time in which the main thread took up nothing new for longer than usual: when that ended, how
long it was, and how much of it the thread waited for a processor only, all in seconds.
"""

import sys
import threading
import time
from collections import deque
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from idea.bootstrap.window_parent import WindowLife, guard

_TICK_MS = 5
_LONGER_S = 0.02
_WRITE_EVERY_S = 0.25


def _run(life: WindowLife) -> int:
    # The parent of a window imports no Qt.
    from PySide6.QtCore import QTimer  # noqa: PLC0415
    from PySide6.QtGui import QShowEvent  # noqa: PLC0415

    from idea.bootstrap import window  # noqa: PLC0415
    from idea.presentation.desktop.shell.main_window import MainWindow  # noqa: PLC0415
    from support.pause_watch import queued_s  # noqa: PLC0415

    pauses: deque[str] = deque()

    def show_event(shown: MainWindow, event: QShowEvent) -> None:
        super(MainWindow, shown).showEvent(event)
        before, queued = time.monotonic(), queued_s()

        def tick() -> None:
            nonlocal before, queued
            now, waited = time.monotonic(), queued_s()
            if now - before > _LONGER_S:
                pauses.append(f"{now:.6f} {now - before:.6f} {waited - queued:.6f}\n")
            before, queued = now, waited

        pauses.append(f"{before:.6f} 0 0\n")
        timer = QTimer(shown)
        timer.timeout.connect(tick)
        timer.start(_TICK_MS)

    MainWindow.showEvent = show_event  # type: ignore[method-assign]
    threading.Thread(target=_write, args=(Path(sys.argv[1]), pauses), daemon=True).start()
    return window.main(sys.argv[2:], life)


def _write(path: Path, pauses: deque[str]) -> None:
    with path.open("a") as file:
        while True:
            time.sleep(_WRITE_EVERY_S)
            while pauses:
                file.write(pauses.popleft())
            file.flush()


if __name__ == "__main__":
    sys.exit(guard(_run))
