"""Cells take their look from theme, settings and the size of their own text."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from fakes.pictures import FakePictures
from fakes.terminal_core import FakeScreenFactory
from fakes.terminal_input import FakeInputEncoderFactory
from fakes.terminal_link import FakeTerminalLinks
from fakes.text_search import FakeTextSearch
from idea.domain.stream.messages import ResizeAsked
from idea.domain.terminal import Size
from idea.presentation.desktop.bridge.main_thread import MainThread
from idea.presentation.desktop.grid.terminal_parts import TerminalPart
from idea.presentation.desktop.shell.terminal_adapter import LiveTerminals
from idea.presentation.desktop.terminal.view import TerminalView
from idea.presentation.desktop.viewmodels.desk_state import DeskState
from support.desktop import a_session, a_skin

SESSIONS = {each: a_session(each, cell=f"c-{each}") for each in ("s1", "s2")}
STATE = DeskState(sessions=SESSIONS)


class Two:
    """Two cells of 40 by 10 with their terminals."""

    def __init__(self, qtbot: QtBot) -> None:
        self.main = MainThread()
        self.links = FakeTerminalLinks()
        self.terminals = LiveTerminals(
            links=self.links,
            screens=FakeScreenFactory,
            encoders=FakeInputEncoderFactory,
            main=self.main,
            skin=a_skin(),
            search=FakeTextSearch(),
            pictures=FakePictures(),
        )
        self.terminals.follow(STATE)
        self.window = QWidget()
        qtbot.addWidget(self.window)
        self.parts = [self._part(session) for session in SESSIONS]
        self.window.show()
        qtbot.waitUntil(lambda: len(self.links.made) == 2)
        for link in self.links.made:
            link.accept(Size(40, 10))

    def _part(self, session: str) -> TerminalPart:
        part = self.terminals.create(session, self.window)
        part.widget.resize(16 + 40 * 8, 16 + 10 * 18)
        return part

    def font_px(self) -> list[float]:
        """Return the size of each cell's text."""
        return [part.widget.place.metrics.font_px for part in self.parts]  # type: ignore[attr-defined]


@pytest.fixture
def two(qtbot: QtBot) -> Iterator[Two]:
    two = Two(qtbot)
    yield two
    for part in two.parts:
        part.close()
    two.terminals.join()
    two.main.close()


def test_one_cells_text_grows_alone_and_its_grid_with_it(two: Two) -> None:
    two.terminals.follow(replace(STATE, text_percents={"c-s2": 200}))
    assert two.font_px() == [13, 26]
    for part in two.parts:
        assert isinstance(part.widget, TerminalView)
        part.widget.size_wish.timer.timeout.emit()
    first, second = (
        [message.size for message in link.sent if isinstance(message, ResizeAsked)]
        for link in two.links.made
    )
    assert (first, second) == ([], [Size(20, 5)])
    assert two.terminals.fitting(336, 196, "c-s1") == (40, 10)
    assert two.terminals.fitting(336, 196, "c-s2") == (20, 5)

    two.terminals.follow(STATE)
    assert two.font_px() == [13, 13]


def test_all_cells_are_scaled_at_once_and_together_with_their_own_size(two: Two) -> None:
    settings = {"terminal.text_percent": 150, "terminal.font_size": 20.0}
    two.terminals.follow(replace(STATE, settings=settings, text_percents={"c-s2": 50}))
    assert two.font_px() == [30, 15]


def test_a_session_takes_the_size_of_the_cell_it_moves_to(two: Two) -> None:
    moved = {**SESSIONS, "s1": a_session("s1", cell="c-other")}
    two.terminals.follow(replace(STATE, sessions=moved, text_percents={"c-other": 200}))
    assert two.font_px() == [26, 13]
