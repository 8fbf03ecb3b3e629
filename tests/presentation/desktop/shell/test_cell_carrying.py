"""Cells dragged beyond their grids: over tabs, other grids and windows, and out of all of them."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from idea.application.layouts.move_cell import MoveCellRequest
from idea.application.layouts.swap_cells import SwapCellsRequest
from idea.application.workspace.bring_cell_back import BringCellBackRequest
from idea.application.workspace.pop_out_cell import PopOutCellRequest
from idea.application.workspace.views import PoppedOutView, WorkspaceView
from idea.domain.ids import NodeId
from idea.domain.layout.codec import encode
from idea.domain.layout.tree import Child, Direction, Leaf, Split
from idea.domain.workspace import WindowGeometry
from idea.presentation.desktop.grid.grid_view import GridView
from idea.presentation.desktop.shell.cell_window import CellWindow
from idea.presentation.desktop.shell.main_window import MainWindow
from support.desktop import a_layout, a_session
from support.windows import WindowsStand, a_workspace, an_engine_with

DESKTOP = QPoint(760, 700)
"""Where none of the windows is."""
TWO_CELLS = encode(
    Split(
        id=NodeId("row"),
        direction=Direction.ROW,
        children=tuple(Child(node=Leaf(id=NodeId(each))) for each in ("c-p1", "other")),
    )
)


def middle(widget: QWidget) -> QPoint:
    return widget.mapToGlobal(widget.rect().center())


class Carried:
    """Two windows above each other: the tabs p1 and p2 in the first, p3 in the second."""

    def __init__(self, qtbot: QtBot, workspace: WorkspaceView) -> None:
        self.qtbot = qtbot
        self.stand = stand = WindowsStand(workspace)
        for request in (PopOutCellRequest, BringCellBackRequest):
            stand.use_cases.answer(request, lambda _: None)  # type: ignore[arg-type]
        stand.windows.start()
        stand.feed.say(an_engine_with(workspace))
        qtbot.waitUntil(lambda: set(stand.shown) == {"w1", "w2"})
        stand.settle(qtbot)
        self.one, self.two = stand.shown["w1"], stand.shown["w2"]
        for at, window in enumerate((self.one, self.two)):
            window.resize(600, 300)
            window.move(0, 350 * at)
        qtbot.waitUntil(lambda: self.two.y() == 350 and self.one.height() == 300)

    def grid(self, window: MainWindow) -> GridView:
        grid = window.pages.grid(window.desk.current)
        assert grid is not None
        return grid

    def tab(self, window: MainWindow, number: int) -> QPoint:
        return window.tabs.mapToGlobal(window.tabs._boxes()[number].center().toPoint())

    def words(self, window: MainWindow) -> str:
        label = window.popped_out.carrying.label
        return "" if label is None else label.words

    def banner(self, window: MainWindow) -> str:
        return window.banner.sentence if window.banner.isVisible() else ""


@pytest.fixture
def carried(qtbot: QtBot) -> Iterator[Carried]:
    found = Carried(qtbot, a_workspace("p1 p2", "p3"))
    yield found
    found.stand.close()


@pytest.fixture
def out(qtbot: QtBot) -> Iterator[Carried]:
    """The same, with the cell of p1 in a window of its own at the right of the others."""
    place = WindowGeometry(x=620, y=20, width=180, height=120)
    cell = PoppedOutView(project="p1", cell="c-p1", geometry=place)
    found = Carried(qtbot, replace(a_workspace("p1 p2", "p3"), popped_out=(cell,)))
    window(found).move(620, 20)
    yield found
    found.stand.close()


def window(carried: Carried) -> CellWindow:
    return carried.one.popped_out.windows["c-p1"]


def test_a_cell_that_is_let_go_outside_gets_a_window_there(carried: Carried) -> None:
    drag = carried.grid(carried.one).cell_drag
    drag.move("c-p1", DESKTOP)
    assert carried.words(carried.one).endswith("· in a window of its own")
    drag.let_go("c-p1", DESKTOP)

    (asked,) = carried.stand.asked(PopOutCellRequest)
    assert (asked.project, asked.cell, asked.x, asked.y) == ("p1", "c-p1", 700, 660)
    assert carried.words(carried.one) == ""


def test_escape_leaves_a_carried_cell_where_it_was(carried: Carried) -> None:
    drag = carried.grid(carried.one).cell_drag
    drag.move("c-p1", DESKTOP)
    QTest.keyClick(carried.one, Qt.Key.Key_Escape)
    assert carried.words(carried.one) == ""
    drag.move("c-p1", DESKTOP)
    drag.let_go("c-p1", DESKTOP)
    assert carried.stand.asked(PopOutCellRequest) == []
    drag.move("c-p1", DESKTOP)
    assert carried.words(carried.one) != "", "The next drag works."
    drag.let_go("c-p1", middle(carried.one.side_bar))
    assert carried.stand.asked(PopOutCellRequest) == []


def test_a_tab_that_a_cell_is_held_over_is_shown_and_its_grid_takes_no_other_projects_cell(
    carried: Carried,
) -> None:
    one = carried.one
    drag = carried.grid(one).cell_drag
    drag.move("c-p1", carried.tab(one, 1))
    assert carried.words(one).endswith("· show p2")
    assert one.desk.current == "p1"
    carried.qtbot.waitUntil(lambda: one.desk.current == "p2")
    over = middle(carried.grid(one))
    drag.move("c-p1", over)
    assert carried.words(one).endswith("· stays in p1")
    drag.let_go("c-p1", over)

    assert carried.stand.asked(PopOutCellRequest) == []
    assert carried.banner(one) == "A cell stays in the grid of its project; this one is of p1."


def test_a_tab_that_a_cell_only_passes_is_not_shown(carried: Carried) -> None:
    one = carried.one
    drag = carried.grid(one).cell_drag
    drag.move("c-p1", carried.tab(one, 1))
    spring = one.popped_out.carrying._spring
    assert spring.timer.isActive()
    drag.move("c-p1", middle(carried.grid(one)))
    assert not spring.timer.isActive()
    drag.let_go("c-p1", middle(carried.grid(one)))
    assert one.desk.current == "p1"


def test_another_window_says_that_the_cell_stays_in_its_project(carried: Carried) -> None:
    drag = carried.grid(carried.one).cell_drag
    over = middle(carried.grid(carried.two))
    drag.move("c-p1", over)
    assert carried.words(carried.one).endswith("· stays in p1")
    drag.let_go("c-p1", over)
    assert "this one is of p1" in carried.banner(carried.two)
    assert carried.banner(carried.one) == ""


def test_a_popped_out_cell_that_is_dropped_on_its_place_comes_back(out: Carried) -> None:
    drag, over = window(out).grid.cell_drag, middle(out.grid(out.one))
    drag.move("c-p1", over)
    assert out.words(out.one).endswith("· back in its place")
    drag.let_go("c-p1", over)
    assert out.stand.asked(BringCellBackRequest) == [BringCellBackRequest(cell="c-p1")]


def test_a_popped_out_cell_finds_the_way_back_through_its_tab(out: Carried) -> None:
    one = out.one
    one.desk.show_project("p2")
    drag = window(out).grid.cell_drag
    drag.move("c-p1", out.tab(one, 0))
    out.qtbot.waitUntil(lambda: one.desk.current == "p1")
    drag.let_go("c-p1", middle(out.grid(one)))
    assert out.stand.asked(BringCellBackRequest) == [BringCellBackRequest(cell="c-p1")]


def test_a_popped_out_cell_goes_beside_another_cell_or_changes_places_with_it(
    out: Carried,
) -> None:
    stand = out.stand
    layout = a_layout(TWO_CELLS, {"c-p1": "s-p1", "other": "s-2"}, project="p1", revision=2)
    for request in (SwapCellsRequest, MoveCellRequest):
        stand.use_cases.answer(request, lambda _: layout)  # type: ignore[arg-type]
    engine = an_engine_with(stand.workspace)
    stand.feed.say(
        replace(
            engine,
            layouts=(layout, *engine.layouts[1:]),
            sessions=(*engine.sessions, a_session("s-2", project="p1", cell="other")),
        )
    )
    stand.settle(out.qtbot)
    grid, drag = out.grid(out.one), window(out).grid.cell_drag
    frame = grid.frame("other")
    assert frame is not None
    edge = frame.mapToGlobal(QPoint(frame.width() // 2, 4))
    drag.move("c-p1", middle(frame))
    assert grid.cell_drag.ghost.isVisible()
    ghost = grid.cell_drag.ghost.ghost
    assert ghost is not None
    assert ghost.says == "changes places with B1"
    drag.move("c-p1", QPoint(700, 100))
    assert not grid.cell_drag.ghost.isVisible()
    drag.move("c-p1", edge)
    drag.let_go("c-p1", edge)

    assert not grid.cell_drag.ghost.isVisible()
    assert [type(each) for each in stand.use_cases.asked[-2:]] == [
        MoveCellRequest,
        BringCellBackRequest,
    ]


def test_a_popped_out_cell_that_is_let_go_outside_stays_where_it_is(out: Carried) -> None:
    drag = window(out).grid.cell_drag
    drag.move("c-p1", DESKTOP)
    assert "·" not in out.words(out.one)
    drag.let_go("c-p1", DESKTOP)
    assert out.stand.asked(PopOutCellRequest) == []
    assert out.stand.asked(BringCellBackRequest) == []
