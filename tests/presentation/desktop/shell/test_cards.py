"""Cards in the window: what they tell, and how a click gives the real terminal."""

from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from idea.application.terminals.read_screen import ReadScreenRequest
from idea.application.terminals.screen_views import ScreenView
from idea.domain.errors import ProcessError
from idea.presentation.desktop.grid.cell_frame import CellFrame
from idea.presentation.desktop.shell.card_lines import last_line
from idea.presentation.desktop.viewmodels.cells import Body
from support.desktop import a_session
from support.window import Stand, an_engine, play, settle

CELLS = "abcdefghijklmnopqrstuvwx"
DRAWING = "[" + "; ".join(" ".join(CELLS[row : row + 6]) for row in range(0, 24, 6)) + "]"


def _a_screen(request: ReadScreenRequest) -> ScreenView:
    lines = ("$ make", f"built {request.session}", "  ")
    return ScreenView(id=request.session, title="", columns=80, rows=24, cursor=(2, 0), lines=lines)


def _with_24_sessions(qtbot: QtBot, stand: Stand) -> None:
    sessions = tuple(a_session(f"s-{cell}", cell=cell) for cell in CELLS)
    stand.window.resize(1280, 800)
    play(qtbot, stand, an_engine(DRAWING, sessions))
    settle(qtbot, stand)


def _frame(stand: Stand, cell: str) -> CellFrame:
    grid = stand.window.pages.grid("p1")
    assert grid is not None
    frame = grid.frame(cell)
    assert frame is not None
    return frame


def test_cards_are_told_the_last_lines_of_their_sessions_one_after_the_other(
    qtbot: QtBot, stand: Stand
) -> None:
    stand.use_cases.answer(ReadScreenRequest, _a_screen)
    _with_24_sessions(qtbot, stand)

    qtbot.waitUntil(lambda: _frame(stand, "c")._line == "built s-c")
    asked = [request.session for request in stand.asked(ReadScreenRequest)]  # type: ignore[attr-defined]
    assert len(set(asked)) == len(asked)


def test_a_screen_that_cannot_be_read_is_only_asked_for_more_rarely(
    qtbot: QtBot, stand: Stand
) -> None:
    def refuse(_: ReadScreenRequest) -> ScreenView:
        raise ProcessError("There is no screen worker on this system.")

    stand.use_cases.answer(ReadScreenRequest, refuse)
    _with_24_sessions(qtbot, stand)

    qtbot.waitUntil(lambda: len(stand.asked(ReadScreenRequest)) >= 2)
    assert stand.window.banner.sentence == ""


def test_a_click_on_a_card_makes_room_for_the_terminal_and_the_next_click_moves_it(
    qtbot: QtBot, stand: Stand
) -> None:
    stand.use_cases.answer(ReadScreenRequest, _a_screen)
    _with_24_sessions(qtbot, stand)
    layout = stand.window.desk.layout

    for cell in ("h", "x"):
        qtbot.mouseClick(_frame(stand, cell), Qt.MouseButton.LeftButton, pos=QPoint(30, 12))
        bodies = {each: _frame(stand, each).body for each in CELLS}
        assert [each for each, body in bodies.items() if body is Body.TERMINAL] == [cell]
        assert stand.window.desk.focused_cell == cell
    stand.window.invoke("cell.toggle_room")
    assert {_frame(stand, each).body for each in CELLS} == {Body.CARD}
    assert stand.window.desk.layout == layout


def test_the_keyboard_alone_opens_a_card(qtbot: QtBot, stand: Stand) -> None:
    stand.use_cases.answer(ReadScreenRequest, _a_screen)
    _with_24_sessions(qtbot, stand)

    stand.window.invoke("cell.focus_right")
    assert _frame(stand, "b").body is Body.CARD
    qtbot.keyClick(_frame(stand, "b"), Qt.Key.Key_Return)
    assert _frame(stand, "b").body is Body.TERMINAL


def test_the_last_line_is_the_last_that_is_not_blank() -> None:
    assert last_line(("one", "  two ", "", "   ")) == "two"
    assert last_line(()) == ""
