"""The computer stops: the next engine shows what every session showed last, and why it ended."""

import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from idea.application.terminals.list_sessions import ListSessionsRequest
from idea.application.terminals.read_screen import ReadScreenRequest
from idea.application.terminals.screen_views import ScreenView
from idea.application.views import SessionView
from idea.infrastructure.places import find_places
from support.engine_window import WITHIN_S, Window, window_on
from support.everything import lose_power, nothing_is_left
from support.real_window import real_window_on

pytestmark = [pytest.mark.slow, pytest.mark.posix]

REASON = "The computer was restarted."
HISTORY = 10_000
ENOUGH_BYTES = 500_000
"""More of the flood than fills a scrollback, and less than is kept in memory."""
COUNTS = "seq 12000; echo last line; exec cat"
DRAWS = r"printf '\033[?1049h\033[2J\033[3;5Hdrawn \033[1mbold'; exec cat"
FLOODS = "yes what a flood"


def shown(window: Window, session: SessionView) -> ScreenView:
    return window.ask(ReadScreenRequest(session=session.id, history=HISTORY))


def until(condition: Callable[[], object], what: str) -> None:
    deadline = time.monotonic() + WITHIN_S
    while not condition():
        assert time.monotonic() < deadline, f"never happened: {what}"
        threading.Event().wait(0.05)


def has_checkpoint(window: Window, session: SessionView) -> bool:
    return bool(list(window.places.sessions.glob(f"*/{session.id}/*.portable")))


def logged_bytes(window: Window, session: SessionView) -> int:
    """Return how much of a session is on the disk."""
    segments = window.places.sessions.glob(f"*/{session.id}/stream-*")
    return sum(path.stat().st_size for path in segments)


def idea(*arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "idea", *arguments], capture_output=True, text=True, check=True
    )
    return done.stdout + done.stderr


@pytest.mark.timeout(240)
def test_after_a_reboot_every_session_shows_its_last_screen_and_why_it_ended(
    qtbot: QtBot, tmp_path: Path
) -> None:
    project = tmp_path / "project"
    project.mkdir()
    before: dict[str, ScreenView] = {}
    with window_on(project) as window:
        quiet = [window.open_shell("sh", "-c", what) for what in (COUNTS, COUNTS, DRAWS)]
        flood = window.open_shell("sh", "-c", FLOODS)
        counted, portable, drawn = quiet
        until(lambda: "last line" in shown(window, counted).lines, "what is printed last")
        until(lambda: "last line" in shown(window, portable).lines, "what is printed last")
        until(lambda: any("bold" in line for line in shown(window, drawn).lines), "the drawing")
        for session in (*quiet, flood):
            until(lambda session=session: has_checkpoint(window, session), "a checkpoint")
        until(lambda: logged_bytes(window, flood) > ENOUGH_BYTES, "the flood in the log")
        before = {session.id: shown(window, session) for session in quiet}
        window.client.stop()
        lose_power(window.places)

    for native in find_places().sessions.glob(f"*/{portable.id}/*.native"):
        native.unlink()
    newest = max(find_places().sessions.glob(f"*/{flood.id}/stream-*"))
    newest.write_bytes(newest.read_bytes()[:-7])

    with real_window_on(qtbot, project) as stand:
        listed = stand.ask(ListSessionsRequest())
        ended = {one.id: (one.status, one.reason) for one in listed if one.id in before}
        assert ended == dict.fromkeys(before, ("lost", REASON))
        for session, screen in before.items():
            again = stand.ask(ReadScreenRequest(session=session, history=HISTORY))
            assert again == screen
        assert len(before[counted.id].lines) == HISTORY + before[counted.id].rows
        flooded = stand.ask(ReadScreenRequest(session=flood.id, history=HISTORY))
        assert len(flooded.lines) == HISTORY + flooded.rows
        assert set(flooded.lines[:-1]) == {"what a flood"}

        assert REASON in idea("session", "list")
        assert json.loads(idea("session", "show", counted.id, "--json"))["reason"] == REASON
        printed = idea("session", "screen", counted.id)
        assert "last line" in printed
        assert REASON in printed
        cell = stand.cell_of(counted.id)
        cell.wait_for("12000", "last line")
        part = stand.grid.frame(listed_cell(stand.ask(ListSessionsRequest()), counted.id))
        assert part is not None
        assert part._view.look.reason == REASON
    assert nothing_is_left()


@pytest.mark.timeout(240)
def test_what_goes_on_after_a_reboot_has_what_was_shown_before_above_it(tmp_path: Path) -> None:
    project = tmp_path / "project"
    project.mkdir()
    with window_on(project) as window:
        said = window.open_shell("sh", "-c", "printf 'one\\033[31mred\\n'; exec cat")
        until(lambda: "onered" in shown(window, said).lines, "what it says")
        until(lambda: has_checkpoint(window, said), "a checkpoint")
        window.client.stop()
        lose_power(window.places)

    with window_on(project) as window:
        made = json.loads(idea("session", "restart-ended", "-p", str(project), "--json"))
        [again] = made["sessions"]
        request = ReadScreenRequest(session=again["id"], history=HISTORY)
        until(lambda: window.ask(request).lines.count("onered") == 2, "both of what it says")
        lines = [line for line in window.ask(request).lines if line]
    note = f"── {REASON.rstrip('.')}; what was shown before is above. ──"
    assert lines == ["onered", note, "onered"]
    assert nothing_is_left()


def listed_cell(listed: tuple[SessionView, ...], session: str) -> str:
    return next(one.cell for one in listed if one.id == session)
