"""Cells in windows of their own: popped out, followed, and brought back."""

import asyncio

import pytest

from fakes.id_factory import FakeIdFactory
from fakes.stored_value import FakeStoredValue
from idea.application.layouts.attach_session import AttachSession, AttachSessionRequest
from idea.application.layouts.close_cell import CloseCell, CloseCellRequest
from idea.application.layouts.detach_session import DetachSession, DetachSessionRequest
from idea.application.layouts.swap_cells import SwapCells, SwapCellsRequest
from idea.application.use_case import Person
from idea.application.workspace.bring_cell_back import BringCellBack, BringCellBackRequest
from idea.application.workspace.current_workspace import CurrentWorkspace, workspace_view
from idea.application.workspace.pop_out_cell import PopOutCell, PopOutCellRequest
from idea.application.workspace.popped_out_cells import PoppedOutCells
from idea.application.workspace.save_popped_out_cell import (
    SavePoppedOutCell,
    SavePoppedOutCellRequest,
)
from idea.application.workspace.views import PoppedOutView
from idea.domain.errors import ConflictError, NotFoundError
from idea.domain.events import WorkspaceChanged
from idea.domain.ids import SessionId
from idea.domain.workspace import WindowGeometry, Workspace
from support.grid_service import OTHER, PROJECT, GridService

ME = Person()


class House:
    """A project in a window, whose cells `a`, `b` and `c` show the sessions `s1` and `s2`."""

    def __init__(self) -> None:
        self.grid = GridService("a | b | c", a="s1", b="s2")
        self.store = FakeStoredValue(Workspace())
        self.workspace = CurrentWorkspace(self.store, FakeIdFactory(), self.grid.events)
        self.workspace.open(PROJECT.id)
        PoppedOutCells(self.workspace, self.grid.sessions, self.grid.events)
        asyncio.run(self.grid.layouts.show(PROJECT.name))

    def pop_out(self, cell: str, project: str = PROJECT.name, **place: int) -> None:
        request = PopOutCellRequest(project=project, cell=cell, **place)
        asyncio.run(PopOutCell(self.workspace, self.grid.layouts).execute(request, ME))

    def bring_back(self, cell: str) -> None:
        asyncio.run(BringCellBack(self.workspace).execute(BringCellBackRequest(cell=cell), ME))

    def attach(self, session: str, cell: str) -> None:
        request = AttachSessionRequest(project=PROJECT.name, session=session, cell=cell)
        use_case = AttachSession(self.grid.layouts, self.grid.sessions)
        asyncio.run(use_case.execute(request, ME))

    def detach(self, cell: str) -> None:
        request = DetachSessionRequest(project=PROJECT.name, cell=cell)
        asyncio.run(DetachSession(self.grid.layouts).execute(request, ME))

    @property
    def out(self) -> dict[str, str]:
        """The popped-out cells with their sessions, as they are kept."""
        return {one.cell.value: one.session.value for one in self.store.kept.popped_out}

    @property
    def shown(self) -> tuple[PoppedOutView, ...]:
        return workspace_view(self.workspace.value, frozenset({PROJECT.id})).popped_out


@pytest.fixture
def house() -> House:
    return House()


def test_a_cell_pops_out_at_a_place_once_and_comes_back(house: House) -> None:
    told = len(house.grid.events.of(WorkspaceChanged))
    house.pop_out("B1", x=5, y=6, width=700, height=500)
    place = WindowGeometry(x=5, y=6, width=700, height=500)
    assert house.shown == (PoppedOutView(project=PROJECT.id.value, cell="b", geometry=place),)
    house.pop_out("b", x=1, y=1, width=300, height=300)
    assert house.shown[0].geometry == place
    assert len(house.grid.events.of(WorkspaceChanged)) == told + 1
    house.bring_back("b")

    assert house.shown == ()
    assert len(house.grid.events.of(WorkspaceChanged)) == told + 2
    assert asyncio.run(house.grid.layouts.show(PROJECT.name)).sessions == {"a": "s1", "b": "s2"}
    with pytest.raises(ConflictError, match="in its grid already"):
        house.bring_back("b")


def test_what_shows_nothing_or_is_not_open_does_not_pop_out(house: House) -> None:
    with pytest.raises(ConflictError, match="shows no session"):
        house.pop_out("c")
    with pytest.raises(NotFoundError):
        house.pop_out("Z9")
    with pytest.raises(NotFoundError, match="not open"):
        house.pop_out("A1", project=OTHER.name)
    assert house.out == {}


def test_where_its_window_is_is_kept_and_nobody_is_told(house: House) -> None:
    house.pop_out("a")
    told = len(house.grid.events.of(WorkspaceChanged))
    save = SavePoppedOutCell(house.workspace)
    for cell in ("a", "c"):
        request = SavePoppedOutCellRequest(cell=cell, x=9, y=8, width=640, height=480)
        asyncio.run(save.execute(request, ME))

    assert [one.geometry for one in house.store.kept.popped_out] == [
        WindowGeometry(x=9, y=8, width=640, height=480)
    ]
    assert len(house.grid.events.of(WorkspaceChanged)) == told


def test_a_cell_that_moves_in_its_grid_stays_out(house: House) -> None:
    house.pop_out("a")
    request = SwapCellsRequest(project=PROJECT.name, cell="a", with_cell="c")
    asyncio.run(SwapCells(house.grid.layouts).execute(request, ME))
    assert house.out == {"a": "s1"}


def test_a_closed_cell_is_out_no_more_and_its_session_goes_to_the_background(house: House) -> None:
    house.pop_out("a")
    house.pop_out("b")
    request = CloseCellRequest(project=PROJECT.name, cell="a")
    view = asyncio.run(CloseCell(house.grid.layouts).execute(request, ME))

    assert house.out == {"b": "s2"}
    assert "1 session went to the background" in view.notice
    undone = asyncio.run(house.grid.layouts.undo(PROJECT.name))
    assert undone.sessions == {"a": "s1", "b": "s2"}
    assert house.out == {"b": "s2"}, "The cell is in its grid again."


def test_a_session_that_leaves_its_cell_ends_its_window(house: House) -> None:
    house.pop_out("a")
    house.detach("a")
    assert house.out == {}
    house.pop_out("b")
    house.attach("s2", "c")
    assert house.out == {}


def test_an_ended_session_may_leave_and_be_followed_by_another_one(house: House) -> None:
    house.grid.sessions.add("s3")
    house.pop_out("a")
    house.grid.sessions.ended.add(SessionId("s1"))
    house.detach("a")
    assert house.out == {"a": "s1"}, "It is about to be started again."
    house.attach("s3", "a")
    assert house.out == {"a": "s3"}


def test_an_ended_session_that_is_shown_in_another_cell_ends_its_window(house: House) -> None:
    house.pop_out("a")
    house.grid.sessions.ended.add(SessionId("s1"))
    house.attach("s1", "c")
    assert house.out == {}


def test_the_cells_of_a_closed_tab_and_of_a_closed_window_come_back(house: House) -> None:
    house.pop_out("a")
    house.workspace.close(PROJECT.id)
    assert house.out == {}
    house.workspace.open(PROJECT.id)
    house.pop_out("a")
    first = house.workspace.value.windows[0].id
    house.workspace.open_window(None)
    house.workspace.close_window(first, [PROJECT.id])
    assert house.out == {}
