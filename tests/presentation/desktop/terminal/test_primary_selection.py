"""The primary selection of X11, between a terminal and another program on a real display."""

import contextlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[3]
_WITHIN_S = 60.0
_VIEW = ("-m", "support.selecting_view")
_OTHER = """
import sys
from PySide6.QtCore import QSocketNotifier
from PySide6.QtGui import QClipboard, QGuiApplication

application = QGuiApplication([])
clipboard, primary = QGuiApplication.clipboard(), QClipboard.Mode.Selection

def obey():
    word, _, text = sys.stdin.readline().rstrip("\\n").partition(" ")
    if word == "own":
        clipboard.setText(text, primary)
        print("owned", flush=True)
    elif word == "read":
        print(clipboard.text(primary), flush=True)
    else:
        application.exit(0)

notifier = QSocketNotifier(sys.stdin.fileno(), QSocketNotifier.Type.Read)
notifier.activated.connect(obey)
application.exec()
"""
"""A program of somebody else's."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.posix,
    pytest.mark.skipif(shutil.which("Xvfb") is None, reason="Xvfb is not installed"),
]


class Program:
    """A program on the display that does as it is told."""

    def __init__(self, environment: dict[str, str], *words: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, *words],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def do(self, order: str) -> str:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{order}\n")
        self._process.stdin.flush()
        return self._process.stdout.readline().rstrip("\n")

    def leave(self) -> None:
        self._process.communicate("leave\n", timeout=_WITHIN_S)


@contextlib.contextmanager
def display() -> Iterator[dict[str, str]]:
    """Run a display; yields the environment of programs on it."""
    reader, writer = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writer), "-nolisten", "tcp"],
        pass_fds=[writer],
        stderr=subprocess.DEVNULL,
    )
    os.close(writer)
    try:
        with os.fdopen(reader) as told:
            number = told.readline().strip()
        path = os.pathsep.join((str(TESTS), str(TESTS.parent / "src")))
        yield {
            **os.environ,
            "DISPLAY": f":{number}",
            "QT_QPA_PLATFORM": "xcb",
            "PYTHONPATH": path,
        }
    finally:
        server.terminate()
        server.wait(_WITHIN_S)


def test_what_is_selected_can_be_pasted_elsewhere_and_the_other_way_round() -> None:
    with display() as environment, contextlib.ExitStack() as ends:
        terminal, other = Program(environment, *_VIEW), Program(environment, "-c", _OTHER)
        for each in (terminal, other):
            ends.callback(each.leave)
        assert terminal.do("show hello world") == "shown"
        assert terminal.do("select 5") == "selected"
        assert other.do("read") == "hello"

        assert other.do("own ls -l") == "owned"
        assert terminal.do("paste") == "ls -l"
