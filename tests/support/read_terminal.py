"""A terminal view in a window of its own, for a test that reads it through the accessibility bus.

Each line on standard input is a JSON text for the program to write; an empty one selects all.
"""

import json
import sys

from PySide6.QtCore import QSocketNotifier
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from fakes.pictures import FakePictures
from fakes.terminal_core import FakeScreenFactory
from fakes.terminal_input import FakeInputEncoderFactory
from fakes.terminal_link import FakeTerminalLinks
from idea.domain.ids import SessionId
from idea.domain.terminal import Size
from idea.presentation.desktop.bridge.main_thread import MainThread
from idea.presentation.desktop.terminal.look import TerminalLook
from idea.presentation.desktop.terminal.options import TerminalOptions
from idea.presentation.desktop.terminal.view import TerminalView


def main() -> int:
    """Show it until standard input ends."""
    application = QApplication([])
    window, links, thread = QWidget(), FakeTerminalLinks(), MainThread()
    view = TerminalView(
        session=SessionId("s"),
        links=links,
        screens=FakeScreenFactory(),
        encoders=FakeInputEncoderFactory(),
        main=thread,
        look=TerminalLook(),
        pictures=FakePictures(),
        options=TerminalOptions(),
        parent=window,
    )
    view.setAccessibleName("A1, zsh")
    QVBoxLayout(window).addWidget(view)
    window.resize(700, 300)
    accepted: list[bool] = []

    def obey() -> None:
        line = sys.stdin.readline()
        if not line:
            application.exit(0)
            return
        if not accepted:
            accepted.append(True)
            links.last.accept(Size(80, 10))
        word = json.loads(line)
        if word:
            links.last.output(word.encode())
        else:
            view.terminal.feed.select_all()

    notifier = QSocketNotifier(sys.stdin.fileno(), QSocketNotifier.Type.Read)
    notifier.activated.connect(obey)
    window.show()
    window.activateWindow()
    view.setFocus()
    sys.stdout.write("shown\n")
    sys.stdout.flush()
    code = application.exec()
    view.close_terminal()
    thread.close()
    return code


if __name__ == "__main__":
    sys.exit(main())
