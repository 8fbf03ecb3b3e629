"""The grid as a person uses it: looks that leave it alone, cards, and cells dragged about."""

import shutil
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from idea.application.layouts.apply_preset import ApplyPresetRequest
from idea.application.layouts.merge_cells import MergeCellsRequest
from idea.application.layouts.resize_cell import ResizeCellRequest
from idea.application.layouts.set_broadcast import SetBroadcastRequest
from idea.application.layouts.show_layout import ShowLayoutRequest
from idea.application.layouts.split_cell import SplitCellRequest
from idea.application.layouts.undo_layout import UndoLayoutRequest
from idea.application.terminals.list_sessions import ListSessionsRequest
from idea.application.terminals.open_terminal import OpenTerminalRequest
from idea.application.terminals.read_screen import ReadScreenRequest
from idea.application.views import LayoutView
from idea.domain.layout.cards import CARD, LEAST
from idea.domain.layout.codec import decode
from idea.domain.layout.dropping import Zone, dropped
from idea.domain.layout.geometry import Extent, Rectangle, place
from idea.domain.layout.notation import numbered
from idea.domain.layout.tree import LayoutNode, leaf_ids
from idea.presentation.desktop.grid.cell_frame import CellFrame
from idea.presentation.desktop.grid.fill_handle import FillHandle
from idea.presentation.desktop.viewmodels.cells import Body
from support.real_window import RealWindow, real_window_on

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

_FIRST_WINDOW = 1280, 800
_AT = {
    Zone.LEFT: (0.08, 0.5),
    Zone.RIGHT: (0.92, 0.5),
    Zone.UP: (0.5, 0.08),
    Zone.DOWN: (0.5, 0.92),
    Zone.CENTRE: (0.5, 0.5),
}


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[RealWindow]:
    monkeypatch.setenv("SHELL", shutil.which("sh") or "/bin/sh")
    project = tmp_path / "ledger"
    project.mkdir()
    with real_window_on(qtbot, project) as found:
        yield found


def _change(window: RealWindow, request: object, **given: object) -> LayoutView:
    """Change the grid as another program would, and wait until the window shows it."""
    layout: LayoutView = window.ask(request(project=str(window.project), **given))  # type: ignore[operator]
    wanted = decode(layout.tree)
    window.wait(lambda: window.tree == wanted, lambda: f"the grid after {request}")
    return layout


def _fill(window: RealWindow) -> set[str]:
    """Let something run in every cell; return the sessions."""
    project = str(window.project)
    layout = window.ask(ShowLayoutRequest(project=project))
    for cell in leaf_ids(decode(layout.tree)):
        if cell.value not in layout.sessions:
            window.ask(
                OpenTerminalRequest(project=project, cell=cell.value, command=("sleep", "600"))
            )
    cells = leaf_ids(decode(layout.tree))
    window.wait(
        lambda: all(view.look is not None for view in _cells(window).values()),
        lambda: "every cell to show something",
    )
    sessions = set(window.ask(ShowLayoutRequest(project=project)).sessions.values())
    assert len(sessions) == len(cells)
    return sessions


def _cells(window: RealWindow) -> dict[str, object]:
    desk = window.window.desk
    return dict(desk.cells(desk.current))


def _frames(window: RealWindow) -> dict[str, CellFrame]:
    found = {cell: window.grid.frame(cell) for cell in _cells(window)}
    return {cell: frame for cell, frame in found.items() if frame is not None}


def _places(window: RealWindow) -> dict[str, tuple[int, ...]]:
    return {cell: frame.geometry().getRect() for cell, frame in _frames(window).items()}


def test_zoom_leaves_an_unequal_grid_with_a_merged_pair_as_it_was_bit_for_bit(
    window: RealWindow,
) -> None:
    _change(window, ApplyPresetRequest, preset="grid-2x2")
    _change(window, MergeCellsRequest, cells="A1:B1")
    _change(window, ResizeCellRequest, cell="A2", side="right", percent=17)
    kept = _change(window, ResizeCellRequest, cell="A2", side="up", percent=9)
    _fill(window)
    tree, places = window.tree, _places(window)
    stored = (window.project / ".ideai" / "layout.json").read_bytes
    desk = window.window.desk
    cells = list(_cells(window))
    assert len(cells) == 3

    for cell in cells:
        desk.focus(cell)
        window.invoke("cell.toggle_zoom")
        assert [each for each, frame in _frames(window).items() if frame.isVisible()] == [cell]
        window.window.resize(1280, 800)
        window.invoke("view.enlarge_text")
        window.wait(
            lambda: desk.state.setting("terminal.text_percent", 100) > 100, lambda: "larger text"
        )
        window.window.resize(1600, 1000)
        window.invoke("view.reset_text")
        window.wait(
            lambda: desk.state.setting("terminal.text_percent", 0) == 100, lambda: "usual text"
        )
        window.invoke("cell.toggle_zoom")
        assert window.tree == tree
        assert _places(window) == places
        assert window.ask(ShowLayoutRequest(project=str(window.project))).tree == kept.tree

    before = stored()
    desk.focus(cells[1])
    window.invoke("cell.toggle_zoom")
    window.invoke("cell.close")
    window.wait(lambda: len(_cells(window)) == 2, lambda: "the zoomed cell to be closed")
    assert not desk.selection(desk.current).zoomed
    assert all(frame.isVisible() for frame in _frames(window).values())
    window.invoke("cell.reopen")
    window.wait(lambda: window.tree == tree, lambda: "the very grid from before")
    assert _places(window) == places
    window.wait(lambda: stored() == before, lambda: "the very file from before")


def test_a_range_is_zoomed_moved_and_swapped_with_all_its_sessions_and_undo_leads_back(
    window: RealWindow,
) -> None:
    _change(window, ApplyPresetRequest, preset="grid-3x2")
    _change(window, ResizeCellRequest, cell="A1", side="right", percent=7)
    sessions, tree, places = _fill(window), window.tree, _places(window)
    desk, cells = window.window.desk, list(_cells(window))
    a1, b2 = cells[0], cells[4]

    def shown() -> dict[str, str]:
        return dict(window.ask(ShowLayoutRequest(project=str(window.project))).sessions)

    before = shown()
    desk.focus(a1)
    desk.mark_between(a1, b2)
    window.invoke("range.toggle_zoom")
    visible = [cell for cell, frame in _frames(window).items() if frame.isVisible()]
    assert visible == [cells[0], cells[1], cells[3], cells[4]]
    window.window.resize(1280, 800)
    window.window.resize(1600, 1000)
    window.invoke("range.toggle_zoom")
    assert (window.tree, _places(window)) == (tree, places)

    def wait_for_step(name: str) -> None:
        window.wait(lambda: desk.layout is not None and desk.layout.undo_name == name, lambda: name)

    desk.mark_between(a1, b2)
    steps = (
        ("range.move_right", "move A1:B2 right", "B1:C2"),
        ("range.swap_left", "swap B1:C2 left", "A1:B2"),
        ("range.swap_right", "swap A1:B2 right", "B1:C2"),
    )
    for action, name, text in steps:
        window.invoke(action)
        wait_for_step(name)
        marked = desk.marked(desk.current)
        assert marked is not None
        assert marked.text == text
        assert shown() == before
    for _, name, _ in reversed(steps):
        wait_for_step(name)
        window.invoke("layout.undo")
    window.wait(lambda: window.tree == tree, lambda: "the very grid from before")
    assert (_places(window), shown()) == (places, before)
    assert set(before.values()) == sessions


def test_24_sessions_in_a_first_window_are_cards_and_a_click_gives_the_real_terminal(
    window: RealWindow,
) -> None:
    window.window.resize(*_FIRST_WINDOW)
    _change(window, ApplyPresetRequest, preset="grid-4x3")
    for cell in leaf_ids(window.tree):
        _change(window, SplitCellRequest, cell=cell.value, side="down")
    sessions = _fill(window)
    tree = window.tree
    frames = _frames(window)
    assert (len(sessions), len(frames)) == (24, 24)

    def terminals() -> list[str]:
        return [cell for cell, frame in frames.items() if frame.body is not Body.CARD]

    assert terminals() == []
    for cell, frame in frames.items():
        window.watch.doing = "a click on a card"
        QTest.mouseClick(frame, Qt.MouseButton.LeftButton, pos=QPoint(20, 12))
        assert cell in terminals()
        for shown in terminals():
            tile = Extent(frames[shown].width(), frames[shown].height())
            assert tile.width >= LEAST.width
            assert tile.height >= LEAST.height
            assert tile.width >= CARD.width or tile.height >= CARD.height
        assert (frame.width(), frame.height()) >= (CARD.width, CARD.height)
        session = window.focused_session
        assert session == window.window.desk.cells(window.window.desk.current)[cell].look.id  # type: ignore[union-attr]
        assert window.cell_of(session).view.isVisible()
    assert window.tree == tree


def _drag(window: RealWindow, cell: str, target: str, zone: Zone) -> None:
    """Drag a cell's header over a zone of another one with the mouse, and let go."""
    frame, other = window.grid.frame(cell), window.grid.frame(target)
    assert frame is not None
    assert other is not None
    window.watch.doing = f"a drag onto the {zone.value} of another cell"
    across, down = _AT[zone]
    inside = QPoint(round(other.width() * across), round(other.height() * down))
    aim = frame.mapFrom(window.grid, other.mapTo(window.grid, inside))
    QTest.mousePress(frame, Qt.MouseButton.LeftButton, pos=QPoint(60, 12))
    QTest.mouseMove(frame, QPoint(90, 16))
    QTest.mouseMove(frame, aim)
    QTest.mouseRelease(frame, Qt.MouseButton.LeftButton, pos=aim)


def _without_new(tree: LayoutNode, known: set[str]) -> list[tuple[str, Rectangle]]:
    """Where the known cells are in a large square, whatever new ones are called."""
    placed = place(tree, Rectangle(0, 0, 1 << 20, 1 << 20))
    return [(cell.value, tile) for cell, tile in placed.tiles.items() if cell.value in known]


def test_six_cells_dragged_onto_all_zones_of_each_other_lose_no_session(
    window: RealWindow,
) -> None:
    _change(window, ApplyPresetRequest, preset="grid-3x3")
    _change(window, MergeCellsRequest, cells="A1:B1")
    _change(window, MergeCellsRequest, cells="C1:C2")
    _change(window, MergeCellsRequest, cells="A3:B3")
    sessions = _fill(window)
    project, tree = str(window.project), window.tree
    start = window.ask(ShowLayoutRequest(project=project))
    known = set(start.sessions)
    assert len(known) == 6
    drops = 0
    for one, other in permutations(leaf_ids(tree), 2):
        for zone in Zone:
            _drag(window, one.value, other.value, zone)
            said = f"{one} dropped on the {zone} of {other}"
            wanted = _without_new(dropped(tree, one, other, zone, numbered("new")), known)
            window.wait(
                lambda wanted=wanted: _without_new(window.tree, known) == wanted,
                lambda said=said: said,
            )
            drops += 1
            layout = window.ask(ShowLayoutRequest(project=project))
            assert layout.sessions == start.sessions
            if decode(layout.tree) != tree:
                _change(window, UndoLayoutRequest)
            assert window.tree == tree
    assert drops == 150
    live = {each.id for each in window.ask(ListSessionsRequest()) if each.status == "running"}
    assert live == sessions


def test_escape_ends_a_drag_of_a_real_cell(window: RealWindow) -> None:
    window.split()
    tree = window.tree
    one, other = (cell.value for cell in leaf_ids(tree))
    frame, target = window.grid.frame(one), window.grid.frame(other)
    assert frame is not None
    assert target is not None
    aim = frame.mapFrom(window.grid, target.geometry().center())
    QTest.mousePress(frame, Qt.MouseButton.LeftButton, pos=QPoint(60, 12))
    QTest.mouseMove(frame, aim)
    assert window.grid.cell_drag.ghost.isVisible()
    window.press(Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier)
    assert not window.grid.cell_drag.ghost.isVisible()
    QTest.mouseRelease(frame, Qt.MouseButton.LeftButton, pos=aim)
    assert window.ask(ShowLayoutRequest(project=str(window.project))).tree is not None
    assert window.tree == tree


def test_what_is_typed_into_one_cell_reaches_all_of_the_set_cards_included(
    window: RealWindow,
) -> None:
    project = str(window.project)
    tree = _change(window, ApplyPresetRequest, preset="main-left").tree
    for cell in leaf_ids(decode(tree))[1:]:
        window.ask(OpenTerminalRequest(project=project, cell=cell.value))
    window.window.resize(1000, 380)  # Beside the large cell, two cards.
    cells = [cell.value for cell in leaf_ids(window.tree)]
    window.wait(
        lambda: (
            [frame.body for frame in _frames(window).values()]
            == [Body.TERMINAL, Body.CARD, Body.CARD]
        ),
        lambda: "a terminal and two cards",
    )
    window.ask(SetBroadcastRequest(project=project, cells=f"{cells[0]} {cells[2]}"))
    desk = window.window.desk
    window.wait(lambda: len(desk.broadcast) == 2, lambda: "the set")
    first = window.cell_of(window.focused_session)
    sessions = window.ask(ShowLayoutRequest(project=project)).sessions

    def screen(cell: str) -> str:
        return "\n".join(window.ask(ReadScreenRequest(session=sessions[cell])).lines)

    # A shell that is still starting may lose what is typed into it.
    window.wait(lambda: screen(cells[2]).strip() != "", lambda: "a prompt in the card")
    first.type("echo to-$((20+22))\n")
    first.wait_for("to-42")

    window.wait(lambda: "to-42" in screen(cells[2]), lambda: screen(cells[2]))
    assert "to-42" not in screen(cells[1])
    assert window.tree == decode(tree)


def test_the_corner_of_a_cell_repeats_what_runs_in_it(window: RealWindow) -> None:
    _change(window, ApplyPresetRequest, preset="grid-2x2")
    cells = [cell.value for cell in leaf_ids(window.tree)]
    window.window.desk.focus(cells[0])
    [corner] = window.grid.findChildren(FillHandle)
    window.wait(corner.isVisible, lambda: "the corner")
    end = _frames(window)[cells[3]].geometry().center()
    QTest.mousePress(corner, Qt.MouseButton.LeftButton, pos=QPoint(4, 4))
    QTest.mouseMove(corner, corner.mapFrom(window.grid, end))
    QTest.mouseRelease(corner, Qt.MouseButton.LeftButton, pos=corner.mapFrom(window.grid, end))
    project = str(window.project)
    window.wait(
        lambda: len(window.ask(ShowLayoutRequest(project=project)).sessions) == 4,
        lambda: "every cell to show something",
    )
    views = window.ask(ListSessionsRequest(project=project))
    assert {(each.command, each.cwd) for each in views} == {(views[0].command, project)}
    assert {each.cell for each in views} == set(cells)
