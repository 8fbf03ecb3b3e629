"""A terminal view on a real display that a test tells what to do.

`python -m support.selecting_view`: each line on standard input is a word to do and its text; what
came of it is printed as one line.
"""

import sys
from collections.abc import Callable

from PySide6.QtCore import QPoint, QSocketNotifier, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from fakes.terminal_core import FakeScreenFactory
from fakes.terminal_input import FakeInputEncoderFactory
from fakes.terminal_link import FakeTerminalLinks
from idea.domain.stream.messages import Input
from idea.domain.terminal import Size
from idea.presentation.desktop.bridge.main_thread import MainThread
from idea.presentation.desktop.terminal.view import TerminalView
from support.shown_view import a_view

_LOOK_EVERY_MS = 10


class Player:
    """Does what it is told, one thing after the other, without ever waiting."""

    def __init__(self, application: QApplication) -> None:
        self._application = application
        self._links = FakeTerminalLinks()
        self._main = MainThread()
        self.view: TerminalView | None = None
        self._wanted: Callable[[], str | None] = lambda: None
        self._timer = QTimer()
        self._timer.timeout.connect(self._look)
        self._notifier = QSocketNotifier(sys.stdin.fileno(), QSocketNotifier.Type.Read)
        self._notifier.activated.connect(self._obey)

    def _obey(self) -> None:
        word, _, text = sys.stdin.readline().rstrip("\n").partition(" ")
        match word:
            case "show":
                self._show(text)
            case "select":
                self._select(int(text))
            case "paste":
                self._paste()
            case _:
                if self.view is not None:
                    self.view.close_terminal()
                    self.view.terminal.feed.join()
                self._application.exit(0)

    def _show(self, text: str) -> None:
        view = a_view(self._links, FakeScreenFactory(), FakeInputEncoderFactory(), self._main)
        self.view = view
        view.resize(16 + 40 * 8, 16 + 10 * 18)
        view.show()

        def shown() -> str | None:
            if not self._links.made:
                return None
            if view.frame is None:
                self._links.last.accept(Size(40, 10))
                self._links.last.output(text.encode())
                return None
            row = view.grid.row_at(0)
            return "shown" if text in "".join(run.text for run in row.runs) else None

        self._say_when(shown)

    def _select(self, cells: int) -> None:
        assert self.view is not None
        left = Qt.MouseButton.LeftButton
        first, last = self._at(0), self._at(cells)
        QTest.mousePress(self.view, left, Qt.KeyboardModifier.NoModifier, first)
        QTest.mouseMove(self.view, last)
        QTest.mouseRelease(self.view, left, Qt.KeyboardModifier.NoModifier, last)
        owns = QGuiApplication.clipboard().ownsSelection
        self._say_when(lambda: "selected" if owns() else None)

    def _paste(self) -> None:
        assert self.view is not None
        sent = self._links.last.sent
        QTest.mouseClick(self.view, Qt.MouseButton.MiddleButton, pos=self._at(1))
        self._say_when(
            lambda: "".join(one.data.decode() for one in sent if isinstance(one, Input)) or None
        )

    def _at(self, column: int) -> QPoint:
        assert self.view is not None
        metrics, padding = self.view.grid.metrics, self.view.place.padding
        return QPoint(padding + column * metrics.width, padding + metrics.height // 2)

    def _say_when(self, wanted: Callable[[], str | None]) -> None:
        self._wanted = wanted
        self._timer.start(_LOOK_EVERY_MS)

    def _look(self) -> None:
        said = self._wanted()
        if said is not None:
            self._timer.stop()
            sys.stdout.write(f"{said}\n")
            sys.stdout.flush()


def main() -> int:
    """Play until told to leave."""
    application = QApplication([])
    player = Player(application)
    code = application.exec()
    del player
    return code


if __name__ == "__main__":
    sys.exit(main())
