"""The real window over a real engine, in the test's process, on a screen nobody sees."""

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import cast

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.exceptions import TimeoutError as NeverHappened
from pytestqt.qtbot import QtBot

from idea.application.projects.open_project import OpenProjectRequest
from idea.application.use_case import Request
from idea.bootstrap.desktop import build_window
from idea.domain.layout.tree import LayoutNode
from idea.infrastructure.engine_client.client import EngineClient
from idea.infrastructure.engine_client.starter import EngineStarter
from idea.infrastructure.places import Places, find_places
from idea.presentation.desktop.bridge.main_thread import MainThread
from idea.presentation.desktop.grid.dividers import DividerGrip
from idea.presentation.desktop.grid.grid_view import GridView
from idea.presentation.desktop.shell.main_window import MainWindow
from idea.presentation.desktop.terminal.view import TerminalView
from support.engine_window import WITHIN_S, stop_engine
from support.pause_report import report
from support.pause_watch import PauseWatch

_WITHIN_MS = 60_000
_ALMOST_AT_ONCE_S = 0.02
"""So long the window may stand still for an answer, which is looked for rarely while it lives."""
_NONE = Qt.KeyboardModifier.NoModifier


class Cell:
    """One terminal on the screen, typed into and read like a person does."""

    def __init__(self, stand: "RealWindow", view: TerminalView, session: str) -> None:
        self._stand = stand
        self.view = view
        self.session = session

    @property
    def rows(self) -> list[str]:
        """The text of every row as it is painted, without blanks at its end."""
        return [self._row(number) for number in range(self.view.grid.size.rows)]

    @property
    def text(self) -> str:
        """The whole screen."""
        return "\n".join(self.rows)

    def type(self, text: str) -> None:
        """Type characters and Enter (`\\n`)."""
        for line in text.splitlines(keepends=True):
            QTest.keyClicks(self.view, line.removesuffix("\n"))
            if line.endswith("\n"):
                self.key(Qt.Key.Key_Return)

    def key(self, key: Qt.Key, held: Qt.KeyboardModifier = _NONE) -> None:
        """Press one key."""
        QTest.keyClick(self.view, key, held)

    def click(self, row: int, column: int) -> None:
        """Press and release the left button on a character."""
        where = self.point(row, column)
        QTest.mouseClick(self.view, Qt.MouseButton.LeftButton, _NONE, where)

    def point(self, row: int, column: int) -> QPoint:
        """Return where a character is in the view."""
        return self.view.place.cells_rect(row, column, 1).center().toPoint()

    def before(self, row: int, column: int) -> QPoint:
        """Return where a selection begins that starts with a character."""
        return self.view.place.cells_rect(row, column, 1).toRect().topLeft() + QPoint(1, 4)

    def wait_for(self, *texts: str) -> None:
        """Wait until all of these are on the screen."""
        self.wait(lambda: all(text in self.text for text in texts), f"{texts!r} to be shown")

    def wait_gone(self, text: str) -> None:
        """Wait until this is no longer on the screen."""
        self.wait(lambda: text not in self.text, f"{text!r} to go")

    def wait(self, condition: Callable[[], bool], what: str) -> None:
        """Wait for something about the screen."""
        self._stand.wait(condition, lambda: f"{what}; the screen was:\n{self.text}")

    def settle(self) -> None:
        """Wait until the program has the size that there is room for."""
        view = self.view

        def settled() -> bool:
            frame = view.frame
            return (
                frame is not None
                and not view.size_wish.pending
                and not view.size_wish.timer.isActive()
                and frame.size == view.room
                and view.grid.size == view.room
            )

        def state() -> str:
            wish, frame = view.size_wish, view.frame
            return (
                f"room {view.room}, frame {frame and frame.size}, painted {view.grid.size}, "
                f"pending {wish.pending}, timer {wish.timer.isActive()}"
            )

        self._stand.wait(settled, lambda: f"the size to settle: {state()}")

    def _row(self, number: int) -> str:
        return self.view.grid.row_at(number).text


class RealWindow:
    """What a test drives: the window, its cells and the engine behind."""

    def __init__(self, qtbot: QtBot, places: Places, project: Path) -> None:
        self.qtbot = qtbot
        self.project = project
        self.client = EngineClient(EngineStarter(places, start_within_s=WITHIN_S), client="test")
        self.client.start()
        self.main = MainThread()
        self.watch = PauseWatch()
        self.window: MainWindow = build_window(self.client, self.main)
        self.window.resize(1600, 1000)
        self.watch.start()
        self.window.start()

    def open(self) -> None:
        """Wait until the window shows the project with its first shell."""
        self.wait(self.window.isVisible, lambda: "the window to be shown")
        self.ask(OpenProjectRequest(path=str(self.project)))
        self.wait(lambda: self.window.desk.current != "", lambda: "the project to be shown")
        self.window.resize(1600, 1000)
        self.first = self.cell_of(self.focused_session)
        if self.window.desk.state.sessions[self.first.session].status == "running":
            self.first.settle()  # One that ended keeps the size it had.

    def close(self) -> None:
        """Close it as its process would."""
        self.watch.stop()
        report(self.watch)
        self.window.stop()
        self.main.close()
        self.window.hide()
        self.window.deleteLater()
        assert self.client.stop()

    @property
    def tree(self) -> LayoutNode:
        """The grid that the window shows."""
        tree = self.window.desk.tree(self.window.desk.current)
        assert tree is not None
        return tree

    @property
    def shape(self) -> object:
        """Whatever decides where cells are: the tree, and the cell that is shown alone."""
        return self.tree, self.window.desk.selection(self.window.desk.current).zoomed

    @property
    def grid(self) -> GridView:
        """The grid in front."""
        grid = self.window.pages.grid(self.window.desk.current)
        assert grid is not None
        return grid

    @property
    def focused_session(self) -> str:
        """The session of the focused cell, once it has one."""
        self.wait(
            lambda: self.window.desk.focused_session is not None, lambda: "a session in focus"
        )
        session = self.window.desk.focused_session
        assert session is not None
        return session.id

    def desk_name(self, cell: Cell) -> str:
        """Return what the window calls a session."""
        return self.window.desk.state.sessions[cell.session].name

    def wait(self, condition: Callable[[], bool], what: Callable[[], str]) -> None:
        """Let the window live until a condition holds."""
        try:
            self.qtbot.waitUntil(condition, timeout=_WITHIN_MS)
        except NeverHappened as error:
            pytest.fail(f"waited for {what()} ({error})")

    def ask[R](self, request: Request[R]) -> R:
        """Execute a use case as another program would, while the window lives on."""
        future = self.client.thread.submit(self.client.use_cases.execute(request))
        with contextlib.suppress(TimeoutError), self.watch.aside():
            return future.result(_ALMOST_AT_ONCE_S)
        self.wait(future.done, lambda: f"an answer to {request}")
        return future.result(0)

    def invoke(self, action: str) -> None:
        """Do an action, which must be possible."""
        assert self.window.registry.is_enabled(action), action
        self.window.invoke(action)

    def press(self, key: Qt.Key, held: Qt.KeyboardModifier) -> None:
        """Press a key wherever the keyboard is, as the window system would."""
        QTest.keyClick(self.window.windowHandle(), key, held)

    def split(self, action: str = "cell.split_right") -> Cell:
        """Split the focused cell and return the new one once it shows its program."""
        before = self.focused_session
        self.invoke(action)
        self.wait(
            lambda: self.focused_session != before, lambda: "the new cell to have its session"
        )
        return self.cell_of(self.focused_session)

    def cell_of(self, session: str) -> Cell:
        """Return the cell that shows a session, once it is painted."""

        def shown() -> bool:
            part = self.grid.terminal(session)
            return part is not None and cast("TerminalView", part.widget).frame is not None

        self.wait(shown, lambda: "the session to be painted")
        part = self.grid.terminal(session)
        assert part is not None
        return Cell(self, cast("TerminalView", part.widget), session)

    def drag_divider(self, pixels: int, *, steps: int = 12, at: int = 0) -> None:
        """Drag a visible divider with the mouse, in steps, and let go."""
        grips = [grip for grip in self.grid.findChildren(DividerGrip) if grip.isVisible()]
        grip = grips[at]
        divider = grip.divider
        assert divider is not None
        across = divider.direction.value == "row"
        start = grip.rect().center()
        origin = grip.mapToGlobal(start)
        QTest.mousePress(grip, Qt.MouseButton.LeftButton, _NONE, start)
        for step in range(1, steps + 1):
            way = pixels * step // steps
            aim = origin + (QPoint(way, 0) if across else QPoint(0, way))
            QTest.mouseMove(grip, grip.mapFromGlobal(aim))
        aim = origin + (QPoint(pixels, 0) if across else QPoint(0, pixels))
        QTest.mouseRelease(grip, Qt.MouseButton.LeftButton, _NONE, grip.mapFromGlobal(aim))


@contextlib.contextmanager
def real_window_on(qtbot: QtBot, project: Path) -> Iterator[RealWindow]:
    """A shown window with one open project; everything ends with the block."""
    places = find_places()
    stand = RealWindow(qtbot, places, project)
    try:
        stand.open()
        yield stand
    finally:
        try:
            stand.close()
        finally:
            stop_engine(places)
