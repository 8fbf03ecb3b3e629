from collections.abc import Sequence

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from idea.presentation.desktop.panels.survivor_list import SurvivorList
from idea.presentation.desktop.panels.survivors_line import SurvivorsLine
from idea.presentation.desktop.viewmodels.survivors import (
    SurvivorRow,
    SurvivorsNote,
    survivor_rows,
)
from support.desktop import NOW, a_skin, a_survivor


def rows(*survivors: str) -> Sequence[SurvivorRow]:
    return survivor_rows([a_survivor(each) for each in survivors], NOW)


def a_list(qtbot: QtBot) -> SurvivorList:
    shown = SurvivorList(a_skin())
    qtbot.addWidget(shown)
    shown.resize(560, 200)
    shown.show()
    return shown


def test_a_button_stops_its_own_program(qtbot: QtBot) -> None:
    shown = a_list(qtbot)
    heard: list[str] = []
    shown.stop_asked.connect(heard.append)
    shown.show_rows(rows("1-1", "2-2"), set())

    qtbot.mouseClick(shown.button("2-2"), Qt.MouseButton.LeftButton)

    assert heard == ["2-2"]
    assert shown.button("2-2").accessibleName().startswith("Stop node, left by zsh")


def test_what_is_being_stopped_says_so_and_cannot_be_asked_twice(qtbot: QtBot) -> None:
    shown = a_list(qtbot)
    shown.show_rows(rows("1-1", "2-2"), {"1-1"})

    told = [(shown.button(each).text(), shown.button(each).isEnabled()) for each in ("1-1", "2-2")]
    assert told == [("Stopping…", False), ("Stop", True)]

    shown.show_rows(rows("1-1", "2-2"), set())
    assert shown.button("1-1").isEnabled()


def test_the_keyboard_stays_at_its_program_while_others_come_and_go(qtbot: QtBot) -> None:
    shown = a_list(qtbot)
    shown.show_rows(rows("1-1", "2-2"), set())
    shown.button("2-2").setFocus()

    shown.show_rows(rows("2-2", "3-3"), set())

    assert [row.id for row in shown.shown] == ["2-2", "3-3"]
    assert shown.focusWidget() is shown.button("2-2")
    assert not shown.grab().isNull()


def test_nothing_takes_no_room(qtbot: QtBot) -> None:
    shown = a_list(qtbot)
    shown.show_rows(rows("1-1"), set())
    shown.show_rows((), set())

    assert (shown.shown, shown.isHidden()) == ((), True)


def test_the_line_is_there_while_it_has_something_to_say(qtbot: QtBot) -> None:
    line = SurvivorsLine(a_skin())
    qtbot.addWidget(line)
    heard: list[bool] = []
    line.clicked.connect(lambda: heard.append(True))
    line.resize(264, line.height())

    line.show_view(SurvivorsNote(words="2 programs left running", memory="66 MiB"))
    assert line.isVisible()
    qtbot.mouseClick(line, Qt.MouseButton.LeftButton)
    line.show_view(SurvivorsNote())

    assert (heard, line.isHidden()) == ([True], True)
