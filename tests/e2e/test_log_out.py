"""A real window is told to end: its place is kept, its programs go on, and it asks nothing."""

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable

import pytest

from idea.application.terminals.show_session import ShowSessionRequest
from idea.application.workspace.get_workspace import GetWorkspaceRequest
from support.engine_window import WITHIN_S, Window

pytestmark = [pytest.mark.slow, pytest.mark.posix]


def until(condition: Callable[[], object], what: str) -> None:
    deadline = time.monotonic() + WITHIN_S
    while not condition():
        assert time.monotonic() < deadline, f"never happened: {what}"
        threading.Event().wait(0.05)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
@pytest.mark.timeout(180)
def test_a_window_that_is_told_to_end_keeps_its_place_and_leaves_its_sessions(
    window: Window, monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    session = window.open_shell("sh", "-c", "exec sleep 999")
    before = signal.signal(number, signal.SIG_DFL)  # Ignored, as under nohup, it would stay so.
    try:
        parent = subprocess.Popen(
            [sys.executable, "-m", "idea", str(window.project)], stderr=subprocess.PIPE, text=True
        )
    finally:
        signal.signal(number, before)
    until((window.places.reports / "seen.json").is_file, "the window")
    parent.send_signal(number)
    _, said = parent.communicate(timeout=WITHIN_S)

    assert parent.returncode == -number
    assert "Traceback" not in said
    assert window.ask(ShowSessionRequest(session=session.id)).status == "running"
    [place] = window.ask(GetWorkspaceRequest()).windows
    assert place.geometry is not None
    assert (place.geometry.width, place.geometry.height) == (1280, 800)
