"""Showing sessions in cells."""

import pytest

from idea.domain.errors import ConflictError, InvalidError, NotFoundError
from idea.domain.ids import NodeId, SessionId
from idea.domain.layout.layout import Layout
from idea.domain.layout.notation import read

A, B = NodeId("a"), NodeId("b")
ONE, TWO = SessionId("one"), SessionId("two")


def test_an_attached_session_is_shown_there_and_nowhere_else() -> None:
    layout = Layout(tree=read("a | b"), sessions={A: ONE})
    moved = layout.attached(ONE, B)
    assert dict(moved.sessions) == {B: ONE}
    assert moved.displaced_from(layout) == ()
    assert moved.cell_of(ONE) == B
    assert moved.empty_cells() == (A,)


def test_an_attached_session_displaces_the_one_that_was_there() -> None:
    layout = Layout(tree=read("a | b"), sessions={A: ONE})
    other = layout.attached(TWO, A)
    assert (dict(other.sessions), other.displaced_from(layout)) == ({A: TWO}, (ONE,))
    assert other.cell_of(ONE) is None


def test_a_detached_cell_stays_and_is_empty() -> None:
    layout = Layout(tree=read("a | b"), sessions={A: ONE, B: TWO}).detached(A)
    assert (layout.tree, dict(layout.sessions)) == (read("a | b"), {B: TWO})
    with pytest.raises(ConflictError, match="shows no session"):
        layout.detached(A)


def test_sessions_need_a_cell_that_exists_and_is_not_divided() -> None:
    layout = Layout(tree=read("a | b"))
    with pytest.raises(NotFoundError):
        layout.attached(ONE, NodeId("z"))
    with pytest.raises(InvalidError, match="divided"):
        layout.attached(ONE, layout.tree.id)


def test_layouts_can_be_kept_in_sets() -> None:
    assert len({Layout(tree=read("a")), Layout(tree=read("a"))}) == 1
