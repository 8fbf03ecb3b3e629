"""Three windows with seven tabs and twenty cells, and what must be true when they are back."""

import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from idea.application.layouts.apply_preset import ApplyPresetRequest
from idea.application.layouts.show_layout import ShowLayoutRequest
from idea.application.projects.open_project import OpenProjectRequest
from idea.application.terminals.list_sessions import ListSessionsRequest
from idea.application.terminals.open_terminal import OpenTerminalRequest
from idea.application.workspace.get_workspace import GetWorkspaceRequest
from idea.application.workspace.open_window import OpenWindowRequest
from idea.application.workspace.save_window import SaveWindowRequest
from idea.application.workspace.use_window import UseWindowRequest
from idea.application.workspace.views import WorkspaceView
from idea.domain.terminal import UNSEEN_SIZE
from support.engine_window import WITHIN_S, Window
from support.real_windows import RealWindows

TABS = (("one", "two", "three"), ("four", "five"), ("six", "seven"))
GRIDS = {"one": "grid-2x2", "two": "columns-3", "three": "columns-3", "four": "grid-2x2"}
"""The others have columns of two."""
SIZES = ((1300, 800), (1100, 700), (900, 640))
CORNERS = ((130, 50), (100, 50), (100, 50))
"""Where the windows are, unless a test puts them elsewhere."""


@dataclass
class House:
    """What was set up, by the names of the projects."""

    window: Window
    projects: dict[str, str] = field(default_factory=dict)
    sessions: dict[str, dict[str, str]] = field(default_factory=dict)
    """By project: the mark each session printed."""
    windows: list[str] = field(default_factory=list)
    corners: tuple[tuple[int, int], ...] = CORNERS
    screens: tuple[str, ...] = ("", "", "")
    """The names of the screens the windows are on; empty for whatever there is."""

    def build(self, folder: Path) -> None:
        """Open everything, as a person would have over a day."""
        ask = self.window.ask
        for number, names in enumerate(TABS):
            if number:
                ask(OpenWindowRequest())
            for name in names:
                root = folder / name
                root.mkdir(exist_ok=True)
                view = ask(OpenProjectRequest(path=str(root)))
                self.projects[name] = view.id
                self._fill(name, view.id)
        self.windows = [each.id for each in self.workspace.windows]
        places = zip(self.windows, TABS, SIZES, self.corners, self.screens, strict=True)
        for window, names, size, corner, screen in places:
            front = self.projects[names[1]]
            cell = self._first_cell(front)
            ask(
                SaveWindowRequest(
                    window=window,
                    x=corner[0],
                    y=corner[1],
                    screen=screen,
                    width=size[0],
                    height=size[1],
                    active=front,
                    focused={front: cell},
                    zoomed={front: (cell,)} if window == self.windows[2] else {},
                )
            )
        ask(UseWindowRequest(window=self.windows[1]))

    def _fill(self, name: str, project: str) -> None:
        layout = self.window.ask(
            ApplyPresetRequest(project=project, preset=GRIDS.get(name, "columns-2"))
        )
        count = {"grid-2x2": 4, "columns-3": 3}.get(GRIDS.get(name, ""), 2)
        self.sessions[name] = {}
        for place in range(count):
            mark = f"{name}-{place}-is-here"
            address = f"{'AB'[place % 2]}{1 + place // 2}" if count == 4 else f"{'ABC'[place]}1"
            session = self.window.ask(
                OpenTerminalRequest(
                    project=project,
                    cell=address,
                    command=("sh", "-c", f"echo {mark}; exec sleep 999"),
                )
            )
            self.sessions[name][session.id] = mark
        assert layout.project == project

    def _first_cell(self, project: str) -> str:
        layout = self.window.ask(ShowLayoutRequest(project=project))
        return next(iter(layout.sessions))

    @property
    def workspace(self) -> WorkspaceView:
        """The windows as the engine has them now."""
        return self.window.ask(GetWorkspaceRequest())

    @property
    def running(self) -> int:
        """How many of the sessions are alive."""
        known = {one for each in self.sessions.values() for one in each}
        return sum(
            one.id in known and one.status == "running"
            for one in self.window.ask(ListSessionsRequest())
        )

    def check(self, stand: RealWindows, lost: frozenset[str] = frozenset()) -> None:
        """Everything is where it was, but for the tabs that are named as lost."""
        tabs = [tuple(name for name in names if name not in lost) for names in TABS]
        stand.wait(lambda: len(stand.shown) == len(TABS), "three windows")
        names = {project: name for name, project in self.projects.items()}
        stand.wait(
            lambda: (
                [tuple(names[tab] for tab in window.desk.state.tab_ids) for window in stand.shown]
                == tabs
            ),
            "the tabs of each window",
        )
        for window, (one, two, *_), size in zip(stand.shown, TABS, SIZES, strict=True):
            front = two if two not in lost else one
            # A window that waited too long for its place is shown before it is restored.
            stand.wait(
                lambda w=window, f=front: names[w.desk.current] == f,  # type: ignore[misc]
                f"{front} to be in front",
            )
            stand.wait(lambda w=window, s=size: (w.width(), w.height()) == s, "the size")  # type: ignore[misc]
            zoomed = window.desk.selection(window.desk.current).zoomed
            focused = window.desk.focused_cell
            assert bool(zoomed) == (window is stand.shown[2] and front == two)
            session = window.desk.state.layouts[window.desk.current].sessions[focused]
            mark = self.sessions[front][session]
            stand.wait(
                lambda w=window, s=session, m=mark: m in stand.text(w, s),  # type: ignore[misc]
                f"the screen of {mark}",
            )
        assert self.running == sum(map(len, self.sessions.values())) == 20

    def wait_until_shown(self) -> None:
        """Wait until some other process shows the cells in front, so that they have their sizes."""
        fronts = {one for names in TABS for one in self.sessions[names[1]]}
        deadline = time.monotonic() + WITHIN_S
        while time.monotonic() < deadline:
            sessions = self.window.ask(ListSessionsRequest())
            if any(one.id in fronts and one.columns != UNSEEN_SIZE.columns for one in sessions):
                return
            threading.Event().wait(0.05)
        pytest.fail("no window showed anything")
