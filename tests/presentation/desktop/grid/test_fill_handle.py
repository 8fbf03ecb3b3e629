"""The corner of the focused cell that repeats what it runs."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from idea.domain.layout.notation import read
from idea.presentation.desktop.grid.fill_handle import FillHandle
from idea.presentation.desktop.grid.grid_view import GridView
from idea.presentation.desktop.viewmodels.cells import Selection
from presentation.desktop.grid.test_grid_view import content_of
from support.desktop import PlainParts, a_skin

TREE = read("[a b; c d]")


@pytest.fixture
def grid(qtbot: QtBot) -> GridView:
    view = GridView(PlainParts(), a_skin())
    qtbot.addWidget(view)
    view.resize(1220, 818)
    view.show()
    view.show_content(content_of(TREE, {"a": "s1"}, selection=Selection(focused="a")))
    return view


class Heard:
    """Writes down what a grid asks for."""

    def __init__(self, grid: GridView) -> None:
        self.ranges: list[tuple[str, str]] = []
        self.actions: list[str] = []
        grid.range_dragged.connect(lambda one, other: self.ranges.append((one, other)))
        grid.action_asked.connect(lambda _cell, action: self.actions.append(action))


def handle(grid: GridView) -> FillHandle:
    return grid.findChildren(FillHandle)[0]


def drag(grid: GridView, *cells: str) -> None:
    """Press on the handle and move over the middles of cells."""
    corner = handle(grid)
    QTest.mousePress(corner, Qt.MouseButton.LeftButton, pos=QPoint(4, 4))
    for cell in cells:
        frame = grid.frame(cell)
        assert frame is not None
        QTest.mouseMove(corner, corner.mapFrom(grid, frame.geometry().center()))


def test_the_handle_is_in_the_corner_of_the_focused_cell(grid: GridView) -> None:
    frame = grid.frame("a")
    assert frame is not None
    corner = handle(grid).geometry()
    assert frame.geometry().contains(corner)
    assert frame.geometry().right() - corner.right() == frame.geometry().bottom() - corner.bottom()


def test_a_drag_selects_what_is_filled_when_it_is_let_go(grid: GridView) -> None:
    heard = Heard(grid)
    drag(grid, "b", "d")
    QTest.mouseRelease(handle(grid), Qt.MouseButton.LeftButton)
    assert heard.ranges == [("a", "b"), ("a", "d")]
    assert heard.actions == ["range.fill"]


def test_a_drag_back_to_its_own_cell_fills_nothing(grid: GridView) -> None:
    heard = Heard(grid)
    drag(grid, "b", "a")
    QTest.mouseRelease(handle(grid), Qt.MouseButton.LeftButton)
    assert heard.ranges == [("a", "b"), ("a", "a")]
    assert heard.actions == []


def test_escape_gives_a_drag_up_wherever_the_keyboard_is(grid: GridView) -> None:
    heard = Heard(grid)
    drag(grid, "b")
    QTest.keyClick(grid, Qt.Key.Key_Escape)
    QTest.mouseRelease(handle(grid), Qt.MouseButton.LeftButton)
    assert heard.actions == ["range.clear"]


@pytest.mark.parametrize(
    ("sessions", "selection"),
    [
        ({}, Selection(focused="a")),
        ({"b": "s1"}, Selection(focused="a")),
        ({"a": "s1"}, Selection(focused="a", zoomed=frozenset("a"))),
    ],
)
def test_there_is_none_where_nothing_could_be_repeated(
    grid: GridView, sessions: dict[str, str], selection: Selection
) -> None:
    grid.show_content(content_of(TREE, sessions, revision=2, selection=selection))
    assert not handle(grid).isVisible()
