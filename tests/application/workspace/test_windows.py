"""Several windows: made, used, closed, and their tabs moved."""

import asyncio

import pytest

from fakes.event_bus import FakeEventBus
from fakes.id_factory import FakeIdFactory
from fakes.stored_value import FakeStoredValue
from idea.application.use_case import Person
from idea.application.workspace.current_workspace import CurrentWorkspace, workspace_view
from idea.application.workspace.move_tab import MoveTab, MoveTabRequest
from idea.application.workspace.open_window import OpenWindow, OpenWindowRequest
from idea.application.workspace.use_window import UseWindow, UseWindowRequest
from idea.application.workspace.views import WorkspaceView
from idea.domain.errors import ConflictError, NotFoundError
from idea.domain.events import WorkspaceChanged
from idea.domain.ids import ProjectId, WindowId
from idea.domain.workspace import WindowGeometry, Workspace

ME = Person()


class House:
    """The workspace and what it stands on."""

    def __init__(self) -> None:
        self.bus = FakeEventBus()
        self.store = FakeStoredValue(Workspace())
        self.workspace = CurrentWorkspace(self.store, FakeIdFactory(), self.bus)
        self.known = frozenset(ProjectId(f"p{number}") for number in range(1, 6))

    def open(self, *projects: str) -> None:
        for project in projects:
            self.workspace.open(ProjectId(project))

    def window(self, window: str = "", like: str = "") -> str:
        request = OpenWindowRequest(window=window, like=like)
        return asyncio.run(OpenWindow(self.workspace).execute(request, ME))

    def use(self, window: str) -> None:
        asyncio.run(UseWindow(self.workspace).execute(UseWindowRequest(window=window), ME))

    def move(self, request: MoveTabRequest) -> WorkspaceView:
        return asyncio.run(MoveTab(self.workspace, lambda: self.known).execute(request, ME))

    @property
    def view(self) -> WorkspaceView:
        return workspace_view(self.workspace.value, self.known)

    @property
    def ids(self) -> list[str]:
        return [window.id for window in self.view.windows]

    @property
    def tabs(self) -> list[tuple[str, ...]]:
        return [window.projects for window in self.view.windows]


@pytest.fixture
def house() -> House:
    return House()


def test_a_new_window_gets_the_next_project_until_another_one_is_used(house: House) -> None:
    house.open("p1")
    first = house.ids[0]
    second = house.window()
    assert house.view.last_used == second
    house.open("p2")
    house.use(first)
    house.use("gone")
    house.open("p3")

    assert house.tabs == [("p1", "p3"), ("p2",)]
    assert house.view.last_used == first


def test_a_known_window_is_not_made_again(house: House) -> None:
    one = house.window("mine")
    assert (one, house.window("mine")) == ("mine", "mine")
    assert house.ids == ["mine"]


def test_a_new_window_is_as_large_as_the_one_it_was_made_in(house: House) -> None:
    house.open("p1")
    first = house.ids[0]
    assert house.view.windows[0].geometry is None
    house.workspace.save_window(
        WindowId(first), WindowGeometry(x=5, y=5, width=700, height=500), (), None
    )
    house.window(like=first)

    assert house.view.windows[1].geometry == WindowGeometry(x=37, y=37, width=700, height=500)


def test_only_other_windows_and_tabs_are_told_at_once(house: House) -> None:
    house.open("p1")
    told = len(house.bus.of(WorkspaceChanged))
    house.use(house.ids[0])
    house.workspace.save_window(None, None, (), None, focused={})
    assert len(house.bus.of(WorkspaceChanged)) == told
    house.open("p2")
    assert len(house.bus.of(WorkspaceChanged)) == told + 1


def test_a_tab_moves_to_a_new_window_at_a_place_or_beside_its_own(house: House) -> None:
    house.open("p1", "p2", "p3")
    first = WindowId(house.ids[0])
    house.workspace.save_window(first, WindowGeometry(x=0, y=0, width=700, height=500), (), None)
    house.move(MoveTabRequest(project="p1"))
    moved = house.move(MoveTabRequest(project="p2", x=9, y=8, width=640, height=480))

    assert [window.projects for window in moved.windows] == [("p3",), ("p1",), ("p2",)]
    assert moved.windows[1].geometry == WindowGeometry(x=32, y=32, width=700, height=500)
    assert moved.windows[2].geometry == WindowGeometry(x=9, y=8, width=640, height=480)
    assert moved.last_used == moved.windows[2].id
    assert len(house.store.kept.windows) == 3


def test_a_tab_moves_to_another_window_and_within_its_own(house: House) -> None:
    house.open("p1", "p2")
    first = house.ids[0]
    house.window()
    house.open("p3")
    house.move(MoveTabRequest(project="p2", window=first, at=0))
    assert house.tabs == [("p2", "p1"), ("p3",)]
    house.move(MoveTabRequest(project="p3", window=first, at=1))
    assert house.tabs == [("p2", "p3", "p1")]
    house.move(MoveTabRequest(project="p2", window=first, at=-4))
    house.move(MoveTabRequest(project="p2", window=first))
    assert house.tabs == [("p3", "p1", "p2")]


def test_the_only_tab_of_a_window_makes_no_new_one(house: House) -> None:
    house.open("p1")
    with pytest.raises(ConflictError, match="only one"):
        house.move(MoveTabRequest(project="p1"))
    with pytest.raises(NotFoundError):
        house.move(MoveTabRequest(project="p9"))
    with pytest.raises(NotFoundError):
        house.move(MoveTabRequest(project="p1", window="gone"))
    assert len(house.ids) == 1


def test_a_window_goes_and_tabs_of_unknown_projects_stay(house: House) -> None:
    house.open("p1")
    first = house.ids[0]
    with pytest.raises(ConflictError, match="only window"):
        house.workspace.close_window(WindowId(first), ())
    second = house.window()
    house.open("p9")
    house.open("p2")
    told = len(house.bus.of(WorkspaceChanged))
    house.workspace.close_window(WindowId(second), [ProjectId("p2")])
    assert len(house.bus.of(WorkspaceChanged)) == told + 1

    assert house.ids == [first]
    assert house.workspace.value.projects == (ProjectId("p1"), ProjectId("p9"))
