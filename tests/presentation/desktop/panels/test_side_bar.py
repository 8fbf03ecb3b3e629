from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from idea.presentation.desktop.panels.side_bar import SessionList, SideBar
from idea.presentation.desktop.viewmodels.desk_state import DeskState, told
from idea.presentation.desktop.viewmodels.panels import SideBarView, side_bar_view
from support.desktop import NOW, a_session, a_skin, a_state


def a_view() -> SideBarView:
    state = told(
        DeskState(),
        a_state(sessions=(a_session("s1", cell="a", address="A1"), a_session("s2", name="htop"))),
    )
    return side_bar_view(state, "p1", "s1", NOW)


def a_list(qtbot: QtBot) -> SessionList:
    shown = SessionList(a_skin())
    qtbot.addWidget(shown)
    shown.resize(263, 400)
    shown.show_view(a_view())
    shown.show()
    return shown


def test_a_click_on_a_row_chooses_its_session(qtbot: QtBot) -> None:
    shown = a_list(qtbot)
    heard: list[str] = []
    shown.chosen.connect(heard.append)

    for session in ("s1", "s2"):
        qtbot.mouseClick(shown, Qt.MouseButton.LeftButton, pos=shown.row_point(session))
    qtbot.mouseClick(shown, Qt.MouseButton.LeftButton, pos=QPoint(40, 390))

    assert heard == ["s1", "s2"]
    assert shown.row_point("s9") == QPoint(-1, -1)


def test_the_square_at_the_right_of_a_row_stops_it(qtbot: QtBot) -> None:
    shown = a_list(qtbot)
    heard: list[str] = []
    shown.stop_asked.connect(heard.append)
    row = shown.row_point("s2")

    qtbot.mouseMove(shown, QPoint(shown.width() - 19, row.y()))
    qtbot.mouseClick(shown, Qt.MouseButton.LeftButton, pos=QPoint(shown.width() - 19, row.y()))

    assert heard == ["s2"]


def test_the_edge_drags_the_width_within_its_limits(qtbot: QtBot) -> None:
    bar = SideBar(a_skin())
    qtbot.addWidget(bar)
    bar.resize(264, 400)
    bar.show()
    widths: list[int] = []
    bar.resized.connect(widths.append)

    qtbot.mousePress(bar._edge, Qt.MouseButton.LeftButton, pos=QPoint(2, 100))
    qtbot.mouseMove(bar._edge, QPoint(62, 100))
    qtbot.mouseRelease(bar._edge, Qt.MouseButton.LeftButton)
    bar.set_width(5000)

    assert widths == [322]
    assert bar.width() == 520
