"""After a crash the next window says so: in the banner, in the guilty cell, or without either."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from idea.application.views import BlameView
from idea.presentation.desktop.grid.cell_note import CellNote
from idea.presentation.desktop.shell.dialogs import CrashesDialog
from idea.presentation.desktop.shell.restart_news import RestartNews
from support.desktop import a_session
from support.window import Stand, an_engine, play

SENTENCE = "What make printed ended IdeA's terminal twice, so it was left out."


def test_the_banner_and_the_cell_say_whose_output_it_was(qtbot: QtBot, stand: Stand) -> None:
    news = RestartNews(stand.window.desk, stand.window.notices)
    news.blamed(BlameView(session="s1", sentence=SENTENCE, is_apart=True))
    play(qtbot, stand, an_engine("a", (a_session("s1", cell="a"),)))
    assert stand.window.banner.sentence == SENTENCE
    grid = stand.window.pages.grid("p1")
    assert grid is not None
    [note] = grid.findChildren(CellNote)
    assert note.note is not None
    assert note.note.sentence == SENTENCE


def test_a_crash_that_was_no_sessions_fault_is_told_as_well(stand: Stand) -> None:
    RestartNews(stand.window.desk, stand.window.notices).say("The window crashed.")
    assert stand.window.banner.sentence == "The window crashed."


@pytest.mark.parametrize("again", [True, False])
def test_after_too_many_crashes_the_person_decides(qtbot: QtBot, stand: Stand, again: bool) -> None:
    answers: list[bool] = []
    dialog = CrashesDialog.ask(stand.themes.skin, answers.append)
    qtbot.addWidget(dialog)
    QTest.mouseClick(dialog.start if again else dialog.leave, Qt.MouseButton.LeftButton)
    assert answers == [again]
