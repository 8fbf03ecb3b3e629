"""Typing into several cells at once, in the window."""

from dataclasses import replace

from pytestqt.qtbot import QtBot

from idea.application.layouts.clear_broadcast import ClearBroadcastRequest
from idea.application.layouts.set_broadcast import SetBroadcastRequest
from idea.application.views import LayoutShown
from idea.domain.ports.terminal_input import KeyPress
from idea.presentation.desktop.viewmodels.panels import snapshot
from idea.presentation.desktop.viewmodels.typed import Composed, Pasted, Typed
from support.desktop import a_session
from support.window import Stand, a_grid, an_engine, play

DRAWING = "[a b; c d]"
SHOWN = {"a": "s1", "b": "s2", "c": "s3"}
KEY = KeyPress(key="KeyL", text="l")


def _broadcast(qtbot: QtBot, stand: Stand, *cells: str, ended: str = "") -> None:
    sessions = tuple(
        a_session(session, cell=cell, status="exited" if session == ended else "running")
        for cell, session in SHOWN.items()
    )
    play(qtbot, stand, an_engine(DRAWING, sessions))
    play(qtbot, stand, LayoutShown(replace(a_grid(DRAWING, SHOWN, revision=2), broadcast=cells)))


def _type(stand: Stand, session: str, typed: Typed) -> dict[str, list[Typed]]:
    assert stand.terminals.news is not None
    stand.terminals.news.typed(session, typed)
    return {part.session: part.along for part in stand.terminals.made}


def test_what_is_typed_into_a_member_is_typed_into_the_others_and_not_twice(
    qtbot: QtBot, stand: Stand
) -> None:
    _broadcast(qtbot, stand, "a", "b", "d")

    for typed in (KEY, Composed("é"), Pasted("one\ntwo")):
        along = _type(stand, "s1", typed)
        assert (along["s1"], along["s2"].pop(), along["s3"]) == ([], typed, [])


def test_what_is_typed_elsewhere_or_into_an_ended_session_reaches_nobody_else(
    qtbot: QtBot, stand: Stand
) -> None:
    _broadcast(qtbot, stand, "a", "b", ended="s2")

    for session in ("s3", "s1", "s2"):
        assert _type(stand, session, KEY) == {"s1": [], "s2": [], "s3": []}


def test_members_are_attached_before_they_are_seen_and_others_are_not(
    qtbot: QtBot, stand: Stand
) -> None:
    _broadcast(qtbot, stand, "a", "b")
    said = {part.session: part.said for part in stand.terminals.made}

    assert {session for session, words in said.items() if words} == {"s1", "s2"}
    assert said["s1"][0].startswith("wake ")


def test_the_set_is_seen_on_each_member_and_in_the_status_line(qtbot: QtBot, stand: Stand) -> None:
    _broadcast(qtbot, stand, "a", "c")
    cells = stand.window.desk.cells("p1")

    assert [cell.id for cell in cells.values() if cell.broadcast] == ["a", "c"]
    assert "Broadcast to 2 cells" in snapshot(stand.window.status.view)
    frames = [stand.window.pages.grid("p1").frame(cell) for cell in "ab"]  # type: ignore[union-attr]
    assert [frame.accessibleName().endswith("broadcast") for frame in frames if frame] == [
        True,
        False,
    ]


def test_a_range_a_cell_and_the_end_are_asked_of_the_engine(qtbot: QtBot, stand: Stand) -> None:
    _broadcast(qtbot, stand, "b")
    window = stand.window
    window.desk.mark_between("a", "b")
    window.invoke("range.broadcast")
    window.desk.focus("c")
    window.invoke("cell.toggle_broadcast")
    window.desk.focus("b")
    window.invoke("cell.toggle_broadcast")
    play(qtbot, stand)

    assert [request.cells for request in stand.asked(SetBroadcastRequest)] == ["a b", "b c"]  # type: ignore[attr-defined]
    assert window.desk.marked("p1") is None
    window.invoke("layout.end_broadcast")
    assert stand.asked(ClearBroadcastRequest) == [ClearBroadcastRequest(project="p1")] * 2


def test_without_a_set_there_is_nothing_to_end(qtbot: QtBot, stand: Stand) -> None:
    _broadcast(qtbot, stand)
    stand.window.invoke("layout.end_broadcast")

    assert stand.asked(ClearBroadcastRequest) == []
    assert "no cells are typed into together" in stand.window.banner.sentence
