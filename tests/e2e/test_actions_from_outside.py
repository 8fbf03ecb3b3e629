"""`idea action run` against a real window in a process of its own."""

import os
import subprocess
import sys

import pytest

from idea.application.layouts.show_layout import ShowLayoutRequest
from idea.application.terminals.open_terminal import OpenTerminalRequest
from idea.application.views import LayoutShown, SessionShown
from support.engine_window import Window

pytestmark = [pytest.mark.slow, pytest.mark.posix]

IDEA = (sys.executable, "-m", "idea")


def run_action(*arguments: str) -> tuple[int, str]:
    done = subprocess.run(
        [*IDEA, "action", "run", *arguments],
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )
    return done.returncode, done.stdout + done.stderr


def test_a_command_line_does_in_the_window_what_its_menus_do(window: Window) -> None:
    assert run_action("cell.split_right") == (1, "No window is open; 'idea' opens one.\n")
    request = OpenTerminalRequest(
        project=str(window.project), cell="A1", command=("cat",), columns=33, rows=10
    )
    window.ask(request)
    process = subprocess.Popen(
        [*IDEA, str(window.project)], env=os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    )
    try:
        # The window gives the session its size, so it knows the project.
        window.hear(lambda news: isinstance(news, SessionShown) and news.session.columns > 90)

        assert run_action("cell.split_into", "3") == (0, "Split into columns\n")
        window.hear(
            lambda news: (
                isinstance(news, LayoutShown) and len(news.layout.tree.get("children", ())) == 3
            )
        )
        layout = window.ask(ShowLayoutRequest(project=str(window.project)))
        assert len(layout.tree["children"]) == 3  # type: ignore[arg-type]

        assert run_action("cell.go_to", "C1") == (0, "Go to cell\n")
        code, sentence = run_action("cell.go_to", "D4")
        assert (code, "D4" in sentence) == (1, True)
        code, sentence = run_action("layout.redo")
        assert (code, "cannot be used now" in sentence) == (1, True)
    finally:
        process.terminate()
        process.wait(60)
