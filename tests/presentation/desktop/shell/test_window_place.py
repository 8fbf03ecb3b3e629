"""The place of the window when the engine answers late, or never."""

from dataclasses import replace

from PySide6.QtCore import QPoint
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from idea.application.workspace.save_window import SaveWindowRequest
from idea.application.workspace.views import WindowView, WorkspaceView
from idea.domain.workspace import WindowGeometry
from support.desktop import a_session
from support.window import Stand, an_engine, play

PLACE = WindowGeometry(x=0, y=0, width=1000, height=700)
WORKSPACE = WorkspaceView(
    windows=(WindowView(id="w1", geometry=PLACE, projects=("p1",), active="p1"),)
)


def a_slow_engine(stand: Stand) -> None:
    """Take back the place the stand's window was told of at its start."""
    stand.window.place.stop()
    stand.window.place._is_known = False
    stand.window.resize(1280, 800)


def test_a_window_shown_before_its_place_is_known_says_nothing_about_it(stand: Stand) -> None:
    a_slow_engine(stand)

    assert not stand.window.place._timer.isActive()
    request = stand.window.life.place_now()
    assert isinstance(request, SaveWindowRequest)
    assert request.width == 0


def test_a_place_that_is_told_late_is_taken_all_the_same(qtbot: QtBot, stand: Stand) -> None:
    a_slow_engine(stand)

    stand.window.life.restore(WORKSPACE)

    qtbot.waitUntil(lambda: (stand.window.width(), stand.window.height()) == (1000, 700))
    assert stand.window.life.place_now().width == 1000


def test_a_window_without_a_place_keeps_the_one_it_gets(stand: Stand) -> None:
    a_slow_engine(stand)

    stand.window.life.restore(WorkspaceView(windows=()))
    stand.window.resize(900, 600)

    assert stand.window.place._timer.isActive()
    assert stand.window.life.place_now().width == 900


def test_a_window_comes_back_to_the_place_it_told(qtbot: QtBot, stand: Stand) -> None:
    window = stand.window
    stand.window.life.restore(WORKSPACE)
    window.move(60, 70)
    qtbot.waitUntil(lambda: window.pos() == QPoint(60, 70))
    assert window.geometry().topLeft() != window.pos(), "The frame has a width here."

    told = window.life.place_now()

    assert (told.x, told.y) == (60, 70)


def test_the_size_of_a_cells_text_is_kept_with_the_window(qtbot: QtBot, stand: Stand) -> None:
    play(qtbot, stand, an_engine("[a b]", (a_session("s1", cell="a"),)))
    kept = replace(WORKSPACE.windows[-1], text_percents={"b": 150})
    stand.window.life.restore(replace(WORKSPACE, windows=(kept,)))
    assert stand.terminals.followed[-1].text_percent("b") == 150

    stand.window.place.stop()
    stand.window.invoke("cell.enlarge_text")
    assert stand.terminals.followed[-1].text_percent("a") == 110
    assert stand.window.place._timer.isActive()
    assert stand.window.life.place_now().text_percents == {"a": 110, "b": 150}


def test_the_keyboard_comes_back_to_the_cell_it_was_in(qtbot: QtBot, stand: Stand) -> None:
    kept = replace(WORKSPACE.windows[-1], focused={"p1": "b", "p2": "elsewhere"})
    stand.window.life.restore(replace(WORKSPACE, windows=(kept,)))
    play(qtbot, stand, an_engine("[a b]", (a_session("s1", cell="a"),)))
    assert stand.window.desk.focused_cell == "b"

    stand.window.place.stop()
    stand.window.invoke("cell.focus_left")
    assert stand.window.place._timer.isActive()
    assert stand.window.life.place_now().focused == {"p1": "a"}


def test_a_cell_that_somebody_pointed_at_meanwhile_keeps_the_keyboard(
    qtbot: QtBot, stand: Stand
) -> None:
    play(qtbot, stand, an_engine("[a b c]", (a_session("s1", cell="a"),)))
    for gone in ("d", "c"):
        kept = replace(WORKSPACE.windows[-1], focused={"p1": gone})
        stand.window.desk.point_first_at(kept.focused)
    assert stand.window.desk.focused_cell == "c"
    stand.window.invoke("cell.focus_left")

    stand.window.desk.point_first_at({"p1": "c"})

    assert stand.window.desk.focused_cell == "b"


def test_a_window_whose_screen_went_comes_wholly_onto_one_that_is_there(
    qtbot: QtBot, stand: Stand
) -> None:
    window, room = stand.window, QGuiApplication.primaryScreen().geometry()
    window.resize(room.width() + 300, 400)
    window.move(room.width() + 500, 40)
    qtbot.waitUntil(lambda: window.pos().x() > room.width())
    application = QGuiApplication.instance()
    assert isinstance(application, QGuiApplication)

    application.screenRemoved.emit(QGuiApplication.primaryScreen())

    qtbot.waitUntil(lambda: room.contains(window.frameGeometry()))
    assert window.frameGeometry().width() == room.width()
    assert window.height() == 400


def test_a_window_that_is_seen_stays_where_it_is_when_a_screen_goes(
    qtbot: QtBot, stand: Stand
) -> None:
    window = stand.window
    window.resize(300, 400)
    window.move(100, 40)
    qtbot.waitUntil(lambda: window.pos() == QPoint(100, 40))
    window.place.come_onto_a_screen()
    assert window.pos() == QPoint(100, 40)
    window.move(-50, 40)
    window.showMaximized()
    qtbot.waitUntil(window.isMaximized)
    before = window.geometry()
    window.place.come_onto_a_screen()
    assert window.geometry() == before
