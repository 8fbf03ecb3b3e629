"""Undo changes structure only: no session is started, stopped, lost or shown twice."""

from collections.abc import Callable

import pytest

from idea.domain.errors import ConflictError
from idea.domain.ids import NodeId, SessionId
from idea.domain.layout import history as history_module
from idea.domain.layout.history import History
from idea.domain.layout.layout import Layout
from idea.domain.layout.notation import read, write
from idea.domain.layout.splitting import close_cell
from idea.domain.layout.weights import equalise, set_weights

A, B, C = NodeId("a"), NodeId("b"), NodeId("c")
ONE, TWO, THREE = SessionId("one"), SessionId("two"), SessionId("three")
START = Layout(tree=read("a | b | c"), sessions={A: ONE, B: TWO, C: THREE})


def _all_live(_: SessionId) -> bool:
    return True


def _without_b() -> tuple[Layout, History]:
    closed = close_cell(START, B)
    return closed, History().stepped(START, closed, "close B1", B)


def test_a_cell_that_comes_back_shows_its_session_again() -> None:
    layout, history = _without_b()
    undone, history = history.undone(layout, _all_live)
    assert undone == START
    redone, history = history.redone(undone, _all_live)
    assert (write(redone.tree), dict(redone.sessions)) == ("a*2 | c", {A: ONE, C: THREE})
    assert history.undone(redone, _all_live)[0] == START


@pytest.mark.parametrize(
    ("meanwhile", "live", "shown"),
    [
        (lambda now: now, {ONE, THREE}, {A: ONE, C: THREE}),
        (lambda now: now.attached(TWO, A), {ONE, TWO, THREE}, {A: TWO, C: THREE}),
        (lambda now: now.without(ONE), {ONE, TWO, THREE}, {B: TWO, C: THREE}),
        (lambda now: now.attached(ONE, C), {ONE, TWO, THREE}, {C: ONE, B: TWO}),
    ],
    ids=["ended meanwhile", "shown elsewhere", "another one detached", "another one moved"],
)
def test_undo_neither_revives_nor_doubles(
    meanwhile: Callable[[Layout], Layout],
    live: set[SessionId],
    shown: dict[NodeId, SessionId],
) -> None:
    layout, history = _without_b()
    undone, _ = history.undone(meanwhile(layout), live.__contains__)
    assert (START.tree, shown) == (undone.tree, dict(undone.sessions))


def test_a_cell_that_was_emptied_before_it_went_comes_back_empty() -> None:
    layout, history = _without_b()
    layout, history = history.undone(layout, _all_live)
    emptied = layout.detached(B)
    closed = close_cell(emptied, B)
    undone, history = history.stepped(emptied, closed).undone(closed, _all_live)
    assert dict(undone.sessions) == {A: ONE, C: THREE}


def test_a_cell_that_was_there_all_along_is_not_filled_by_an_old_memory() -> None:
    layout, history = _without_b()
    layout, history = history.undone(layout, _all_live)
    emptied = layout.detached(B)
    wider = emptied.with_tree(set_weights(emptied.tree, emptied.tree.id, (1, 2, 3)))
    undone, _ = history.stepped(emptied, wider).undone(wider, _all_live)
    assert dict(undone.sessions) == {A: ONE, C: THREE}


def test_a_forgotten_session_does_not_come_back() -> None:
    layout, history = _without_b()
    undone, _ = history.without(TWO).undone(layout, _all_live)
    assert dict(undone.sessions) == {A: ONE, C: THREE}


def test_only_changes_of_structure_are_steps() -> None:
    history = History()
    assert history.stepped(START, START.detached(A)) is history
    assert history.stepped(START, START.with_tree(equalise(START.tree))) is history


def test_a_new_change_ends_what_could_be_redone() -> None:
    layout, history = _without_b()
    layout, history = history.undone(layout, _all_live)
    assert (history.can_undo, history.can_redo) == (False, True)
    history = history.stepped(layout, close_cell(layout, C))
    assert (history.can_undo, history.can_redo) == (True, False)


def test_without_a_step_there_is_nothing_to_undo_or_redo() -> None:
    with pytest.raises(ConflictError, match="nothing to undo"):
        History().undone(START, _all_live)
    with pytest.raises(ConflictError, match="nothing to redo"):
        History().redone(START, _all_live)


def test_a_long_history_drops_its_oldest_steps_and_what_only_they_knew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(history_module, "MAX_STEPS", 4)
    monkeypatch.setattr(history_module, "_SLACK", 2)
    layout, history = _without_b()
    for weight in range(3, 8):
        other = layout.with_tree(set_weights(layout.tree, layout.tree.id, (weight, 1)))
        history = history.stepped(layout, other)
        layout = other
    assert (len(history.past), dict(history.gone)) == (4, {B: TWO})  # It can be reopened.


def test_steps_have_the_names_of_their_changes_both_ways() -> None:
    layout, history = _without_b()
    assert (history.undo_name, history.redo_name) == ("close B1", "")
    layout, history = history.undone(layout, _all_live)
    assert (history.undo_name, history.redo_name) == ("", "close B1")
    _, history = history.redone(layout, _all_live)
    assert (history.undo_name, history.redo_name) == ("close B1", "")


def test_reopening_at_once_gives_the_layout_from_before() -> None:
    layout, history = _without_b()
    back, history = history.reopened(layout, _all_live, _no_id)
    assert (back, history.undo_name) == (START, "reopen B1")
    with pytest.raises(ConflictError, match="No closed cell"):
        history.reopened(back, _all_live, _no_id)


def test_a_reopened_cell_comes_back_beside_what_was_next_to_it() -> None:
    layout, history = _without_b()
    other = close_cell(layout, A)
    history = history.stepped(layout, other, "close A1", A)
    newest, history = history.reopened(other, _all_live, _no_id)
    assert write(newest.tree) == write(layout.tree)
    stacked = newest.with_tree(read("c / a"))
    back, _ = history.reopened(stacked, _all_live, lambda: NodeId("n"))
    assert (write(back.tree), back.sessions[B]) == ("c / (a | b)", TWO)


def test_a_cell_whose_neighbours_are_gone_comes_back_at_the_right() -> None:
    layout, history = _without_b()
    elsewhere = layout.with_tree(read("x / y"))
    back, _ = history.stepped(layout, elsewhere).reopened(elsewhere, _all_live, lambda: NodeId("n"))
    assert write(back.tree) == "x / (y | b)"


def test_a_cell_that_undo_brought_back_cannot_be_reopened() -> None:
    layout, history = _without_b()
    assert history.can_reopen(layout.tree)
    undone, history = history.undone(layout, _all_live)
    assert not history.can_reopen(undone.tree)


def _no_id() -> NodeId:
    raise AssertionError("No node is new.")
