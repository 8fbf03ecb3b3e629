"""Windows as they were, and the order of their tabs."""

import asyncio

import pytest

from fakes.event_bus import FakeEventBus
from fakes.id_factory import FakeIdFactory
from fakes.stored_value import FakeStoredValue
from idea.application.use_case import Person
from idea.application.workspace.current_workspace import CurrentWorkspace
from idea.application.workspace.get_workspace import GetWorkspace, GetWorkspaceRequest
from idea.application.workspace.save_window import SaveWindow, SaveWindowRequest
from idea.application.workspace.views import WindowView, WorkspaceView
from idea.domain.errors import InvalidError
from idea.domain.ids import ProjectId
from idea.domain.workspace import WindowGeometry, Workspace

ME = Person()
FIRST = "00000001-0000-4000-8000-000000000000"


class House:
    """The workspace and what it stands on."""

    def __init__(self) -> None:
        self.store = FakeStoredValue(Workspace(), ("workspace.json was damaged.",))
        self.known = {ProjectId(f"p{number}") for number in range(1, 5)}
        self.ids = FakeIdFactory()
        self.bus = FakeEventBus()
        self.start()

    def start(self) -> None:
        self.workspace = CurrentWorkspace(self.store, self.ids, self.bus)
        self.notices = asyncio.run(self.workspace.load())

    def open(self, *projects: str) -> None:
        for project in projects:
            self.workspace.open(ProjectId(project))

    def get(self) -> WorkspaceView:
        use_case = GetWorkspace(self.workspace, lambda: frozenset(self.known))
        return asyncio.run(use_case.execute(GetWorkspaceRequest(), ME))

    def save(self, request: SaveWindowRequest) -> WorkspaceView:
        use_case = SaveWindow(self.workspace, lambda: frozenset(self.known))
        return asyncio.run(use_case.execute(request, ME))

    def tabs(self) -> list[tuple[tuple[str, ...], str | None]]:
        return [(window.projects, window.active) for window in self.get().windows]


@pytest.fixture
def house() -> House:
    return House()


def test_the_first_project_makes_the_first_window(house: House) -> None:
    assert house.get() == WorkspaceView(windows=())
    house.open("p1", "p2", "p1")

    assert house.get() == WorkspaceView(
        windows=(WindowView(id=FIRST, geometry=None, projects=("p1", "p2"), active="p1"),),
        last_used=FIRST,
    )
    assert house.notices == ("workspace.json was damaged.",)


def test_a_windows_place_order_and_front_are_kept_over_a_restart(house: House) -> None:
    house.open("p1", "p2", "p3")
    saved = house.save(
        SaveWindowRequest(
            window=FIRST,
            x=-20,
            y=5,
            width=800,
            height=600,
            maximised=True,
            screen="DP-1",
            projects=("p3", "p9", "p1"),
            active="p1",
        )
    )
    house.start()

    place = WindowGeometry(x=-20, y=5, width=800, height=600, maximised=True, screen="DP-1")
    assert saved == house.get()
    assert saved.windows == (
        WindowView(id=FIRST, geometry=place, projects=("p3", "p1", "p2"), active="p1"),
    )


def test_saving_without_a_size_or_a_front_leaves_them(house: House) -> None:
    house.save(SaveWindowRequest(x=1, y=2, width=30, height=40))
    house.open("p1", "p2")
    saved = house.save(SaveWindowRequest(projects=("p2", "p1"), active="p4"))

    assert saved.windows[0].geometry == WindowGeometry(x=1, y=2, width=30, height=40)
    assert house.tabs() == [(("p2", "p1"), "p2")]


def test_saving_a_window_that_was_closed_meanwhile_does_not_bring_it_back(house: House) -> None:
    house.open("p1")
    house.save(SaveWindowRequest(window="gone", width=900, height=700))

    assert house.tabs() == [(("p1",), "p1")]


def test_an_impossible_place_is_refused_and_nothing_changes(house: House) -> None:
    house.open("p1")
    saved = len(house.store.saved)
    with pytest.raises(InvalidError, match="not possible"):
        house.save(SaveWindowRequest(width=-5, height=5))

    assert len(house.store.saved) == saved


def test_closing_a_tab_is_kept_and_closing_none_is_not(house: House) -> None:
    house.open("p1", "p2")
    saved = len(house.store.saved)
    house.workspace.close(ProjectId("p1"))
    house.workspace.close(ProjectId("p1"))

    assert house.tabs() == [(("p2",), "p2")]
    assert len(house.store.saved) == saved + 1


def test_a_tab_of_an_unknown_project_is_kept_but_not_shown(house: House) -> None:
    house.open("p1", "p2")
    house.known.discard(ProjectId("p2"))
    assert house.tabs() == [(("p1",), "p1")]

    house.known.discard(ProjectId("p1"))
    assert house.tabs() == [((), None)]

    house.known.add(ProjectId("p2"))
    assert house.tabs() == [(("p2",), "p2")]


def test_the_sizes_of_text_are_kept_until_others_are_told(house: House) -> None:
    house.open("p1")
    house.save(SaveWindowRequest(text_percents={"b": 125, "a": 90}))
    house.save(SaveWindowRequest(width=900, height=700))
    house.start()
    assert house.get().windows[0].text_percents == {"a": 90, "b": 125}
    house.save(SaveWindowRequest(text_percents={}))
    assert house.get().windows[0].text_percents == {}


def test_the_cell_with_the_keyboard_is_kept_for_each_project(house: House) -> None:
    house.open("p1", "p2")
    house.save(SaveWindowRequest(focused={"p1": "b"}))
    house.save(SaveWindowRequest(width=900, height=700))
    house.start()

    assert house.get().windows[0].focused == {"p1": "b"}


def test_an_impossible_size_of_text_is_not_kept(house: House) -> None:
    house.open("p1")
    with pytest.raises(InvalidError):
        house.save(SaveWindowRequest(text_percents={"a": 1000}))
    assert house.get().windows[0].text_percents == {}
