"""Every use case of the family, by request and answer."""

import asyncio
import importlib
import pkgutil
from typing import Any

import pytest

import idea.application.layouts as family
from idea.application.layouts.apply_preset import ApplyPreset, ApplyPresetRequest
from idea.application.layouts.attach_session import AttachSession, AttachSessionRequest
from idea.application.layouts.clear_broadcast import ClearBroadcast, ClearBroadcastRequest
from idea.application.layouts.close_cell import CloseCell, CloseCellRequest
from idea.application.layouts.delete_column import DeleteColumn, DeleteColumnRequest
from idea.application.layouts.delete_row import DeleteRow, DeleteRowRequest
from idea.application.layouts.detach_session import DetachSession, DetachSessionRequest
from idea.application.layouts.equalise_cells import EqualiseCells, EqualiseCellsRequest
from idea.application.layouts.insert_column import InsertColumn, InsertColumnRequest
from idea.application.layouts.insert_row import InsertRow, InsertRowRequest
from idea.application.layouts.merge_cells import MergeCells, MergeCellsRequest
from idea.application.layouts.move_cell import MoveCell, MoveCellRequest
from idea.application.layouts.move_range import MoveRange, MoveRangeRequest
from idea.application.layouts.redo_layout import RedoLayout, RedoLayoutRequest
from idea.application.layouts.reopen_cell import ReopenCell, ReopenCellRequest
from idea.application.layouts.resize_cell import ResizeCell, ResizeCellRequest
from idea.application.layouts.set_broadcast import SetBroadcast, SetBroadcastRequest
from idea.application.layouts.set_weights import SetWeights, SetWeightsRequest
from idea.application.layouts.show_layout import ShowLayout, ShowLayoutRequest
from idea.application.layouts.split_cell import SplitCell, SplitCellRequest
from idea.application.layouts.swap_cells import SwapCells, SwapCellsRequest
from idea.application.layouts.swap_range import SwapRange, SwapRangeRequest
from idea.application.layouts.transpose import Transpose, TransposeRequest
from idea.application.layouts.undo_layout import UndoLayout, UndoLayoutRequest
from idea.application.layouts.unmerge_cell import UnmergeCell, UnmergeCellRequest
from idea.application.use_case import Person, Request
from idea.application.use_case_registry import UseCaseRegistry
from idea.application.views import LayoutView
from idea.domain.errors import ConflictError, IdeaError, InvalidError, NotFoundError
from idea.domain.ids import NodeId
from idea.domain.layout.codec import decode
from idea.domain.layout.notation import write
from support.grid_service import OTHER, PROJECT, GridService

_SIMPLE = (
    ApplyPreset,
    ClearBroadcast,
    CloseCell,
    DeleteColumn,
    DeleteRow,
    DetachSession,
    EqualiseCells,
    InsertColumn,
    InsertRow,
    MergeCells,
    MoveCell,
    MoveRange,
    RedoLayout,
    ReopenCell,
    ResizeCell,
    SetBroadcast,
    SetWeights,
    ShowLayout,
    SplitCell,
    SwapCells,
    SwapRange,
    Transpose,
    UndoLayout,
    UnmergeCell,
)


def _registry(service: GridService) -> UseCaseRegistry:
    registry = UseCaseRegistry()
    for use_case in _SIMPLE:
        registry.register(use_case(service.layouts))
    registry.register(AttachSession(service.layouts, service.sessions))
    return registry


def _do(service: GridService, *requests: Request[LayoutView]) -> LayoutView:
    async def scenario() -> LayoutView:
        registry = _registry(service)
        answers = [await registry.execute(request, Person()) for request in requests]
        return answers[-1]

    return asyncio.run(scenario())


def _shape(view: LayoutView) -> str:
    """Return the shape with new cells called `new`."""
    return write(
        decode(view.tree),
        lambda cell: "new" if cell.value.startswith("0000") else cell.value,
    )


def test_every_file_with_a_request_is_a_registered_use_case() -> None:
    stems = {
        module.name
        for module in pkgutil.iter_modules(family.__path__)
        if any(
            name.endswith("Request") and name != "Request"
            for name in vars(importlib.import_module(f"{family.__name__}.{module.name}"))
        )
    }
    assert {f"layouts.{stem}" for stem in stems} == {one.name for one in _registry(GridService())}


P: dict[str, Any] = {"project": "Shop"}


@pytest.mark.parametrize(
    ("before", "request_", "after"),
    [
        ("a | b", ShowLayoutRequest(**P), "a | b"),
        ("a", SplitCellRequest(**P, cell="A1", side="right"), "a | new"),
        ("a", SplitCellRequest(**P, cell="a", side=" Up "), "new / a"),
        ("a | b", CloseCellRequest(**P, cell="B1"), "a"),
        ("a | (b / c) | d", CloseCellRequest(**P, cell="A1:B1"), "d"),
        ("[a b; c d]", CloseCellRequest(**P, cell="A1:A2"), "b / d"),
        ("[a b c; d e f]", CloseCellRequest(**P, cell="B1:C1"), "[a a a; d e f]"),
        ("a | b", CloseCellRequest(**P, cell="A1:B1"), "b"),
        ("a | b", DetachSessionRequest(**P, cell="B1"), "a | b"),
        ("[a b; c d]", MergeCellsRequest(**P, cells="A1:B1"), "[b b; c d]"),
        ("[a a; c d]", UnmergeCellRequest(**P, cell="B1"), "[a new; c d]"),
        ("[a a; c c]", UnmergeCellRequest(**P, cell="A1:B2"), "[a new; c new]"),
        ("[a b c; d e f]", MoveRangeRequest(**P, cells="A1:B1", side="right"), "[c a b; d e f]"),
        ("a | b | c", SwapRangeRequest(**P, cells="A1:B1", side="Right"), "c | a | b"),
        ("a*2 | b*4", EqualiseCellsRequest(**P), "a | b"),
        ("a*2 | b*4", EqualiseCellsRequest(**P, cells="A1:B1"), "a*3 | b*3"),
        ("a | b", InsertColumnRequest(**P, cell="A1"), "a | new | b"),
        ("a | b", InsertColumnRequest(**P, cell="A1", after=False), "new | a | b"),
        ("a / b", InsertRowRequest(**P, cell="A2", after=False), "a / new / b"),
        ("a | b | c", DeleteColumnRequest(**P, cell="B1"), "a | c"),
        ("[a b; c d]", DeleteRowRequest(**P, cell="B1"), "c | d"),
        ("a | b", ResizeCellRequest(**P, cell="A1", side="right", percent=25), "a*1.5 | b*0.5"),
        ("a | b", SetWeightsRequest(**P, node="n1", weights=(3, 1)), "a*3 | b"),
        (
            "[a b; c d]",
            SetWeightsRequest(**P, node="n1", weights=(3, 1), direction="column"),
            "[1 1 / 3 1: a b; c d]",
        ),
        ("a | b | c", MoveCellRequest(**P, cell="A1", to="C1"), "b | c | a"),
        ("a | b", MoveCellRequest(**P, cell="A1", to="B1", side="down"), "b / a"),
        ("a | (b / c)", SwapCellsRequest(**P, cell="A1", with_cell="B1"), "(b / c) | a"),
        ("a | (b / c)", TransposeRequest(**P), "a / (b | c)"),
        ("[a b; c (d / e)]", TransposeRequest(**P, cell="B2"), "[a b; c (d | e)]"),
        ("a | b", ApplyPresetRequest(**P, preset="main-left"), "b*2 | (a / new)"),
    ],
)
def test_each_does_what_its_sentence_says(
    before: str, request_: Request[LayoutView], after: str
) -> None:
    assert after == _shape(_do(GridService(before, b="s1"), request_))


def test_what_leaves_its_cell_is_reported_in_one_sentence() -> None:
    service = GridService("[a b; c d]", a="s1", b="s2", c="s3")
    merged = _do(service, MergeCellsRequest(**P, cells="A1:B2"))
    assert (merged.sessions, merged.notice) == (
        {"a": "s1"},
        "2 sessions went to the background.",
    )
    detached = _do(service, DetachSessionRequest(**P, cell="A1"))
    assert (detached.sessions, detached.notice) == ({}, "1 session went to the background.")


def test_a_session_is_attached_where_it_is_wanted_and_displaces_another() -> None:
    service = GridService("a | b", a="s1", b="s2")
    service.sessions.add("s3")
    moved = _do(service, AttachSessionRequest(**P, session="s1", cell="B1"))
    assert (moved.sessions, moved.notice) == ({"b": "s1"}, "1 session went to the background.")
    shown = _do(service, AttachSessionRequest(**P, session="s3", cell="a"))
    assert (shown.sessions, shown.notice, shown.can_undo) == ({"b": "s1", "a": "s3"}, "", False)


def test_a_session_of_another_project_is_not_attached() -> None:
    service = GridService("a")
    service.sessions.add("theirs", project=OTHER.id)
    with pytest.raises(ConflictError, match="another project"):
        _do(service, AttachSessionRequest(**P, session="theirs", cell="A1"))


def test_undo_and_redo_go_through_their_use_cases() -> None:
    service = GridService("a | b", b="s1")
    undone = _do(service, CloseCellRequest(**P, cell="B1"), UndoLayoutRequest(**P))
    assert (_shape(undone), undone.sessions) == ("a | b", {"b": "s1"})
    assert _shape(_do(service, RedoLayoutRequest(**P))) == "a"


def test_cells_are_chosen_to_be_typed_into_together_and_one_that_goes_leaves_the_set() -> None:
    service = GridService("[a b; c d] | e")
    chosen = _do(service, SetBroadcastRequest(**P, cells="A1.A1:B1, B1"))
    assert (chosen.broadcast, chosen.can_undo) == (("a", "b", "e"), False)
    assert service.events.published[-1].broadcast == {NodeId("a"), NodeId("b"), NodeId("e")}  # type: ignore[attr-defined]
    revision = _do(service, SetBroadcastRequest(**P, cells="a b e")).revision
    assert revision == chosen.revision
    assert _do(service, CloseCellRequest(**P, cell="B1")).broadcast == ("a", "b")
    assert _do(service, UndoLayoutRequest(**P)).broadcast == ("a", "b")
    assert _do(service, ClearBroadcastRequest(**P)).broadcast == ()
    assert _do(service, SetBroadcastRequest(**P, cells="A1")).broadcast == ("a", "b", "c", "d")
    with pytest.raises(InvalidError, match="Name the cells"):
        _do(service, SetBroadcastRequest(**P, cells=" , "))


def test_a_closed_cell_is_reopened_with_its_session_and_named_as_new() -> None:
    service = GridService("a | b", b="s1")
    closed = _do(service, CloseCellRequest(**P, cell="B1"))
    assert closed.can_reopen
    back = _do(service, SplitCellRequest(**P, cell="A1", side="down"), ReopenCellRequest(**P))
    assert (_shape(back), back.sessions, back.created) == ("(a | b) / new", {"b": "s1"}, ("b",))
    assert (back.undo_name, back.can_reopen) == ("reopen A1.B1", False)
    with pytest.raises(ConflictError, match="No closed cell"):
        _do(service, ReopenCellRequest(**P))


@pytest.mark.parametrize(
    ("before", "request_", "name"),
    [
        ("a", SplitCellRequest(**P, cell="a", side="right"), "split A1"),
        ("a | (b / c)", CloseCellRequest(**P, cell="b1.a2"), "close B1.A2"),
        ("[a b c; d e f]", CloseCellRequest(**P, cell="a:e"), "close A1:B2"),
        ("[a b; c d]", MergeCellsRequest(**P, cells="a:d"), "merge A1:B2"),
        ("a | (b / [c d; e f])", MergeCellsRequest(**P, cells="c:d"), "merge B1.A2.A1:B1.A2.B1"),
        ("[a a; c d]", UnmergeCellRequest(**P, cell="B1"), "unmerge A1"),
        ("a*2 | b*4", EqualiseCellsRequest(**P), "equalise all cells"),
        ("a*2 | b*4", EqualiseCellsRequest(**P, cells="A1:B1"), "equalise A1:B1"),
        ("a*2 | (b / c)", EqualiseCellsRequest(**P, cells="A1"), "equalise A1"),
        ("a*2 | b*4", EqualiseCellsRequest(**P, cells="n1"), "equalise the grid"),
        ("a | b", InsertColumnRequest(**P, cell="A1"), "insert a column right of A1"),
        ("a | b", InsertRowRequest(**P, cell="B1", after=False), "insert a row above B1"),
        ("a | b | c", DeleteColumnRequest(**P, cell="B1"), "delete the column of B1"),
        ("[a b; c d]", DeleteRowRequest(**P, cell="B1"), "delete the row of B1"),
        ("a | b", ResizeCellRequest(**P, cell="A1", side="right", percent=25), "resize A1"),
        ("a | b", SetWeightsRequest(**P, node="n1", weights=(3, 1)), "drag a divider"),
        ("a | b | c", MoveCellRequest(**P, cell="A1", to="C1"), "move A1"),
        ("a | (b / c)", SwapCellsRequest(**P, cell="A1", with_cell="c"), "swap A1 and B1.A2"),
        ("a | (b / c)", TransposeRequest(**P), "transpose"),
        ("[a b; c (d / e)]", TransposeRequest(**P, cell="B2"), "transpose B2"),
        ("a | b", ApplyPresetRequest(**P, preset="grid-2x2"), "arrange: two by two"),
    ],
)
def test_a_step_is_called_by_what_it_did_and_undo_leads_back_bit_for_bit(
    before: str, request_: Request[LayoutView], name: str
) -> None:
    service = GridService(before)
    tree = _do(service, ShowLayoutRequest(**P)).tree
    assert _do(service, request_).undo_name == name
    undone = _do(service, UndoLayoutRequest(**P))
    assert (undone.tree, undone.undo_name, undone.redo_name) == (tree, "", name)


@pytest.mark.parametrize(
    ("request_", "kind", "words"),
    [
        (SplitCellRequest(**P, cell="A1", side="inside"), InvalidError, "left, right, up or down"),
        (SplitCellRequest(**P, cell="Z9", side="left"), NotFoundError, "no cell Z9"),
        (
            SetWeightsRequest(**P, node="n1", weights=(1, 1), direction="sideways"),
            InvalidError,
            "row or column",
        ),
        (ApplyPresetRequest(**P, preset="spiral"), NotFoundError, "no preset"),
        (AttachSessionRequest(**P, session="s9", cell="A1"), NotFoundError, "no session"),
        (ShowLayoutRequest(project="Circus"), NotFoundError, "no project"),
        (CloseCellRequest(**P, cell="A1", base_revision=7), ConflictError, "meanwhile"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(
    request_: Request[LayoutView], kind: type[IdeaError], words: str
) -> None:
    service = GridService("a | b")
    with pytest.raises(kind, match=words):
        _do(service, request_)


@pytest.mark.parametrize(
    "request_",
    [
        SplitCellRequest(**P, cell="A1", side="left"),
        CloseCellRequest(**P, cell="A1"),
        MergeCellsRequest(**P, cells="A1:A2"),
        SetWeightsRequest(**P, node="n1", weights=(3, 1)),
        SwapCellsRequest(**P, cell="A1", with_cell="A2"),
        ApplyPresetRequest(**P, preset="grid-2x2"),
        UndoLayoutRequest(**P),
    ],
)
def test_a_locked_grid_keeps_its_shape_but_may_show_other_sessions(
    request_: Request[LayoutView],
) -> None:
    service = GridService("a | b", a="s1")
    service.sessions.add("s2")
    before = _do(service, TransposeRequest(**P))
    service.locked.add(PROJECT.id)
    with pytest.raises(ConflictError, match="locked"):
        _do(service, request_)
    kept = _do(service, ShowLayoutRequest(**P))
    assert (kept.tree, kept.revision, kept.undo_name) == (
        before.tree,
        before.revision,
        before.undo_name,
    )
    shown = _do(service, AttachSessionRequest(**P, session="s2", cell="b"))
    assert shown.sessions == {"a": "s1", "b": "s2"}
    service.locked.clear()
    assert _do(service, request_).tree != before.tree
