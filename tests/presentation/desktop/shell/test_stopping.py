from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from idea.application.layouts.attach_session import AttachSessionRequest
from idea.application.layouts.detach_session import DetachSessionRequest
from idea.application.terminals.forget_session import ForgetSessionRequest
from idea.application.terminals.show_session import ShowSessionRequest
from idea.application.terminals.stop_session import StopSessionRequest
from idea.application.views import SessionView
from idea.domain.errors import ConflictError
from idea.presentation.desktop.shell.dialogs import StopDialog
from support.desktop import a_session
from support.window import Stand, a_grid, an_engine, play, settle

SHELL = a_session("s1", cell="a")
BEHIND = a_session("s2")
ENDED = a_session("s3", status="exited", code=0)


def begin(qtbot: QtBot, stand: Stand, found: SessionView) -> None:
    """Show the sessions; the engine finds `found` when it looks anew."""
    stand.use_cases.answer(ShowSessionRequest, lambda _: found)
    stand.use_cases.answer(StopSessionRequest, lambda _: found)
    play(qtbot, stand, an_engine("a | b", (SHELL, BEHIND, ENDED)))


def questions(stand: Stand) -> list[StopDialog]:
    return [each for each in stand.window.findChildren(StopDialog) if each.isVisible()]


def stop_in_side_bar(qtbot: QtBot, stand: Stand, session: str) -> None:
    rows = stand.window.side_bar.list
    where = QPoint(rows.width() - 19, rows.row_point(session).y())
    qtbot.mouseMove(rows, where)
    qtbot.mouseClick(rows, Qt.MouseButton.LeftButton, pos=where)
    settle(qtbot, stand)


def test_the_square_in_the_side_bar_asks_before_it_ends_a_program(
    qtbot: QtBot, stand: Stand
) -> None:
    begin(qtbot, stand, replace(BEHIND, program="vim"))
    stop_in_side_bar(qtbot, stand, "s2")
    [question] = questions(stand)

    assert question.windowTitle() == "Stop vim?"
    assert question.focusWidget() is question.keep
    assert stand.asked(StopSessionRequest) == []

    qtbot.mouseClick(question.stop, Qt.MouseButton.LeftButton)
    assert stand.asked(StopSessionRequest) == [StopSessionRequest(session="s2")]


@pytest.mark.parametrize("action", ["session.stop", "session.stop_at_once"])
def test_keeping_ends_nothing_and_the_next_stop_asks_again(
    qtbot: QtBot, stand: Stand, action: str
) -> None:
    begin(qtbot, stand, replace(SHELL, program="vim"))
    for _ in range(2):
        stand.window.invoke(action)
        settle(qtbot, stand)
        [question] = questions(stand)
        qtbot.keyClick(question, Qt.Key.Key_Escape)

    assert questions(stand) == []
    assert stand.asked(StopSessionRequest) == []


def test_a_command_that_is_no_shell_is_asked_about(qtbot: QtBot, stand: Stand) -> None:
    begin(qtbot, stand, replace(SHELL, command=("/usr/bin/make", "watch")))
    stand.window.invoke("session.stop")
    settle(qtbot, stand)

    assert [each.windowTitle() for each in questions(stand)] == ["Stop make?"]


@pytest.mark.parametrize("program", ["", "zsh"])
def test_an_idle_shell_stops_at_once(qtbot: QtBot, stand: Stand, program: str) -> None:
    begin(qtbot, stand, replace(SHELL, program=program))
    stand.window.invoke("session.stop")
    settle(qtbot, stand)

    assert questions(stand) == []
    assert stand.asked(StopSessionRequest) == [StopSessionRequest(session="s1")]


def test_a_session_that_cannot_be_looked_at_is_not_stopped(qtbot: QtBot, stand: Stand) -> None:
    def refuse(_: ShowSessionRequest) -> object:
        raise ConflictError("There is no session 's1'.")

    begin(qtbot, stand, SHELL)
    stand.use_cases.answer(ShowSessionRequest, refuse)
    stand.window.invoke("session.stop")
    settle(qtbot, stand)

    assert stand.asked(StopSessionRequest) == []
    assert stand.window.banner.sentence == "There is no session 's1'."


def ask_row_menu(stand: Stand, session: str) -> None:
    rows = stand.window.side_bar.list
    where = rows.row_point(session)
    event = QContextMenuEvent(
        QContextMenuEvent.Reason.Mouse, where, rows.mapToGlobal(where), Qt.KeyboardModifier(0)
    )
    QApplication.sendEvent(rows, event)


def test_a_row_offers_what_applies_to_its_session(
    qtbot: QtBot, stand: Stand, popped_up: list[QMenu]
) -> None:
    begin(qtbot, stand, SHELL)
    for session in ("s1", "s2", "s3"):
        ask_row_menu(stand, session)

    assert [[each.text() for each in menu.actions()] for menu in popped_up] == [
        ["Send to background", "Stop session"],
        ["Show here", "Stop session"],
        ["Show here", "Forget ended session"],
    ]


@pytest.mark.parametrize(
    "row",
    [
        ("s1", "cell.detach_session", DetachSessionRequest(project="p1", cell="a")),
        ("s2", "cell.attach_session", AttachSessionRequest(project="p1", session="s2", cell="b")),
        ("s2", "session.stop", StopSessionRequest(session="s2")),
        ("s3", "session.forget", ForgetSessionRequest(session="s3")),
    ],
)
def test_what_a_row_offers_is_done_to_its_session(
    qtbot: QtBot,
    stand: Stand,
    popped_up: list[QMenu],
    row: tuple[str, str, object],
) -> None:
    session, action, asked = row
    begin(qtbot, stand, SHELL)
    stand.use_cases.answer(type(asked), lambda _: a_grid("a | b"))  # type: ignore[arg-type]
    ask_row_menu(stand, session)
    [menu] = popped_up
    next(each for each in menu.actions() if each.objectName() == action).trigger()
    settle(qtbot, stand)

    assert stand.asked(type(asked)) == [asked]


def test_the_menu_key_opens_the_menu_of_the_row_at_the_keyboard(qtbot: QtBot, stand: Stand) -> None:
    begin(qtbot, stand, SHELL)
    rows = stand.window.side_bar.list
    heard: list[str] = []
    rows.menu_asked.disconnect()
    rows.menu_asked.connect(lambda session, _: heard.append(session))
    rows.take_keyboard()
    nowhere = QPoint(0, 0)
    event = QContextMenuEvent(
        QContextMenuEvent.Reason.Keyboard, nowhere, nowhere, Qt.KeyboardModifier(0)
    )
    QApplication.sendEvent(rows, event)

    assert heard == ["s1"]
