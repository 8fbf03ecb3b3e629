"""All real windows over a real engine, in the test's process, on a screen nobody sees."""

import contextlib
from collections.abc import Callable, Iterator
from typing import cast

import pytest
from pytestqt.exceptions import TimeoutError as NeverHappened
from pytestqt.qtbot import QtBot

from idea.bootstrap.desktop import build_windows
from idea.infrastructure.engine_client.client import EngineClient
from idea.infrastructure.engine_client.starter import EngineStarter
from idea.infrastructure.places import Places
from idea.presentation.desktop.bridge.main_thread import MainThread
from idea.presentation.desktop.shell.main_window import MainWindow
from idea.presentation.desktop.terminal.view import TerminalView
from support.engine_window import WITHIN_S
from support.pause_report import report
from support.pause_watch import PauseWatch

_WITHIN_MS = 60_000


class RealWindows:
    """What a test drives: every window of the workspace."""

    def __init__(self, qtbot: QtBot, places: Places) -> None:
        self._qtbot = qtbot
        self.client = EngineClient(EngineStarter(places, start_within_s=WITHIN_S), client="test")
        self.client.start()
        self._main = MainThread()
        self.watch = PauseWatch()
        self.windows = build_windows(self.client, self._main)
        self.watch.start()
        self.windows.start()

    @property
    def shown(self) -> list[MainWindow]:
        """The visible windows, in the order of the workspace."""
        known = {window.desk.state.window: window for window in self.windows.shown}
        order = [each.id for each in self.windows.first.desk.state.windows]
        return [known[each] for each in order if each in known and known[each].isVisible()]

    def wait(self, condition: Callable[[], bool], what: str) -> None:
        """Let the windows live until a condition holds."""
        try:
            self._qtbot.waitUntil(condition, timeout=_WITHIN_MS)
        except NeverHappened as error:
            pytest.fail(f"waited for {what} ({error})")

    def text(self, window: MainWindow, session: str) -> str:
        """Return what the cell of a session shows in a window; empty for no such cell."""
        grid = window.pages.grid(window.desk.current)
        part = grid.terminal(session) if grid is not None else None
        if part is None:
            return ""
        view = cast("TerminalView", part.widget)
        if view.frame is None:
            return ""
        return "\n".join(view.grid.row_at(row).text for row in range(view.grid.size.rows))

    def close(self) -> None:
        """Close them as their process would."""
        self.watch.stop()
        report(self.watch)
        self.windows.stop()
        self._main.close()
        for window in self.windows.shown:
            window.hide()
            window.deleteLater()
        assert self.client.stop()


@contextlib.contextmanager
def real_windows(qtbot: QtBot, places: Places) -> Iterator[RealWindows]:
    """Every window of the workspace, shown until the block ends; the engine goes on."""
    stand = RealWindows(qtbot, places)
    try:
        yield stand
    finally:
        stand.close()
