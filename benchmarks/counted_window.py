"""The window, with every paint of a terminal written down.

Usage: counted_window.py FILE PROJECT. The file gets a line for each paint: when it ended, what it
took, both in seconds, and the session.
"""

import sys
import threading
import time
from collections import deque
from pathlib import Path

from idea.bootstrap.window_parent import WindowLife, guard

_WRITE_EVERY_S = 0.25


def _run(life: WindowLife) -> int:
    # The parent of a window imports no Qt.
    from PySide6.QtGui import QPaintEvent  # noqa: PLC0415

    from idea.bootstrap import window  # noqa: PLC0415
    from idea.presentation.desktop.terminal.view import TerminalView  # noqa: PLC0415

    paints: deque[str] = deque()
    paint = TerminalView.paintEvent

    def paint_event(view: TerminalView, event: QPaintEvent) -> None:
        begin = time.monotonic()
        paint(view, event)
        end = time.monotonic()
        paints.append(f"{end:.6f} {end - begin:.6f} {view.terminal.session}\n")

    TerminalView.paintEvent = paint_event  # type: ignore[method-assign]
    file = Path(sys.argv[1])
    threading.Thread(target=_write, args=(file, paints), daemon=True).start()
    return window.main(sys.argv[2:], life)


def _write(path: Path, paints: deque[str]) -> None:
    with path.open("a") as file:
        while True:
            time.sleep(_WRITE_EVERY_S)
            while paints:
                file.write(paints.popleft())
            file.flush()


if __name__ == "__main__":
    sys.exit(guard(_run))
