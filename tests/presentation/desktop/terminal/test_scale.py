"""At a fractional scale the grid still lies on whole pixels of the window.

A process has one scale, so each is tried in a process of its own.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[3]

SCRIPT = """
import sys
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QWidget
from fakes.pictures import FakePictures
from fakes.terminal_core import FakeScreenFactory
from fakes.terminal_input import FakeInputEncoderFactory
from fakes.terminal_link import FakeTerminalLinks
from support.terminal import a_frame, a_row
from idea.domain.ids import SessionId
from idea.presentation.desktop.bridge.main_thread import MainThread
from idea.presentation.desktop.terminal.look import TerminalLook
from idea.presentation.desktop.terminal.options import TerminalOptions
from idea.presentation.desktop.terminal.view import TerminalView

application = QApplication([])
window = QWidget()
window.resize(420, 260)
view = TerminalView(
    session=SessionId("s"), links=FakeTerminalLinks(), screens=FakeScreenFactory(),
    encoders=FakeInputEncoderFactory(), main=MainThread(), look=TerminalLook(),
    pictures=FakePictures(),
    options=TerminalOptions(), parent=window,
)
# Odd offsets, so that the view begins between two pixels at most scales.
view.setGeometry(13, 7, 401, 237)
window.show()
rows = {0: a_row("┌─mmm─┐"), 1: a_row("│ mmm │"), 2: a_row("└─mmm─┘")}
view.grid.apply(a_frame(rows, columns=10, lines=4))
picture = window.grab().toImage()
picture.setDevicePixelRatio(1)
buffer = view.grid.image.copy()
buffer.setDevicePixelRatio(1)
ratio = view.devicePixelRatioF()
near = view.mapTo(window, QPoint(0, 0)) * ratio
padding = view.place.padding
found = any(
    picture.copy(near.x() + padding + dx, near.y() + padding + dy, buffer.width(), buffer.height())
    == buffer
    for dx in (-1, 0, 1) for dy in (-1, 0, 1)
)
print(ratio, found, flush=True)
view.close_terminal()
"""


@pytest.mark.slow
@pytest.mark.parametrize("scale", ["0.5", "1.25", "1.5", "3"])
def test_the_back_buffer_reaches_the_window_pixel_for_pixel(scale: str) -> None:
    environment = {
        **os.environ,
        "QT_QPA_PLATFORM": "offscreen",
        "QT_SCALE_FACTOR": scale,
        "PYTHONPATH": os.pathsep.join((str(TESTS), str(TESTS.parent / "src"))),
    }
    run = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert run.stdout.split() == [str(float(scale)), "True"], run.stderr
