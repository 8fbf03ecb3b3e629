from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from idea.presentation.desktop.panels.banner import Banner, Tone
from idea.presentation.desktop.terminal.look import TerminalLook
from idea.presentation.desktop.theme import metrics
from support.desktop import a_skin


@pytest.fixture
def banner(qtbot: QtBot) -> Iterator[Banner]:
    del qtbot  # It makes the application.
    window = QWidget()
    window.resize(800, 200)
    banner = Banner(a_skin(), window)
    banner.setGeometry(0, 0, 800, banner.height())
    window.show()
    yield banner
    window.close()
    window.deleteLater()


@pytest.mark.parametrize("tone", [Tone.NOTICE, Tone.ATTENTION])
def test_notices_and_refusals_go_by_themselves(banner: Banner, qtbot: QtBot, tone: Tone) -> None:
    banner.say("The last cell stays.", tone)
    assert banner._timer.interval() == 6_000

    banner._timer.setInterval(5)
    qtbot.waitUntil(lambda: not banner.isVisible())
    assert banner.sentence == ""


def test_an_error_and_a_question_stay(banner: Banner) -> None:
    banner.say("The engine stopped.", Tone.ERROR)
    assert not banner._timer.isActive()

    banner.say("It ended.", Tone.ATTENTION, "Start again", lambda: None)
    assert not banner._timer.isActive()


def test_a_sentence_stays_while_the_pointer_rests_on_it(banner: Banner) -> None:
    banner.say("The last cell stays.", Tone.ATTENTION)
    where = banner.rect().center().toPointF()
    QApplication.sendEvent(banner, QEnterEvent(where, where, where))
    rested = banner._timer.isActive()
    QApplication.sendEvent(banner, QEvent(QEvent.Type.Leave))

    assert (rested, banner._timer.isActive(), banner.sentence) == (
        False, True, "The last cell stays."
    )  # fmt: skip


def test_a_sentence_is_said_in_its_own_tab_only(banner: Banner) -> None:
    banner.show_tab("p1")
    banner.say("The last cell stays.", Tone.ATTENTION, tab="p1")
    banner.say("htop goes on in the background.", tab="p2")
    heard = [banner.sentence]
    for tab in ("p2", "p1"):
        banner.show_tab(tab)
        heard.append(banner.sentence)

    assert heard == ["The last cell stays.", "htop goes on in the background.", ""]


def test_a_long_sentence_keeps_its_end_and_stays_longer(banner: Banner) -> None:
    path = "/home/me/.local/share/IdeA/projects/ledger/layout.json"
    sentence = (
        f"{path} is damaged (it is not JSON); it is kept as {path}.damaged-1; its backup is used."
    )
    banner.add(sentence)
    lines, _ = banner._lines(700)

    assert banner._timer.interval() > 6_000
    assert len(lines) == 2
    assert lines[0].startswith("/home/me/")
    assert lines[1].endswith("its backup is used.")
    assert banner.toolTip() == sentence


def test_sentences_that_come_together_are_said_one_after_the_other(
    banner: Banner, qtbot: QtBot
) -> None:
    for sentence in ("settings.json is damaged.", "layout.json is damaged.", "A third."):
        banner.add(sentence)
    assert banner.sentence == "settings.json is damaged."

    banner.say("keymap.json is wrong.", Tone.ATTENTION)
    heard = []
    while banner.isVisible():
        heard.append(banner.sentence)
        qtbot.mouseClick(banner._close, Qt.MouseButton.LeftButton)

    assert heard == [
        "keymap.json is wrong.",
        "settings.json is damaged.",
        "layout.json is damaged.",
        "A third.",
    ]


def test_the_button_does_what_it_says_and_ends_the_sentence(banner: Banner, qtbot: QtBot) -> None:
    done: list[int] = []
    banner.say("It ended.", Tone.ATTENTION, "Start again", lambda: done.append(1))

    qtbot.mouseClick(banner._button, Qt.MouseButton.LeftButton)

    assert (done, banner.isVisible(), banner.sentence) == ([1], False, "")


def test_it_covers_what_is_above_the_terminals_and_no_text(banner: Banner) -> None:
    heights = []
    for strips in (True, False):
        banner.fit(strips=strips)
        heights.append(banner.height())

    header, padding = metrics.CELL_HEADER, TerminalLook().padding_px
    assert heights == [metrics.COLUMN_STRIP + header, header + 2 + padding]
