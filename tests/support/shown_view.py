"""A terminal view on fakes, shown and live, and what a test does with it."""

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from fakes.pictures import FakePictures
from fakes.terminal_core import FakeScreen, FakeScreenFactory
from fakes.terminal_input import FakeInputEncoder, FakeInputEncoderFactory
from fakes.terminal_link import FakeTerminalLink, FakeTerminalLinks
from idea.domain.ids import SessionId
from idea.domain.ports.terminal_core import Modes
from idea.domain.stream.messages import Input
from idea.domain.terminal import Size
from idea.presentation.desktop.bridge.main_thread import MainThread
from idea.presentation.desktop.terminal.look import TerminalLook
from idea.presentation.desktop.terminal.options import TerminalOptions
from idea.presentation.desktop.terminal.view import TerminalView

WAIT_MS = 60_000


@dataclass
class Shown:
    """A shown view, live and idle, and what is behind it."""

    view: TerminalView
    links: FakeTerminalLinks
    screens: FakeScreenFactory
    encoder: FakeInputEncoder
    pictures: FakePictures
    bot: QtBot

    @property
    def link(self) -> FakeTerminalLink:
        return self.links.last

    @property
    def screen(self) -> FakeScreen:
        return self.screens.made[-1]

    def wait(self, done: Callable[[], bool]) -> None:
        self.bot.waitUntil(lambda: bool(done()), timeout=WAIT_MS)

    def text(self, row: int = 0) -> str:
        return "".join(run.text for run in self.view.grid.row_at(row).runs)

    def output(self, text: str) -> None:
        """Let the program write, and wait until it is in the back buffer."""
        before = self.view.frame
        self.link.output(text.encode())
        self.wait(lambda: self.view.frame is not before)

    def modes(self, modes: Modes) -> None:
        self.screen.modes = modes
        self.output("\r")
        self.wait(lambda: self.view.terminal.program.modes == modes)

    def inputs(self) -> list[Input]:
        return [one for one in self.link.sent if isinstance(one, Input)]

    def sent(self) -> bytes:
        return b"".join(one.data for one in self.inputs())

    def press(
        self,
        key: Qt.Key,
        modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
        text: str = "",
    ) -> None:
        QApplication.sendEvent(
            self.view, QKeyEvent(QEvent.Type.KeyPress, int(key), modifiers, text)
        )

    def cell(self, row: int, column: int, across: float = 0.5) -> QPoint:
        metrics, padding = self.view.grid.metrics, self.view.place.padding
        ratio = metrics.pixel_ratio
        return QPointF(
            (padding + (column + across) * metrics.width) / ratio,
            (padding + (row + 0.5) * metrics.height) / ratio,
        ).toPoint()

    def wheel(self, notches: int, *, pixels: int = 0) -> None:
        position = QPointF(self.cell(1, 1))
        event = QWheelEvent(
            position,
            self.view.mapToGlobal(position),
            QPoint(0, pixels),
            QPoint(0, 120 * notches),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(self.view, event)


def a_view(
    links: FakeTerminalLinks,
    screens: FakeScreenFactory,
    encoders: FakeInputEncoderFactory,
    main: MainThread,
    **more: object,
) -> TerminalView:
    more.setdefault("pictures", FakePictures())
    return TerminalView(
        session=SessionId("s1"),
        links=links,
        screens=screens,
        encoders=encoders,
        main=main,
        look=TerminalLook(),
        options=TerminalOptions(),
        **more,  # type: ignore[arg-type]
    )


@contextlib.contextmanager
def shown_view(qtbot: QtBot) -> Iterator[Shown]:
    """Show a view of 40 by 10 cells that holds its session; it is closed at the end."""
    links, screens, encoders = FakeTerminalLinks(), FakeScreenFactory(), FakeInputEncoderFactory()
    main = MainThread()
    pictures = FakePictures()
    view = a_view(links, screens, encoders, main, pictures=pictures)
    qtbot.addWidget(view)
    view.resize(16 + 40 * 8, 16 + 10 * 18)
    view.show()
    qtbot.waitExposed(view)
    found = Shown(view, links, screens, encoders.made[0], pictures, qtbot)
    found.wait(lambda: bool(links.made))
    found.link.accept(Size(40, 10))
    found.wait(lambda: view.frame is not None and view.terminal.holding)
    view.setFocus()
    yield found
    view.close_terminal()
    main.close()
