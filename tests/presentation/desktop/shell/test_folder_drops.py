"""Folders dropped onto the window."""

from PySide6.QtCore import QEvent, QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from idea.application.projects.open_project import OpenProjectRequest
from support.desktop import a_project, a_session
from support.window import Stand, an_engine, play

BUTTON, NO_KEY = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


def content(*urls: str) -> QMimeData:
    found = QMimeData()
    found.setUrls([QUrl(url) for url in urls])
    return found


def is_taken(stand: Stand, what: QMimeData) -> bool:
    event = QDragEnterEvent(QPointF(5, 5), Qt.DropAction.CopyAction, what, BUTTON, NO_KEY)
    event.setAccepted(False)
    QApplication.sendEvent(stand.window, event)
    return event.isAccepted()


def drop(stand: Stand, what: QMimeData) -> None:
    event = QDropEvent(
        QPointF(5, 5), Qt.DropAction.CopyAction, what, BUTTON, NO_KEY, QEvent.Type.Drop
    )
    QApplication.sendEvent(stand.window, event)


def test_a_folder_beside_the_terminals_becomes_a_project(qtbot: QtBot, stand: Stand) -> None:
    stand.use_cases.answer(OpenProjectRequest, lambda _: a_project())
    play(qtbot, stand, an_engine("a", (a_session("s1", cell="a"),)))
    two = content("file:///home/me/src/ledger", "file:///home/me/my%20shop")

    assert is_taken(stand, two)
    drop(stand, two)

    assert stand.asked(OpenProjectRequest) == [
        OpenProjectRequest(path="/home/me/src/ledger"),
        OpenProjectRequest(path="/home/me/my shop"),
    ]


def test_texts_addresses_and_heaps_of_files_are_not_taken(qtbot: QtBot, stand: Stand) -> None:
    play(qtbot, stand, an_engine("a", (a_session("s1", cell="a"),)))
    text = QMimeData()
    text.setText("/home/me")

    assert not is_taken(stand, text)
    assert not is_taken(stand, content("https://example.org/"))
    assert not is_taken(stand, content(*(f"file:///tmp/{number}" for number in range(21))))
