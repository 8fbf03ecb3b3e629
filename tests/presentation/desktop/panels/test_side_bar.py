from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from idea.presentation.desktop.panels.list_notice import ListNotice
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


def test_the_second_click_of_a_double_click_concerns_no_other_session(qtbot: QtBot) -> None:
    shown = a_list(qtbot)
    heard: list[str] = []
    shown.stop_asked.connect(heard.append)
    shown.chosen.connect(heard.append)
    row = shown.row_point("s2")

    for place in (QPoint(shown.width() - 19, row.y()), row):
        qtbot.mouseClick(shown, Qt.MouseButton.LeftButton, pos=place)
        qtbot.mouseDClick(shown, Qt.MouseButton.LeftButton, pos=place)
        qtbot.mouseRelease(shown, Qt.MouseButton.LeftButton, pos=place)

    assert heard == ["s2", "s2"]


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
    assert bar.width() == 800


def test_the_list_is_used_with_the_keyboard_alone(qtbot: QtBot) -> None:
    shown = a_list(qtbot)
    shown.activateWindow()
    heard: list[str] = []
    shown.chosen.connect(lambda session: heard.append(f"go to {session}"))
    shown.stop_asked.connect(lambda session: heard.append(f"stop {session}"))
    shown.left.connect(lambda: heard.append("left"))
    shown.take_keyboard()
    qtbot.waitUntil(shown.hasFocus)

    for key in (Qt.Key.Key_Return, Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Delete):
        QTest.keyClick(shown, key)
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_Return, Qt.Key.Key_Escape):
        QTest.keyClick(shown, key)

    assert heard == ["go to s1", "go to s2", "stop s2", "go to s2", "left"]
    current = [part.name for part in shown.spoken_parts() if part.is_current]
    assert [name.startswith("htop") for name in current] == [True]


def test_the_keyboard_goes_on_when_its_row_is_gone(qtbot: QtBot) -> None:
    shown = a_list(qtbot)
    shown.activateWindow()
    shown.take_keyboard()
    qtbot.waitUntil(shown.hasFocus)
    QTest.keyClick(shown, Qt.Key.Key_Down)
    heard: list[str] = []
    shown.chosen.connect(heard.append)
    state = told(DeskState(), a_state(sessions=(a_session("s1", cell="a", address="A1"),)))

    shown.show_view(side_bar_view(state, "p1", "s1", NOW))
    QTest.keyClick(shown, Qt.Key.Key_Return)

    assert heard == ["s1"]


def test_a_row_is_dragged_and_not_chosen_once_the_mouse_moved_far(qtbot: QtBot) -> None:
    shown = a_list(qtbot)
    heard: list[str] = []
    shown.chosen.connect(lambda session: heard.append(f"go to {session}"))
    shown.dragged.connect(lambda session, _: heard.append(f"drag {session}"))
    shown.dropped.connect(lambda session, _: heard.append(f"drop {session}"))
    row = shown.row_point("s2")

    qtbot.mousePress(shown, Qt.MouseButton.LeftButton, pos=row)
    qtbot.mouseMove(shown, row + QPoint(4, 4))
    qtbot.mouseMove(shown, row + QPoint(40, 4))
    qtbot.mouseRelease(shown, Qt.MouseButton.LeftButton, pos=row + QPoint(300, 4))

    assert heard == ["drag s2", "drop s2"]


def without_agents(qtbot: QtBot) -> tuple[SessionList, ListNotice]:
    shown = SessionList(a_skin())
    qtbot.addWidget(shown)
    shown.resize(263, 400)
    state = told(DeskState(), a_state(sessions=(a_session("s1", cell="a", address="A1"),)))
    shown.show_view(side_bar_view(state, "p1", "s1", NOW, agents=()))
    shown.show()
    notice = shown.findChild(ListNotice)
    assert notice is not None
    return shown, notice


def test_the_button_of_what_is_missing_is_pressed_by_mouse_and_keys(qtbot: QtBot) -> None:
    shown, notice = without_agents(qtbot)
    shown.activateWindow()
    heard: list[str] = []
    shown.begun.connect(lambda: heard.append("begun"))
    for signal in (shown.chosen, shown.stop_asked, shown.menu_asked):
        signal.connect(lambda *_: heard.append("another"))

    qtbot.mouseClick(notice.button, Qt.MouseButton.LeftButton)
    shown.take_keyboard()
    qtbot.waitUntil(shown.hasFocus)
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Return, Qt.Key.Key_Delete):
        QTest.keyClick(shown, key)

    assert heard == ["begun", "begun"]
    (current,) = [part for part in shown.spoken_parts() if part.is_current]
    assert current.name.startswith("New agent…")
    assert notice._has_keyboard


def test_a_narrow_side_bar_gives_a_sentence_more_lines(qtbot: QtBot) -> None:
    shown, notice = without_agents(qtbot)
    wide = notice.height()
    below = shown.row_point("s1").y()

    shown.resize(170, 400)

    assert notice.height() > wide
    assert shown.row_point("s1").y() - below == notice.height() - wide
    assert notice.geometry().bottom() < shown.row_point("s1").y()


def test_the_sentence_goes_when_there_is_something_to_list(qtbot: QtBot) -> None:
    shown, _ = without_agents(qtbot)

    shown.show_view(a_view())

    assert all(found.isHidden() for found in shown.findChildren(ListNotice))
    assert [part.name.split()[0] for part in shown.spoken_parts()] == ["zsh", "htop"]
