"""A popped-out cell is there again after its window was killed, with the same screen."""

from collections.abc import Iterator
from typing import cast

import pytest
from pytestqt.qtbot import QtBot

from idea.application.terminals.list_sessions import ListSessionsRequest
from idea.application.workspace.get_workspace import GetWorkspaceRequest
from idea.application.workspace.run_action import RunActionRequest
from idea.application.workspace.save_popped_out_cell import SavePoppedOutCellRequest
from idea.application.workspace.views import WorkspaceShown
from idea.domain.terminal import UNSEEN_SIZE
from idea.presentation.desktop.shell.cell_window import CellWindow
from idea.presentation.desktop.terminal.view import TerminalView
from idea.presentation.desktop.viewmodels.cells import Body
from support.engine_window import Window
from support.real_windows import RealWindows, real_windows
from support.window_nursery import WindowNursery

pytestmark = [pytest.mark.slow, pytest.mark.posix, pytest.mark.timeout(180)]

MARK = "what-the-cell-shows"


@pytest.fixture
def nursery() -> Iterator[WindowNursery]:
    one = WindowNursery()
    yield one
    one.close()


def cell_window(stand: RealWindows) -> CellWindow | None:
    """Return the window of the only popped-out cell, if it is there."""
    shown = [each for main in stand.shown for each in main.popped_out.windows.values()]
    return shown[0] if shown else None


def screen(window: CellWindow | None, session: str) -> str:
    part = window.grid.terminal(session) if window is not None else None
    view = cast("TerminalView", part.widget) if part is not None else None
    if view is None or view.frame is None:
        return ""
    return "\n".join(view.grid.row_at(row).text for row in range(view.grid.size.rows))


def test_a_popped_out_cell_outlives_its_window_and_comes_back(
    qtbot: QtBot, window: Window, nursery: WindowNursery
) -> None:
    session = window.open_shell("sh", "-c", f"echo {MARK}; exec sleep 999")
    with nursery.window(window.project):
        _until_shown(window)
        window.ask(RunActionRequest(action="cell.pop_out"))
        window.hear(lambda news: isinstance(news, WorkspaceShown) and _is_out(news))
        (out,) = window.ask(GetWorkspaceRequest()).popped_out
        window.ask(SavePoppedOutCellRequest(cell=out.cell, x=30, y=40, width=700, height=333))

    with real_windows(qtbot, window.places) as stand:
        stand.wait(lambda: MARK in screen(cell_window(stand), session.id), "the screen of the cell")
        own = cell_window(stand)
        assert own is not None
        assert (own.width(), own.height()) == (700, 333)
        (main,) = stand.shown
        grid = main.pages.grid(main.desk.current)
        assert grid is not None
        assert grid.terminal(session.id) is None
        frame = grid.frame(out.cell)
        assert frame is not None
        assert frame.body is Body.AWAY

        own.close()
        stand.wait(lambda: MARK in stand.text(main, session.id), "the screen in the grid")
        assert cell_window(stand) is None
        assert window.ask(GetWorkspaceRequest()).popped_out == ()
        (running,) = window.ask(ListSessionsRequest())
        assert (running.id, running.status) == (session.id, "running")


def _is_out(news: WorkspaceShown) -> bool:
    return bool(news.workspace.popped_out)


def _until_shown(window: Window) -> None:
    """Wait until a process shows the session, and takes actions."""
    window.hear(
        lambda _: any(
            one.columns != UNSEEN_SIZE.columns for one in window.ask(ListSessionsRequest())
        )
    )
