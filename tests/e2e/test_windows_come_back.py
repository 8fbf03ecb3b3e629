"""Three windows, seven tabs and twenty cells come back after kills and damage, or are named."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import psutil
import pytest
from pytestqt.qtbot import QtBot

from idea.application.layouts.apply_preset import ApplyPresetRequest
from idea.application.layouts.show_layout import ShowLayoutRequest
from idea.application.projects.close_project import CloseProjectRequest
from idea.application.projects.open_project import OpenProjectRequest
from idea.application.terminals.list_sessions import ListSessionsRequest
from idea.application.terminals.open_terminal import OpenTerminalRequest
from idea.application.workspace.get_workspace import GetWorkspaceRequest
from idea.application.workspace.open_window import OpenWindowRequest
from idea.application.workspace.save_window import SaveWindowRequest
from idea.application.workspace.use_window import UseWindowRequest
from idea.application.workspace.views import WorkspaceView
from idea.domain.terminal import UNSEEN_SIZE
from idea.infrastructure.engine_client.client import EngineClient
from idea.infrastructure.engine_client.starter import EngineStarter
from idea.infrastructure.places import Places
from idea.infrastructure.stores.atomic import backup_of
from support.engine_window import WITHIN_S, Window, wait_gone
from support.real_windows import RealWindows, real_windows
from support.window_nursery import WindowNursery

pytestmark = [pytest.mark.slow, pytest.mark.posix, pytest.mark.timeout(300)]

TABS = (("one", "two", "three"), ("four", "five"), ("six", "seven"))
GRIDS = {"one": "grid-2x2", "two": "columns-3", "three": "columns-3", "four": "grid-2x2"}
"""The others have columns of two."""
SIZES = ((1300, 800), (1100, 700), (900, 640))


@dataclass
class House:
    """What was set up, by the names of the projects."""

    window: Window
    projects: dict[str, str] = field(default_factory=dict)
    sessions: dict[str, dict[str, str]] = field(default_factory=dict)
    """By project: the mark each session printed."""
    windows: list[str] = field(default_factory=list)

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
        for window, names, size in zip(self.windows, TABS, SIZES, strict=True):
            front = self.projects[names[1]]
            cell = self._first_cell(front)
            ask(
                SaveWindowRequest(
                    window=window,
                    x=40 + 30 * len(names),
                    y=50,
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


@pytest.fixture
def house(window: Window, tmp_path: Path) -> Iterator[House]:
    client = window.client
    window.ask(CloseProjectRequest(project=str(window.project)))
    found = House(window)
    found.build(tmp_path)
    yield found
    if window.client is not client:
        window.client.stop()


@pytest.fixture
def nursery() -> Iterator[WindowNursery]:
    one = WindowNursery()
    yield one
    one.close()


def test_all_windows_come_back_after_the_process_was_killed(
    qtbot: QtBot, house: House, nursery: WindowNursery, tmp_path: Path
) -> None:
    with nursery.window(tmp_path / "five"):
        house.wait_until_shown()
    assert [len(window.projects) for window in house.workspace.windows] == [3, 2, 2]
    with real_windows(qtbot, house.window.places) as stand:
        house.check(stand)
        stand.shown[2].life.close()
        words = "The window with six, seven is closed; 4 sessions go on."
        stand.wait(
            lambda: words in [window.banner.sentence for window in stand.shown],
            "what became of the window",
        )
        assert len(stand.shown) == 2
        assert house.running == 20


def kill_engine(places: Places) -> None:
    """End the engine without a word; what it wrote stays as it is."""
    address = EngineStarter(places).running()
    assert address is not None
    psutil.Process(address.pid).kill()
    wait_gone(address.pid)


def damaged_house(house: House, damage: Callable[[bytes], bytes]) -> Path:
    """Kill engine and windows, and damage the workspace that they leave behind."""
    path = house.window.places.workspace_file
    wanted = json.dumps(house.windows[1])
    deadline = time.monotonic() + WITHIN_S
    while f'"lastUsed": {wanted}' not in path.read_text() and time.monotonic() < deadline:
        threading.Event().wait(0.05)
    house.window.client.stop()
    kill_engine(house.window.places)
    path.write_bytes(damage(path.read_bytes()))
    backup_of(path).unlink(missing_ok=True)
    house.window.client = EngineClient(
        EngineStarter(house.window.places, start_within_s=WITHIN_S), client="test"
    )
    return path


def test_all_windows_come_back_from_a_file_with_unknown_fields(qtbot: QtBot, house: House) -> None:
    def add(raw: bytes) -> bytes:
        document = json.loads(raw)
        document["mood"] = "calm"
        document["windows"][0]["color"] = {"of": "tea"}
        return json.dumps(document).encode()

    path = damaged_house(house, add)
    with real_windows(qtbot, house.window.places) as stand:
        house.window.client.start()
        house.check(stand)
    assert not list(path.parent.glob("workspace.json.corrupt-*"))


def test_what_a_cut_file_still_holds_comes_back_and_the_rest_is_named(
    qtbot: QtBot, house: House
) -> None:
    def cut(raw: bytes) -> bytes:
        return raw[: raw.index(house.projects["seven"].encode())]

    damaged_house(house, cut)
    with real_windows(qtbot, house.window.places) as stand:
        house.window.client.start()
        house.check(stand, lost=frozenset({"seven"}))
        warnings = [sentence for window in stand.shown for sentence in window.desk.state.warnings]
    assert any("tab 2 of window 3" in sentence for sentence in warnings)
