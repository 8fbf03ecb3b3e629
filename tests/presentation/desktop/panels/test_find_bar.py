"""What the person types into the find bar, and what it says."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from idea.domain.search import SearchQuery
from idea.presentation.desktop.panels.find_bar import FindBar
from support.desktop import a_skin


@pytest.fixture
def bar(qtbot: QtBot) -> FindBar:
    host = QWidget()
    qtbot.addWidget(host)
    host.resize(700, 300)
    bar = FindBar(a_skin(), host)
    host.show()
    bar.open()
    return bar


def asked(bar: FindBar) -> list[SearchQuery | None]:
    heard: list[SearchQuery | None] = []
    bar.asked.connect(heard.append)
    return heard


def test_every_letter_and_switch_asks_anew(bar: FindBar, qtbot: QtBot) -> None:
    heard = asked(bar)
    qtbot.keyClicks(bar.box, "ab")
    qtbot.keyClick(bar.box, Qt.Key.Key_C, Qt.KeyboardModifier.AltModifier)
    qtbot.keyClick(bar.box, Qt.Key.Key_W, Qt.KeyboardModifier.AltModifier)
    qtbot.mouseClick(bar.expression, Qt.MouseButton.LeftButton)
    qtbot.keyClick(bar.box, Qt.Key.Key_Backspace)
    qtbot.keyClick(bar.box, Qt.Key.Key_Backspace)
    assert heard == [
        SearchQuery(text="a"),
        SearchQuery(text="ab"),
        SearchQuery(text="ab", case=True),
        SearchQuery(text="ab", case=True, word=True),
        SearchQuery(text="ab", case=True, word=True, expression=True),
        SearchQuery(text="a", case=True, word=True, expression=True),
        None,
    ]


def test_enter_goes_up_and_shift_enter_down(bar: FindBar, qtbot: QtBot) -> None:
    steps: list[bool] = []
    bar.stepped.connect(steps.append)
    qtbot.keyClick(bar.box, Qt.Key.Key_Return)
    qtbot.keyClick(bar.box, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(bar.box, Qt.Key.Key_Up)
    qtbot.keyClick(bar.box, Qt.Key.Key_Down)
    qtbot.mouseClick(bar.up, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(bar.down, Qt.MouseButton.LeftButton)
    assert steps == [False, True, False, True, False, True]


def test_escape_closes_and_the_text_is_there_the_next_time(bar: FindBar, qtbot: QtBot) -> None:
    qtbot.keyClicks(bar.box, "abc")
    heard = asked(bar)
    with qtbot.waitSignal(bar.closed):
        qtbot.keyClick(bar.box, Qt.Key.Key_Escape)
    assert bar.isHidden()
    bar.open()
    assert heard == [None, SearchQuery(text="abc")]
    assert bar.box.selectedText() == "abc"


@pytest.mark.parametrize("width", [700, 380, 240, 120])
def test_it_fits_into_narrow_cells(bar: FindBar, width: int) -> None:
    host = bar.parentWidget()
    assert host is not None
    host.resize(width, 200)
    bar.say("1,204 of 10,000+")
    bar.arrange()
    assert host.rect().contains(bar.geometry())
    shown = [bar.box, *(each for each in bar.findChildren(QWidget) if each.isVisible())]
    assert all(bar.rect().contains(each.geometry()) or each is bar.box for each in shown)
    assert bar.box.width() >= 60


def test_what_is_wrong_is_told_to_screen_readers_too(bar: FindBar) -> None:
    bar.say("This is not a regular expression.", wrong=True)
    assert bar.accessibleDescription() == "This is not a regular expression."
