from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
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


def test_a_notice_goes_by_itself_and_an_error_stays(banner: Banner, qtbot: QtBot) -> None:
    banner._timer.setInterval(5)
    banner.say("Saved.")
    qtbot.waitUntil(lambda: not banner.isVisible())

    banner.say("The engine stopped.", Tone.ERROR)
    qtbot.wait(20)

    assert (banner.isVisible(), banner.sentence) == (True, "The engine stopped.")


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
