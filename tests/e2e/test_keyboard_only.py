"""A whole day without a mouse: from a cold start to quitting, by keys alone."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from idea.application.terminals.list_sessions import ListSessionsRequest
from idea.application.terminals.read_screen import ReadScreenRequest
from idea.domain.actions.catalogue import BY_ID
from idea.domain.actions.keys import Platform
from idea.domain.layout.notation import write
from idea.domain.layout.tree import leaf_ids
from idea.infrastructure.places import find_places
from idea.presentation.desktop.panels.find_bar import FindBar
from support.engine_window import stop_engine
from support.real_window import RealWindow

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

_NONE = Qt.KeyboardModifier.NoModifier


class Typist:
    """Presses keys wherever the keyboard is, and looks at what the window shows."""

    def __init__(self, stand: RealWindow) -> None:
        self.stand = stand
        self.desk = stand.window.desk

    def press(self, chord: str) -> None:
        """Press a chord such as `Ctrl+Shift+M`, as the window system would."""
        pressed = QKeySequence(chord)[0]
        QTest.keyClick(self._window(), pressed.key(), pressed.keyboardModifiers())

    def do(self, action: str) -> None:
        """Press the usual key of an action."""
        self.press(str(BY_ID[action].keys.on(Platform.LINUX)[0]))

    def type(self, text: str) -> None:
        """Type a text, and Enter for each line end."""
        for letter in text:
            if letter == "\n":
                self.press("Return")
                continue
            target = self._keyboard()
            assert target is not None
            for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
                QCoreApplication.sendEvent(target, QKeyEvent(kind, 0, _NONE, letter))

    def choose(self, text: str) -> None:
        """Open the palette and take the first line for a text."""
        self.do("window.open_palette")
        self.wait(lambda: self.stand.window.palette_box.is_open, "the palette")
        self.type(text)
        self.press("Return")

    def wait(self, condition: Callable[[], bool], what: str) -> None:
        """Let the window live until a condition holds."""
        self.stand.wait(condition, lambda: what)

    @property
    def drawing(self) -> str:
        """The grid in front, its cells called by letters in reading order."""
        letters = {leaf: chr(97 + n) for n, leaf in enumerate(leaf_ids(self.stand.tree))}
        return write(self.stand.tree, lambda cell: letters[cell])

    def screen(self, cell: int) -> str:
        """What the cell of a number shows, counted in reading order."""
        layout = self.desk.layout
        assert layout is not None
        session = layout.sessions.get(leaf_ids(self.stand.tree)[cell].value, "")
        if not session:
            return ""
        return "\n".join(self.stand.ask(ReadScreenRequest(session=session)).lines)

    def sessions_shown(self) -> int:
        """How many cells show a session."""
        layout = self.desk.layout
        return len(layout.sessions) if layout is not None else 0

    def _keyboard(self) -> QWidget | None:
        return QApplication.focusWidget() or QApplication.activeWindow()

    def _window(self) -> object:
        top = QApplication.activeModalWidget() or self.stand.window
        return top.windowHandle()


@pytest.fixture
def typist(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Typist]:
    monkeypatch.setenv("SHELL", shutil.which("sh") or "/bin/sh")
    places = find_places()
    stand = RealWindow(qtbot, places, tmp_path)
    try:
        stand.wait(stand.window.isVisible, lambda: "the window to be shown")
        yield Typist(stand)
    finally:
        try:
            stand.close()
        finally:
            stop_engine(places)


def find_bar_says(typist: Typist) -> str:
    bars = [bar for bar in typist.stand.window.findChildren(FindBar) if bar.isVisible()]
    return bars[0].sentence if bars else ""


# The list that completes a path grabs the keyboard, which a screen that nobody sees does not do.
@pytest.mark.qt_log_ignore("grabbing the keyboard", extend=True)
def test_from_a_cold_start_to_quitting_by_keys_alone(
    typist: Typist, qtbot: QtBot, tmp_path: Path
) -> None:
    ledger = tmp_path / "ledger"
    ledger.mkdir()
    window, desk = typist.stand.window, typist.desk

    typist.do("project.open_folder")
    typist.wait(lambda: QApplication.activeModalWidget() is not None, "the question for a folder")
    typist.type(f"{ledger}\n")
    typist.wait(lambda: desk.current != "", "the project")
    typist.wait(lambda: typist.sessions_shown() == 1, "its first shell")

    typist.choose("two by three")
    typist.wait(lambda: typist.drawing == "[a b; c d; e f]", "two columns and three rows")

    typist.press("Alt+Shift+Right")
    typist.wait(lambda: desk.marked(desk.current) is not None, "a range")
    typist.do("layout.merge_cells")
    typist.wait(lambda: typist.drawing == "[a a; b c; d e]", "the first row to be one cell")
    assert typist.sessions_shown() == 1

    typist.wait(lambda: typist.screen(0).strip() != "", "a prompt")
    typist.type("echo run-$((40+2))\n")
    typist.wait(lambda: "run-42" in typist.screen(0), "what the program prints")

    typist.press("Ctrl+Shift+Down")
    typist.do("terminal.open_shell")
    typist.wait(
        lambda: typist.sessions_shown() == 2 and typist.screen(1).strip() != "", "a second shell"
    )
    typist.press("Alt+Shift+Up")
    typist.choose("broadcast to sel")
    typist.wait(lambda: len(desk.broadcast) == 3, "a set of three cells")
    typist.type("echo all-$((40+3))\n")
    for cell in (0, 1):
        typist.wait(lambda cell=cell: "all-43" in typist.screen(cell), f"cell {cell} to get it")  # type: ignore[misc]
    typist.choose("end broadcast")
    typist.wait(lambda: desk.broadcast == (), "the end of the set")

    typist.press("Ctrl+Shift+Up")
    typist.wait(lambda: "run-42" in typist.screen(0), "the first cell")
    typist.do("edit.find")
    typist.type("run-42\n")

    typist.wait(lambda: find_bar_says(typist) == "1 of 1", "the hit")
    typist.press("Escape")

    typist.do("cell.detach_session")
    typist.wait(lambda: typist.sessions_shown() == 1, "the cell to be empty")
    assert len([one for one in typist.stand.ask(ListSessionsRequest()) if one.cell is None]) == 1
    typist.do("cell.attach_session")
    typist.wait(lambda: window.palette_box.is_open, "the sessions in the background")
    typist.press("Return")
    typist.wait(lambda: typist.sessions_shown() == 2, "the session again")
    typist.wait(lambda: "run-42" in typist.screen(0), "what it showed")

    with qtbot.waitSignal(window.left, timeout=60_000):
        typist.do("window.quit")
        typist.wait(lambda: QApplication.activeModalWidget() is not None, "the question")
        typist.press("Return")
    live = [one for one in typist.stand.ask(ListSessionsRequest()) if one.status == "running"]
    assert len(live) == 2
