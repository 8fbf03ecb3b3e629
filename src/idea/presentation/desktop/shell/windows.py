"""All windows of the process: made and ended as the workspace has them.

The engine owns the workspace. Whatever changes it, here or on a command line, every window hears
of, and the first one who does lets this module follow.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import override

from PySide6.QtCore import QObject, QPoint, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget

from idea.application.projects.open_project import OpenProjectRequest
from idea.application.use_case import UseCases
from idea.application.views import ProjectView
from idea.application.workspace.open_window import OpenWindowRequest
from idea.application.workspace.save_window import SaveWindowRequest
from idea.application.workspace.use_window import UseWindowRequest
from idea.application.workspace.views import WorkspaceView
from idea.presentation.desktop.shell.main_window import MainWindow
from idea.presentation.desktop.shell.other_windows import OtherWindows, PlaceForCells
from idea.presentation.desktop.shell.tray_place import TrayPlace
from idea.presentation.desktop.viewmodels.leaving_words import closed_words
from idea.presentation.desktop.viewmodels.tray import wants_tray

_SAVED_WITHIN_MS = 1_000
"""How long windows that start again wait for their places to be saved."""
_UNPLACED = (
    "This desktop (Wayland) lets no program place its windows: they are back with their sizes "
    "and tabs, wherever the desktop puts them."
)


class Windows(QObject):
    """Main thread only. `make` returns a window that nobody shows yet."""

    left = Signal()
    """Every window is closed and nothing is left to do for them."""
    again = Signal()
    """The windows are to end and come back, to look as the person wants them to."""
    focus_moved = Signal(str, str)
    """Carries the project and the cell that have the keyboard."""

    def __init__(self, make: Callable[[], MainWindow]) -> None:
        super().__init__()
        self._make = make
        self._shown: list[MainWindow] = []
        self._used: MainWindow | None = None
        self._workspace: WorkspaceView | None = None
        self._is_ending = False
        self._tray: TrayPlace | None = None
        self._is_settled = False
        """Whether the windows of the beginning are all there; later ones are new to the person."""
        self.first = self._add()
        """The window that is there before anything is known."""

    @property
    def shown(self) -> Sequence[MainWindow]:
        """Every window, in the order they were made here."""
        return tuple(self._shown)

    @property
    def used(self) -> MainWindow:
        """The window that was used last."""
        return self._shown[0] if self._used is None else self._used

    def start(self) -> None:
        """Show the first window; the others follow once the engine tells of them."""
        self.first.start()

    def stop(self) -> None:
        """Let go of the engine; no window is used afterwards."""
        self._is_ending = True
        if self._tray is not None:
            self._tray.close()
        for window in self._shown:
            window.stop()

    def wake(self) -> None:
        """Tell ages anew, ask whether the engine is there, and paint what the sleep left."""
        for window in self._shown:
            window.engine.look_again()
            window.refresh()
            for part in (window, *window.findChildren(QWidget)):
                part.update()

    def save_places(self, then: Callable[[], object]) -> None:
        """Keep where every window is, and call `then` once, within a second."""
        places = [each.life.place_now() for each in self._shown]
        waiting = [then]

        def go_on() -> None:
            if waiting:
                waiting.pop()()

        async def save_all(use_cases: UseCases) -> None:
            for place in places:
                await use_cases.execute(place)

        self._shown[0].runner.flow(save_all, lambda _: go_on(), go_on)
        QTimer.singleShot(_SAVED_WITHIN_MS, self, go_on)

    def follow(self, workspace: WorkspaceView) -> None:
        """Show the windows that the workspace has, and no others."""
        if self._is_ending or workspace.windows == ():
            return
        before, self._workspace = self._workspace, workspace
        ids = [each.id for each in workspace.windows]
        missing = [each for each in ids if each not in self._ids()]
        if workspace.last_used in missing:
            missing.remove(workspace.last_used)
            missing.insert(0, workspace.last_used)
        # One that the workspace does not know, or not any more, stands for one it does know:
        # the first one at the start, all of them after an engine that forgot its windows.
        for window in [each for each in self._shown if each.desk.state.window not in ids]:
            if missing:
                window.desk.belong_to(missing.pop(0))
            else:
                self._end(window)
        if before is not None and workspace.last_used != before.last_used:
            self._on_used_elsewhere(workspace.last_used)
        if missing:
            # One a turn of the loop, so that those that are there stay alive meanwhile.
            QTimer.singleShot(0, self, partial(self._show_one, missing[0]))
        elif not self._is_settled:
            self._is_settled = True
            if len(ids) > 1 and QGuiApplication.platformName().startswith("wayland"):
                self.used.notices.tell(_UNPLACED)

    def _on_used_elsewhere(self, window_id: str) -> None:
        """Bring a window forward that something was put into, unless the person is there."""
        for window in self._shown:
            if window.desk.state.window == window_id and window is not self._used:
                window.life.come_forward()

    def _ids(self) -> list[str]:
        return [each.desk.state.window for each in self._shown]

    def _show_one(self, window_id: str) -> None:
        known = [] if self._workspace is None else [each.id for each in self._workspace.windows]
        if self._is_ending or window_id not in known or window_id in self._ids():
            return
        window = self._add()
        window.desk.belong_to(window_id)
        window.place.is_new = self._is_settled
        window.start()
        if self._workspace is not None:
            self.follow(self._workspace)

    def _add(self) -> MainWindow:
        window = self._make()
        self._shown.append(window)
        window.life.others = _Others(self, window)
        window.life.workspace_told.connect(self.follow)
        window.attended.connect(partial(self._on_attended, window))
        window.keyboard.moved.connect(partial(self._on_focus_moved, window))
        window.left.connect(self._on_left)
        window.life.hides = lambda: self._tray is not None and self._tray.takes_last_window()
        window.engine.state_told.connect(partial(self._follow_tray, window))
        window.life.again.connect(self._on_again)
        window.life.shown_first.connect(partial(self._on_shown, window))
        return window

    def _end(self, window: MainWindow) -> None:
        if len(self._shown) == 1:
            return
        self._shown.remove(window)
        closed = self._closed_with(window)
        window.hide()
        window.stop()
        window.deleteLater()
        if self._used is window:
            self._used = None
        if closed:
            notices, words = self.used.notices, closed_words(self.used.desk.state, closed)
            roots = [project.root for project in closed]
            notices.offer(words, "Open again", partial(self._open_again, roots))

    def _closed_with(self, window: MainWindow) -> Sequence[ProjectView]:
        """Return the projects in the tabs of a window that went without them being moved."""
        known = () if self._workspace is None else self._workspace.windows
        elsewhere = {project for each in known for project in each.projects}
        return [tab for tab in window.desk.state.tabs if tab.id not in elsewhere]

    def _open_again(self, roots: Sequence[str]) -> None:
        async def work(use_cases: UseCases) -> None:
            await use_cases.execute(OpenWindowRequest(like=self.used.desk.state.window))
            for root in roots:
                await use_cases.execute(OpenProjectRequest(path=root))

        self.used.runner.flow(work)

    def _on_shown(self, window: MainWindow) -> None:
        """Give the keyboard to the window that was used last, whatever was shown behind it."""
        last = "" if self._workspace is None else self._workspace.last_used
        for each in self._shown:
            if each.desk.state.window == last and (each is window or each.isVisible()):
                each.life.come_forward()

    def _on_attended(self, window: MainWindow) -> None:
        if window is self._used:
            return
        self._used = window
        if window.desk.state.window and window.desk.state.connected:
            window.runner.ask_quietly(UseWindowRequest(window=window.desk.state.window))
        self.focus_moved.emit(window.desk.current, window.desk.focused_cell)

    def _on_focus_moved(self, window: MainWindow, project: str, cell: str) -> None:
        if window is self.used:
            self.focus_moved.emit(project, cell)

    def _follow_tray(self, window: MainWindow) -> None:
        """Have an icon in the tray if the person wants one."""
        if window is not self.used or not window.desk.state.connected:
            return
        wanted = wants_tray(window.desk.state)
        if wanted and self._tray is None:
            # Whoever wants none loads nothing of it.
            from idea.presentation.desktop.shell.tray import Tray  # noqa: PLC0415

            self._tray = Tray(self)
        elif wanted and self._tray is not None:
            self._tray.follow()
        elif self._tray is not None:
            self._tray.close()
            self._tray = None

    def _on_left(self) -> None:
        self._is_ending = True
        self.left.emit()

    def _on_again(self) -> None:
        if self._is_ending:
            return
        self._is_ending = True
        self.save_places(self.again.emit)


class _Others(OtherWindows):
    """The other windows of one window."""

    def __init__(self, windows: Windows, window: MainWindow) -> None:
        self._windows = windows
        self._window = window

    @property
    @override
    def speaks(self) -> bool:
        return self._windows.used is self._window

    @override
    def go_to(self, session: str, project: str) -> bool:
        for each in self._rest():
            if each.desk.has_tab(project):
                each.life.come_forward()
                each.cells.go_to(session)
                return True
        return False

    @override
    def show_next(self) -> None:
        shown = self._windows.shown
        shown[(shown.index(self._window) + 1) % len(shown)].life.come_forward()

    @override
    def point_at(self, point: QPoint | None) -> tuple[str, int] | None:
        under = None if point is None else QApplication.topLevelAt(point)
        found: tuple[str, int] | None = None
        for each in self._rest():
            at = -1
            if point is not None and each is under:
                at = each.tabs.target_at(each.tabs.mapFromGlobal(point))
            each.tabs.show_target(at)
            if at >= 0:
                found = each.desk.state.window, at
        return found

    @override
    def place_in(self, window: QWidget) -> PlaceForCells | None:
        places = [each.popped_out.carrying for each in self._rest() if each is window]
        return places[0] if places else None

    @override
    def when_saved(self, then: Callable[[], object]) -> None:
        for each in self._rest():
            then = partial(each.team.when_saved, "", then)
        then()

    @override
    def places(self) -> Sequence[SaveWindowRequest]:
        return [each.life.place_now() for each in self._rest()]

    @override
    def widgets(self) -> Sequence[QWidget]:
        return self._rest()

    def _rest(self) -> list[MainWindow]:
        return [each for each in self._windows.shown if each is not self._window]
