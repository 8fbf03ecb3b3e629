"""Where sessions find a cell, and where they are."""

import asyncio

import pytest

from idea.application.layouts.cells_of_sessions import CellsOfSessions
from idea.application.layouts.drawing import draw_layout
from idea.application.layouts.facts import RegisteredSessions
from idea.application.terminals.cells import CellPlace
from idea.domain.errors import ConflictError, InvalidError, NotFoundError
from idea.domain.events import LayoutChanged
from idea.domain.ids import NodeId, SessionId
from support.grid_service import PROJECT, GridService

A, B = NodeId("a"), NodeId("b")
NEW = SessionId("new")


def _empty_cell(service: GridService, cell: str) -> NodeId | None:
    return asyncio.run(CellsOfSessions(service.layouts).empty_cell(PROJECT.id, cell))


def test_without_a_name_the_first_empty_cell_is_taken() -> None:
    assert _empty_cell(GridService("a | b | c", a="s1"), "") == B
    assert _empty_cell(GridService("a", a="s1"), " ") is None


def test_a_named_cell_must_exist_be_whole_and_be_empty() -> None:
    service = GridService("a | (b / c)", a="s1")
    assert _empty_cell(service, "B1.A1") == B
    with pytest.raises(ConflictError, match="shows a session already"):
        _empty_cell(service, "A1")
    with pytest.raises(NotFoundError):
        _empty_cell(service, "C1")
    with pytest.raises(InvalidError, match="divided"):
        _empty_cell(service, "B1")


def test_an_attached_session_is_found_until_it_is_released() -> None:
    service = GridService("a | (b / c)", a="s1")
    cells = CellsOfSessions(service.layouts)
    assert cells.place_of(PROJECT.id, NEW) is None
    asyncio.run(cells.attach(PROJECT.id, NEW, B))
    assert cells.place_of(PROJECT.id, NEW) == CellPlace(B, "B1.A1")
    asyncio.run(cells.attach(PROJECT.id, NEW, B))
    asyncio.run(cells.release(PROJECT.id, NEW))
    assert cells.place_of(PROJECT.id, NEW) is None
    assert [len(event.sessions) for event in service.events.of(LayoutChanged)] == [2, 1]


def test_a_session_is_not_attached_over_another_or_to_a_cell_that_is_gone() -> None:
    service = GridService("a | b", a="s1")
    cells = CellsOfSessions(service.layouts)
    with pytest.raises(ConflictError):
        asyncio.run(cells.attach(PROJECT.id, NEW, A))
    with pytest.raises(NotFoundError):
        asyncio.run(cells.attach(PROJECT.id, NEW, NodeId("gone")))


def test_releasing_from_a_grid_that_is_not_loaded_loads_nothing() -> None:
    service = GridService("a", a="s1")
    asyncio.run(CellsOfSessions(service.layouts).release(PROJECT.id, SessionId("s1")))
    assert service.layouts.loaded(PROJECT.id) is None


class _NoSessions:
    """A registry that knows nobody."""

    def find(self, name: str) -> SessionId:
        raise NotFoundError(f"There is no session {name!r}.")

    def record(self, session: SessionId) -> object:
        raise NotFoundError(f"There is no session {session.value!r}.")


def test_an_unknown_session_has_no_project_and_does_not_live() -> None:
    facts = RegisteredSessions(_NoSessions)  # type: ignore[arg-type, unused-ignore]
    assert (facts.project_of(NEW), facts.is_live(NEW)) == (None, False)
    with pytest.raises(NotFoundError):
        facts.find("new")


def test_a_grid_is_drawn_from_its_view() -> None:
    view = asyncio.run(GridService("a | b", a="0123456789").layouts.show("Shop"))
    names = {"0123456789": "vim"}
    assert draw_layout(view.tree, view.sessions, names, columns=35, rows=4).splitlines() == [
        "┌────────────────┬────────────────┐",
        "│ A1             │ B1             │",
        "│ 01234567 vim   │                │",
        "└────────────────┴────────────────┘",
    ]
    assert draw_layout(view.tree, view.sessions, columns=27, rows=4).splitlines() == [
        "┌────────────┬────────────┐",
        "│ A1         │ B1         │",
        "│ 01234567   │            │",
        "└────────────┴────────────┘",
    ]
