"""Tabs dragged in their strip, out of it, and back."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from idea.presentation.desktop.panels.tab_strip import TabStrip
from idea.presentation.desktop.viewmodels.panels import TabStripView, TabView
from support.desktop import a_skin

_LEFT = Qt.MouseButton.LeftButton
_NONE = Qt.KeyboardModifier.NoModifier


class Drag:
    """A strip with three tabs, and everything it said."""

    def __init__(self, qtbot: QtBot) -> None:
        self.strip = TabStrip("Ctrl+Shift+P", a_skin())
        qtbot.addWidget(self.strip)
        self.strip.resize(1200, self.strip.height())
        names = ("ledger", "website", "api")
        tabs = tuple(TabView(f"p{at}", name, f"/{name}") for at, name in enumerate(names, 1))
        self.strip.show_view(TabStripView(tabs, "p1"))
        self.strip.show()
        self.heard: list[tuple[object, ...]] = []
        self.strip.drag.moved.connect(lambda project, at: self.heard.append(("moved", project, at)))
        self.strip.drag.dropped.connect(lambda project, _: self.heard.append(("dropped", project)))

    def middle(self, tab: int) -> QPoint:
        return self.strip._boxes()[tab].center().toPoint()

    def press(self, tab: int) -> None:
        QTest.mousePress(self.strip, _LEFT, _NONE, self.middle(tab))

    def move(self, point: QPoint) -> None:
        QTest.mouseMove(self.strip, point)

    def release(self, point: QPoint) -> None:
        QTest.mouseRelease(self.strip, _LEFT, _NONE, point)


def test_a_tab_goes_where_the_mark_is(qtbot: QtBot) -> None:
    drag = Drag(qtbot)
    for tab, beside, shift in ((0, 2, 10), (2, 0, -10), (0, 1, -10), (1, 1, 30)):
        place = drag.middle(beside) + QPoint(shift, 0)
        drag.press(tab)
        drag.move(place)
        drag.release(place)
        assert drag.strip._target == -1
    assert drag.heard == [("moved", "p1", 2), ("moved", "p3", 0)]


def test_a_tab_that_leaves_the_strip_is_dropped_where_it_is_let_go(qtbot: QtBot) -> None:
    drag = Drag(qtbot)
    drag.strip.drag.beyond = lambda _: "new window"
    drag.press(1)
    drag.move(QPoint(300, 200))
    assert drag.strip.drag.ghost is not None
    assert drag.strip.drag.ghost.words == "website · new window"
    drag.release(QPoint(300, 200))
    assert drag.heard == [("dropped", "p2")]
    assert drag.strip.drag.ghost is None


def test_escape_gives_a_dragged_tab_back(qtbot: QtBot) -> None:
    drag = Drag(qtbot)
    drag.press(1)
    drag.move(QPoint(300, 200))
    QTest.keyClick(drag.strip, Qt.Key.Key_Escape)
    drag.release(QPoint(300, 200))
    assert drag.heard == []


def test_a_click_with_an_unsteady_hand_drags_nothing(qtbot: QtBot) -> None:
    drag = Drag(qtbot)
    drag.press(1)
    drag.move(drag.middle(1) + QPoint(2, 1))
    assert drag.strip.drag.ghost is None
    drag.release(drag.middle(1) + QPoint(2, 1))
    assert drag.heard == []


def test_a_tab_that_closes_while_it_is_dragged_goes_nowhere(qtbot: QtBot) -> None:
    drag = Drag(qtbot)
    drag.press(2)
    drag.move(QPoint(300, 200))
    drag.strip.show_view(TabStripView(drag.strip.view.tabs[:2], "p1"))
    drag.release(QPoint(300, 200))
    assert drag.heard == []


def test_a_right_click_asks_for_the_menu_of_its_tab(qtbot: QtBot) -> None:
    drag = Drag(qtbot)
    drag.strip.tab_menu_asked.connect(lambda project, _: drag.heard.append(("menu", project)))
    drag.strip.chosen.connect(lambda project: drag.heard.append(("chosen", project)))
    QTest.mouseClick(drag.strip, Qt.MouseButton.RightButton, _NONE, drag.middle(1))
    assert drag.heard == [("chosen", "p2"), ("menu", "p2")]
