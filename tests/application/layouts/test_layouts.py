"""The service under the use cases: loading, keeping, announcing, revisions."""

import asyncio

import pytest

from idea.application.layouts.layouts import Layouts, Operation
from idea.application.views import LayoutView
from idea.domain.errors import ConflictError, NotFoundError
from idea.domain.events import LayoutChanged, Noticed, SessionForgotten
from idea.domain.ids import NodeId, ProjectId, SessionId
from idea.domain.layout.codec import decode
from idea.domain.layout.notation import write
from idea.domain.layout.splitting import close_cell, split
from idea.domain.layout.tree import Leaf, Side
from idea.domain.layout.weights import equalise
from idea.domain.ports.layout_store import StoredLayout
from support.grid_service import OTHER, PROJECT, GridService

A, B = NodeId("a"), NodeId("b")


def _closing(cell: str) -> Operation:
    return lambda layout, _fresh: close_cell(layout, NodeId(cell))


def _splitting(cell: str) -> Operation:
    return lambda layout, fresh: layout.with_tree(
        split(layout.tree, NodeId(cell), Side.RIGHT, fresh)
    )


def _shape(view: LayoutView) -> str:
    return write(decode(view.tree))


def _change(layouts: Layouts, operation: Operation, base: int | None = None) -> LayoutView:
    return asyncio.run(layouts.change("Shop", operation, base_revision=base))


def test_a_project_opened_for_the_first_time_has_one_empty_cell_and_keeps_it() -> None:
    service = GridService()
    view = asyncio.run(service.layouts.open(PROJECT))
    tree = service.store.tree(PROJECT.id)
    assert isinstance(tree, Leaf)
    assert view == LayoutView(
        project="p1",
        revision=1,
        tree={"type": "leaf", "id": tree.id.value},
        sessions={},
        can_undo=False,
        can_redo=False,
    )
    assert asyncio.run(service.restarted().open(PROJECT)) == view


def test_a_kept_grid_is_shown_as_it_was_without_writing() -> None:
    service = GridService("a | (b / c)", a="s1", c="s2")
    view = asyncio.run(service.layouts.show("Shop"))
    assert (_shape(view), view.sessions) == ("a | (b / c)", {"a": "s1", "c": "s2"})
    assert (service.store.saves, service.events.published) == (0, [])


def test_what_loading_found_is_told_once() -> None:
    service = GridService("a")
    service.store.notices = ("layout.json was damaged; its backup is used.",)
    asyncio.run(service.layouts.show("Shop"))
    asyncio.run(service.layouts.show("Shop"))
    assert service.events.published == [Noticed("layout.json was damaged; its backup is used.")]


def test_kept_sessions_that_are_gone_doubled_or_not_of_the_project_are_left_out() -> None:
    service = GridService()
    service.sessions.add("mine")
    service.sessions.add("theirs", project=OTHER.id)
    mine, theirs, gone = SessionId("mine"), SessionId("theirs"), SessionId("gone")
    cells = {A: mine, B: mine, NodeId("c"): theirs, NodeId("d"): gone, NodeId("z"): mine}
    service.keep("[a b; c d]", cells)
    view = asyncio.run(service.layouts.show("Shop"))
    assert view.sessions == {"a": "mine"}
    assert service.store.sessions(PROJECT.id) == {A: mine}


def test_an_ended_session_stays_in_its_cell() -> None:
    service = GridService("a | b", a="s1")
    service.sessions.ended.add(SessionId("s1"))
    assert asyncio.run(service.layouts.show("Shop")).sessions == {"a": "s1"}


def test_a_change_is_kept_then_announced() -> None:
    service = GridService("a | b", a="s1", b="s2")
    kept_when_announced = []
    service.events.subscribe(lambda _: kept_when_announced.append(service.store.tree(PROJECT.id)))
    view = _change(service.layouts, _closing("a"))
    assert service.events.published == [
        LayoutChanged(
            project=PROJECT.id,
            revision=2,
            tree=Leaf(id=B),
            sessions={B: SessionId("s2")},
            can_undo=True,
            can_redo=False,
        )
    ]
    assert kept_when_announced == [Leaf(id=B)]
    assert service.store.sessions(PROJECT.id) == {B: SessionId("s2")}
    assert (view.revision, view.notice) == (2, "1 session went to the background.")
    assert service.layouts.view(PROJECT.id) == LayoutView(
        project="p1",
        revision=2,
        tree=view.tree,
        sessions={"b": "s2"},
        can_undo=True,
        can_redo=False,
    )


def test_the_answer_names_the_cells_that_are_new() -> None:
    service = GridService("a")
    view = _change(service.layouts, _splitting("a"))
    assert view.created == ("00000001-0000-4000-8000-000000000000",)
    undone = asyncio.run(service.layouts.undo("Shop"))
    redone = asyncio.run(service.layouts.redo("Shop"))
    assert (undone.created, redone.created) == ((), ())


def test_a_change_that_changes_nothing_is_neither_kept_nor_announced() -> None:
    service = GridService("a | b")
    view = _change(service.layouts, lambda layout, _: layout.with_tree(equalise(layout.tree)))
    assert (view.revision, view.can_undo) == (1, False)
    assert (service.store.saves, service.events.published) == (0, [])


def test_a_refused_change_leaves_everything_as_it_was() -> None:
    service = GridService("a")
    with pytest.raises(ConflictError, match="last cell"):
        _change(service.layouts, _closing("a"))
    assert asyncio.run(service.layouts.show("Shop")).revision == 1
    assert service.events.published == []


def test_a_change_meant_for_an_older_revision_is_refused() -> None:
    service = GridService("a | b | c")
    _change(service.layouts, _closing("a"), 1)
    for late in (
        service.layouts.change("Shop", _closing("b"), base_revision=1),
        service.layouts.undo("Shop", base_revision=1),
        service.layouts.redo("Shop", base_revision=1),
    ):
        with pytest.raises(ConflictError, match="changed meanwhile"):
            asyncio.run(late)
    assert _shape(asyncio.run(service.layouts.undo("Shop", base_revision=2))) == "a | b | c"


def test_undo_and_redo_are_changes_of_their_own() -> None:
    service = GridService("a | b", a="s1")
    _change(service.layouts, _closing("a"))
    undone = asyncio.run(service.layouts.undo("Shop"))
    assert (_shape(undone), undone.revision, undone.sessions) == ("a | b", 3, {"a": "s1"})
    assert (undone.can_undo, undone.can_redo, undone.notice) == (False, True, "")
    redone = asyncio.run(service.layouts.redo("Shop"))
    assert (_shape(redone), redone.revision) == ("b", 4)
    assert redone.notice == "1 session went to the background."
    assert service.store.tree(PROJECT.id) == Leaf(id=B)


def test_undo_does_not_revive_what_ended() -> None:
    service = GridService("a | b", a="s1")
    _change(service.layouts, _closing("a"))
    service.sessions.ended.add(SessionId("s1"))
    assert asyncio.run(service.layouts.undo("Shop")).sessions == {}


def test_history_ends_with_the_engine_but_the_grid_stays() -> None:
    service = GridService("a | b")
    _change(service.layouts, _closing("a"))
    view = asyncio.run(service.restarted().show("Shop"))
    assert (_shape(view), view.can_undo, view.revision) == ("b", False, 1)
    with pytest.raises(ConflictError, match="nothing to undo"):
        asyncio.run(service.layouts.undo("Shop"))
    with pytest.raises(ConflictError, match="nothing to redo"):
        asyncio.run(service.layouts.redo("Shop"))


def test_a_forgotten_session_leaves_its_cell_and_the_history() -> None:
    service = GridService("a | b", a="s1", b="s2")
    _change(service.layouts, _closing("a"))
    del service.events.published[:]
    service.events.publish(SessionForgotten(SessionId("s2")))
    assert [event.sessions for event in service.events.of(LayoutChanged)] == [{}]
    assert service.store.sessions(PROJECT.id) == {}
    service.events.publish(SessionForgotten(SessionId("s1")))
    assert len(service.events.of(LayoutChanged)) == 1
    assert asyncio.run(service.layouts.undo("Shop")).sessions == {}


def test_a_released_project_is_let_go_of_and_found_again() -> None:
    service = GridService("a | b")
    _change(service.layouts, _closing("a"))
    asyncio.run(service.layouts.release(PROJECT.id))
    assert (service.layouts.view(PROJECT.id), service.layouts.loaded(PROJECT.id)) == (None, None)
    again = asyncio.run(service.layouts.show("Shop"))
    assert _shape(again) == "b"
    assert again.revision == 3  # A window that knows the second must not take it for old.


def test_a_grid_asked_for_by_several_at_once_is_loaded_once() -> None:
    service = GridService()

    async def both() -> list[LayoutView]:
        return list(
            await asyncio.gather(service.layouts.open(PROJECT), service.layouts.show("Shop"))
        )

    one, other = asyncio.run(both())
    assert (one, service.store.saves) == (other, 1)


def test_an_unknown_project_is_not_found() -> None:
    with pytest.raises(NotFoundError):
        asyncio.run(GridService().layouts.show("Circus"))


def test_a_grid_written_by_hand_is_brought_into_normal_form() -> None:
    service = GridService("a | b")
    stored = service.store.files["p1/tree"]
    nested = stored.replace(
        '{"type": "leaf", "id": "b"}',
        stored.replace('"n1"', '"n2"')
        .replace('"id": "a"', '"id": "c"')
        .replace('"id": "b"', '"id": "d"'),
    )
    service.store.files["p1/tree"] = nested
    assert _shape(asyncio.run(service.layouts.show("Shop"))) == "a | c*0.5 | d*0.5"
    assert service.store.tree(PROJECT.id) == asyncio.run(_tree(service))


async def _tree(service: GridService) -> object:
    return (await service.layouts.grid(PROJECT.id)).layout.tree


def test_a_grid_changed_by_another_program_is_shown_and_can_be_undone() -> None:
    service = GridService("a | b", a="s1", b="s2")
    asyncio.run(service.layouts.show("Shop"))
    service.keep("a / c", {})
    service.store.notices = ("layout.json was changed; the grid is shown anew.",)
    saves = service.store.saves
    asyncio.run(service.layouts.refresh())
    asyncio.run(service.layouts.refresh())

    view = asyncio.run(service.layouts.show("Shop"))
    assert (_shape(view), view.sessions, view.revision) == ("a / c", {"a": "s1"}, 2)
    assert service.events.of(Noticed) == [
        Noticed("layout.json was changed; the grid is shown anew.")
    ]
    assert [event.revision for event in service.events.of(LayoutChanged)] == [2]
    assert service.store.saves == saves + 1  # What the cells show; the tree is on disk already.
    assert _shape(asyncio.run(service.layouts.undo("Shop"))) == "a | b"


def test_a_grid_removed_by_another_program_is_kept_again() -> None:
    service = GridService("a | b")
    asyncio.run(service.layouts.show("Shop"))
    tree = service.store.tree(PROJECT.id)
    service.store.files.clear()
    asyncio.run(service.layouts.refresh())

    assert service.store.tree(PROJECT.id) == tree
    assert service.events.of(LayoutChanged) == []


def test_a_grid_that_is_let_go_of_during_a_look_stays_away_and_holds_up_no_other() -> None:
    service = GridService("a | b")

    async def scenario() -> LayoutView:
        await service.layouts.show("Shop")
        asked, answer = asyncio.Event(), asyncio.Event()
        reload = service.store.reload

        async def wait(project: ProjectId) -> StoredLayout | None:
            asked.set()
            await answer.wait()
            return await reload(project)

        service.store.reload = wait  # type: ignore[method-assign]
        looking = asyncio.create_task(service.layouts.refresh())
        await asked.wait()
        other = await service.layouts.show("Bank")
        service.keep("c", {})
        await service.layouts.release(PROJECT.id)
        answer.set()
        await looking
        return other

    assert asyncio.run(scenario()).project == "p2"
    assert service.layouts.view(PROJECT.id) is None
    assert service.events.of(LayoutChanged) == []
