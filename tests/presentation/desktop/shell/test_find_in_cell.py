"""The find bar over a terminal: typed into, it moves and marks the terminal's text."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from fakes.text_search import FakeTextSearch
from idea.presentation.desktop.shell.find_in_cell import FindInCell, found_sentence
from idea.presentation.desktop.terminal.feed_events import Found
from support.desktop import a_skin
from support.shown_view import Shown


@pytest.fixture
def finding(shown: Shown) -> FindInCell:
    shown.output("\r\n".join(f"line {number}" for number in range(200)))
    return FindInCell(shown.view, FakeTextSearch(), a_skin())


def bar_says(finding: FindInCell) -> str:
    assert finding.bar is not None
    return finding.bar.sentence


def test_typing_finds_marks_counts_and_scrolls(
    shown: Shown, finding: FindInCell, qtbot: QtBot
) -> None:
    finding.open()
    assert finding.bar is not None
    qtbot.keyClicks(finding.bar.box, "line 5")
    shown.wait(lambda: bar_says(finding) == "11 of 11")
    shown.wait(lambda: shown.view.frame is not None and shown.view.frame.scrollback.top == 54)
    shown.wait(lambda: len(shown.view.terminal.marks.spans) == 5)
    assert shown.view.terminal.marks.spans[4] == (4, 0, 6)
    qtbot.keyClick(finding.bar.box, Qt.Key.Key_Return)
    shown.wait(lambda: bar_says(finding) == "10 of 11")
    before = shown.view.grab().toImage()
    qtbot.keyClick(finding.bar.box, Qt.Key.Key_Escape)
    shown.wait(lambda: not shown.view.terminal.marks.spans)
    assert shown.view.frame is not None
    assert shown.view.frame.scrollback.top == 54, "closing the bar moves nothing"
    assert shown.view.grab().toImage() != before


def test_the_next_hit_is_reached_without_the_bar(
    shown: Shown, finding: FindInCell, qtbot: QtBot
) -> None:
    finding.step(down=False)
    assert finding.bar is not None
    assert not finding.bar.isHidden(), "it asks what to look for"
    qtbot.keyClicks(finding.bar.box, "line 77")
    shown.wait(lambda: bar_says(finding) == "1 of 1")
    finding.step(down=False)
    finding.step(down=True)
    assert finding.bar.box.text() == "line 77"


def test_no_key_of_the_bar_reaches_the_program(
    shown: Shown, finding: FindInCell, qtbot: QtBot
) -> None:
    finding.open()
    assert finding.bar is not None
    for widget in (finding.bar.box, finding.bar.case, finding.bar):
        for key in (Qt.Key.Key_F5, Qt.Key.Key_Shift, Qt.Key.Key_PageUp, Qt.Key.Key_Tab):
            qtbot.keyClick(widget, key)
    assert (shown.sent(), shown.encoder.pressed) == (b"", [])


def test_the_bar_stays_in_its_corner(shown: Shown, finding: FindInCell) -> None:
    finding.open()
    bar: QWidget | None = finding.bar
    assert bar is not None
    shown.view.resize(800, 300)
    assert bar.geometry().right() == 800 - 8 - 1
    shown.view.resize(200, 300)
    assert shown.view.rect().contains(bar.geometry())


@pytest.mark.parametrize(
    ("found", "sentence"),
    [
        (Found(), ""),
        (Found(complete=True), "Nothing found"),
        (Found(count=1_500), "1,500+"),
        (Found(count=12, ordinal=3), "3 of 12+"),
        (Found(count=12, ordinal=3, complete=True), "3 of 12"),
        (Found(sentence="No."), "No."),
    ],
)
def test_what_the_bar_says(found: Found, sentence: str) -> None:
    assert found_sentence(found) == sentence
