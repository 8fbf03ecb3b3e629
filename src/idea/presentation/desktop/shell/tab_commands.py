"""Carries out the actions on windows and on the tabs in them."""

from collections.abc import Callable

from PySide6.QtCore import QPoint, QSize

from idea.application.projects.open_project import OpenProjectRequest
from idea.application.use_case import UseCases
from idea.application.workspace.move_tab import MoveTabRequest
from idea.application.workspace.open_window import OpenWindowRequest
from idea.application.workspace.views import WorkspaceView
from idea.domain.errors import InvalidError
from idea.presentation.desktop.shell.runner import Runner
from idea.presentation.desktop.shell.window_life import WindowLife
from idea.presentation.desktop.viewmodels.action_registry import NamedWork, Work
from idea.presentation.desktop.viewmodels.desk import Desk

_GRIP = QPoint(60, 20)
"""Where the pointer is in a window that it was dragged out into."""


class TabCommands:
    """Commands about windows and tabs; `go_here` shows a session of a tab of this window."""

    def __init__(
        self, desk: Desk, runner: Runner, life: WindowLife, go_here: Callable[[str], object]
    ) -> None:
        self._desk = desk
        self._runner = runner
        self._life = life
        self._go_here = go_here
        self.named = NamedTabCommands(self)
        """The actions that are told which window."""

    def work(self) -> dict[str, Work]:
        """Return the code of every action here that needs no argument."""
        return {
            "window.open_new": self.open_window,
            "window.close": self._life.close,
            "window.quit": self._life.quit,
            "window.show_next": self.show_next,
            "project.move_tab_left": lambda: self.step(-1),
            "project.move_tab_right": lambda: self.step(1),
            "project.move_to_new_window": lambda: self.move_out(self._desk.current),
        }

    def go_to(self, session: str) -> None:
        """Show a session, in the window that has its tab; in a tab of this one if none has."""
        view = self._desk.state.sessions.get(session)
        if view is None or self._desk.has_tab(view.project):
            self._go_here(session)
        elif not self._life.others.go_to(session, view.project):
            project = self._desk.state.project(view.project)
            if project is not None:
                request = OpenProjectRequest(path=project.root)
                self._runner.ask(request, lambda _: self._go_here(session))

    def open_window(self) -> None:
        """Open one more window, as large as this one is now."""
        saved = self._life.place_now()

        async def work(use_cases: UseCases) -> str:
            workspace = await use_cases.execute(saved)
            like = saved.window or workspace.last_used
            return await use_cases.execute(OpenWindowRequest(like=like))

        self._runner.flow(work)

    def show_next(self) -> None:
        """Give the keyboard to the next window."""
        self._life.others.show_next()

    def step(self, step: int) -> None:
        """Move the tab in front among the tabs of its window; beyond the end it stays."""
        tabs = [tab.id for tab in self._desk.state.tabs]
        at = tabs.index(self._desk.current) + step
        if 0 <= at < len(tabs):
            self.reorder(self._desk.current, at)

    def reorder(self, project: str, at: int) -> None:
        """Move a tab within this window, so that `at` tabs are left of it."""
        self._move(MoveTabRequest(project=project, window=self._desk.state.window, at=at))

    def move_out(
        self, project: str, corner: QPoint | None = None, size: QSize | None = None
    ) -> None:
        """Give a tab a window of its own, at a place or beside this one."""
        if corner is None or size is None:
            self._move(MoveTabRequest(project=project))
            return
        self._move(
            MoveTabRequest(
                project=project,
                x=corner.x(),
                y=corner.y(),
                width=size.width(),
                height=size.height(),
            )
        )

    def move_to(self, project: str, window: str, at: int | None = None) -> None:
        """Move a tab into another window, behind its tabs or at a place among them."""
        self._move(MoveTabRequest(project=project, window=window, at=at))

    def hover(self, point: QPoint | None) -> None:
        """Show where a tab that is dragged over another window would go; None for nowhere."""
        self._life.others.point_at(point)

    def over(self, point: QPoint) -> str:
        """Say what letting the dragged tab go at a global position would do."""
        target = self._life.others.point_at(point)
        if target is not None:
            number = [each.id for each in self._desk.state.windows].index(target[0]) + 1
            return f"to window {number}"
        return "new window" if len(self._desk.state.tabs) > 1 else ""

    def drop(self, project: str, point: QPoint, size: QSize) -> None:
        """Move a tab that was let go at a global position, into a window there or a new one."""
        target = self._life.others.point_at(point)
        self._life.others.point_at(None)
        if target is not None:
            self.move_to(project, *target)
        elif len(self._desk.state.tabs) > 1:
            self.move_out(project, point - _GRIP, size)

    def move_to_numbered(self, number: str) -> None:
        """Move the tab in front into the window with a number.

        Raises:
            InvalidError: There is no such window, or the tab is in it.
        """
        windows = self._desk.state.windows
        chosen = number.strip()
        if not (chosen.isdecimal() and 1 <= int(chosen) <= len(windows)):
            raise InvalidError(f"There are windows 1 to {len(windows)}, not {chosen!r}.")
        target = windows[int(chosen) - 1].id
        if target == self._desk.state.window:
            raise InvalidError(f"The tab is in window {chosen} already.")
        self.move_to(self._desk.current, target)

    def _move(self, request: MoveTabRequest) -> None:
        saved = self._life.place_now()

        async def work(use_cases: UseCases) -> WorkspaceView:
            # What the person points at goes along, so the workspace has to know it first.
            await use_cases.execute(saved)
            return await use_cases.execute(request)

        self._runner.flow(work)


class NamedTabCommands:
    """Commands that are told which window."""

    def __init__(self, commands: TabCommands) -> None:
        self._commands = commands

    def work(self) -> dict[str, NamedWork]:
        """Return the code of every action here."""
        return {"project.move_to_window": self._commands.move_to_numbered}
