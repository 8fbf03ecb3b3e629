"""A real window in a process of its own comes back in another size, and its session goes on."""

import os
import subprocess
import sys
from collections.abc import Callable

import pytest

from idea.application.settings.set_setting import SetSettingRequest
from idea.application.terminals.open_terminal import OpenTerminalRequest
from idea.application.views import SessionShown, SessionView
from support.engine_window import Window

pytestmark = [pytest.mark.slow, pytest.mark.posix]


def test_a_larger_interface_leaves_the_same_session_half_the_columns(window: Window) -> None:
    request = OpenTerminalRequest(project=str(window.project), cell="A1", command=("cat",))
    started = window.ask(request)
    process = subprocess.Popen(
        [sys.executable, "-m", "idea", str(window.project)],
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
    )
    try:
        wide = shown_with(window, started, lambda columns: columns > 90)
        window.ask(SetSettingRequest(name="appearance.interface_scale", value=200))
        narrow = shown_with(window, started, lambda columns: columns < 0.6 * wide.columns)

        assert (narrow.pid, narrow.status) == (started.pid, "running")
        assert process.poll() is None
    finally:
        process.terminate()
        process.wait(60)


def shown_with(window: Window, session: SessionView, fits: Callable[[int], bool]) -> SessionView:
    """Wait until a window shows the session in such a width."""

    def wanted(news: object) -> bool:
        if not isinstance(news, SessionShown) or news.session.id != session.id:
            return False
        return fits(news.session.columns)

    found = window.hear(wanted)
    assert isinstance(found, SessionShown)
    return found.session
