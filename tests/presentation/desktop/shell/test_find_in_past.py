"""The find bar in a full-screen program: it walks through what was shown, and back."""

import threading
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from fakes.text_search import FakeTextSearch
from idea.domain.errors import ProcessError
from idea.domain.ports.terminal_core import Modes
from idea.domain.stream.records import Framed, Output
from idea.domain.terminal import Size
from idea.infrastructure.screen.select import select_core
from idea.presentation.desktop.bridge.main_thread import MainThread
from idea.presentation.desktop.shell.find_in_cell import FindInCell
from idea.presentation.desktop.shell.find_in_past import FindInPast
from idea.presentation.desktop.terminal.past_search import PastSearch
from support.desktop import a_skin
from support.shown_view import Shown


class Log:
    """A log that a thread reads page by page."""

    def __init__(self, main: MainThread) -> None:
        self._main = main
        self.cancelled = 0
        pages = [b"\x1b[?1049h", *(b"\x1b[H\x1b[2Jpage %d of many" % n for n in range(1, 301))]
        self.pages = [Framed(at, at + 1, at * 1000, Output(page)) for at, page in enumerate(pages)]

    def cancel(self) -> None:
        self.cancelled += 1

    def read(
        self,
        session: str,
        search: PastSearch,
        progressed: Callable[[], None],
        ended: Callable[[], None],
    ) -> "Log":
        assert session == "s1"

        def work() -> None:
            for at in range(0, len(self.pages), 50):
                search.retell(self.pages[at : at + 50])
                progressed()
            search.close()
            self._main.post(ended)

        threading.Thread(target=work).start()
        return self


@pytest.fixture
def log() -> Iterator[Log]:
    main = MainThread()
    yield Log(main)
    main.close()


@pytest.fixture
def finding(shown: Shown, log: Log) -> FindInCell:
    try:
        screens = select_core("ghostty")
    except ProcessError as error:
        pytest.skip(error.sentence)
    shown.output("the present")
    shown.modes(Modes(alternate_screen=True))
    return FindInCell(
        shown.view,
        FakeTextSearch(),
        a_skin(),
        lambda view, say: FindInPast(
            view,
            lambda matcher: PastSearch(screens, matcher, Size(40, 10)),
            log.read,
            log._main,
            say,
        ),
    )


def says(finding: FindInCell) -> str:
    assert finding.bar is not None
    return finding.bar.sentence


def look_for(finding: FindInCell, qtbot: QtBot, text: str, *, word: bool) -> None:
    finding.open()
    assert finding.bar is not None
    finding.bar.word.setChecked(word)
    qtbot.keyClicks(finding.bar.box, text)


def test_page_three_of_three_hundred_is_shown_and_left_again(
    shown: Shown, finding: FindInCell, qtbot: QtBot
) -> None:
    look_for(finding, qtbot, "page 3", word=True)
    shown.wait(lambda: says(finding).endswith("1 of 1"))
    assert shown.text() == "page 3 of many"
    assert shown.view._picture._marks == ((0, 0, 6),)
    shown.output("\r\nand goes on")
    assert shown.text() == "page 3 of many"
    assert finding.bar is not None
    qtbot.keyClick(finding.bar.box, Qt.Key.Key_Escape)
    assert (shown.text(), shown.text(1)) == ("the present", "and goes on")
    assert shown.view._picture._marks == ()


def test_up_and_down_walk_through_the_past_and_around_by_the_present(
    shown: Shown, finding: FindInCell, qtbot: QtBot
) -> None:
    look_for(finding, qtbot, "page 29", word=False)
    shown.wait(lambda: says(finding).endswith("11 of 11"))
    seen = [shown.text()]
    for held in (Qt.KeyboardModifier.NoModifier, *[Qt.KeyboardModifier.ShiftModifier] * 3):
        assert finding.bar is not None
        qtbot.keyClick(finding.bar.box, Qt.Key.Key_Return, held)
        seen.append(shown.text())
    assert seen == [
        "page 299 of many",
        "page 298 of many",
        "page 299 of many",
        "the present",
        "page 29 of many",
    ]
    shown.press(Qt.Key.Key_A, text="a")
    assert (shown.text(), shown.sent()) == ("the present", b"a")


def test_a_view_that_goes_away_ends_its_search(
    shown: Shown, finding: FindInCell, log: Log, qtbot: QtBot
) -> None:
    look_for(finding, qtbot, "page 29", word=False)
    shown.wait(lambda: says(finding).endswith("11 of 11"))
    finding.close()
    assert log.cancelled == 1
    said = says(finding)
    finding.step(down=True)
    assert (shown.text(), says(finding)) == ("the present", said)


def test_what_was_never_shown_is_said(shown: Shown, finding: FindInCell, qtbot: QtBot) -> None:
    look_for(finding, qtbot, "nowhere", word=False)
    shown.wait(lambda: says(finding) == "Never shown")
    assert shown.text() == "the present"


def test_another_text_begins_anew(
    shown: Shown, finding: FindInCell, log: Log, qtbot: QtBot
) -> None:
    look_for(finding, qtbot, "page 29", word=False)
    shown.wait(lambda: says(finding).endswith("11 of 11"))
    assert finding.bar is not None
    qtbot.keyClick(finding.bar.box, Qt.Key.Key_Backspace)
    assert log.cancelled >= 1
    assert shown.text() == "the present"
    shown.wait(lambda: says(finding).endswith("111 of 111"))
