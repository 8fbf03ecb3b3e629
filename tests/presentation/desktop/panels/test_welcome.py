from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from idea.presentation.desktop.panels.welcome import WelcomePage
from support.desktop import a_project, a_skin


def test_projects_of_before_are_chosen_with_the_keyboard(qtbot: QtBot) -> None:
    page = WelcomePage(a_skin())
    qtbot.addWidget(page)
    page.resize(800, 600)
    page.show()
    page.activateWindow()
    heard: list[str] = []
    page.project_chosen.connect(heard.append)
    page.open_asked.connect(lambda: heard.append("open"))
    page.show_state([a_project("p1"), a_project("p2", root="/srv/website")], "")

    page.take_keyboard()
    qtbot.waitUntil(page._open.hasFocus)
    QTest.keyClick(page._open, Qt.Key.Key_Return)
    page.setFocus()
    qtbot.waitUntil(page.hasFocus)
    QTest.keyClick(page, Qt.Key.Key_Return)
    QTest.keyClick(page, Qt.Key.Key_Up)
    QTest.keyClick(page, Qt.Key.Key_Return)

    assert heard == ["open", "/home/me/src/ledger", "/srv/website"]


def test_a_shorter_list_leaves_no_row_chosen_that_is_gone(qtbot: QtBot) -> None:
    page = WelcomePage(a_skin())
    qtbot.addWidget(page)
    page.show()
    page.activateWindow()
    page.show_state([a_project("p1"), a_project("p2", root="/srv/website")], "")
    page.setFocus()
    qtbot.waitUntil(page.hasFocus)
    heard: list[str] = []
    page.project_chosen.connect(heard.append)
    QTest.keyClick(page, Qt.Key.Key_Down)

    page.show_state([a_project("p1")], "")
    QTest.keyClick(page, Qt.Key.Key_Return)
    page.show_state([], "The engine is away.")
    QTest.keyClick(page, Qt.Key.Key_Return)

    assert heard == ["/home/me/src/ledger"]
    assert page.sentence == "The engine is away."
