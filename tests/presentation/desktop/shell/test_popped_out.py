"""Cells in windows of their own, on fakes."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu, QWidget
from pytestqt.qtbot import QtBot

from idea.application.engine_feed import EngineLost
from idea.application.layouts.swap_cells import SwapCellsRequest
from idea.application.views import EngineState, LayoutShown, SettingShown
from idea.application.workspace.bring_cell_back import BringCellBackRequest
from idea.application.workspace.pop_out_cell import PopOutCellRequest
from idea.application.workspace.save_popped_out_cell import SavePoppedOutCellRequest
from idea.application.workspace.views import (
    PoppedOutView,
    WindowView,
    WorkspaceShown,
    WorkspaceView,
)
from idea.domain.workspace import WindowGeometry
from idea.presentation.desktop.shell.cell_window import CellWindow
from idea.presentation.desktop.viewmodels.cells import Body
from support.desktop import a_session
from support.window import Stand, a_grid, an_engine, play, settle
from support.windows import WindowsStand, a_workspace, an_engine_with

PLACE = WindowGeometry(x=20, y=30, width=640, height=420)
SESSIONS = (a_session("s1", cell="a", name="zsh"), a_session("s2", cell="b", name="logs"))


def a_workspace_with(*cells: str) -> WorkspaceView:
    return WorkspaceView(
        windows=(WindowView(id="w1", geometry=None, projects=("p1",), active="p1"),),
        last_used="w1",
        popped_out=tuple(PoppedOutView(project="p1", cell=each, geometry=PLACE) for each in cells),
    )


class Desk:
    """A window with a popped-out cell, as a person sees both."""

    def __init__(self, qtbot: QtBot, stand: Stand) -> None:
        self.qtbot = qtbot
        self.stand = stand
        for request in (PopOutCellRequest, BringCellBackRequest, SavePoppedOutCellRequest):
            stand.use_cases.answer(request, lambda _: None)  # type: ignore[arg-type]
        self.engine: EngineState = an_engine("a | b", SESSIONS)
        play(qtbot, stand, self.engine)
        self.pop_out("b")

    def pop_out(self, *cells: str) -> None:
        """Let the engine say which cells have windows of their own."""
        play(self.qtbot, self.stand, WorkspaceShown(a_workspace_with(*cells)))

    @property
    def windows(self) -> dict[str, CellWindow]:
        return dict(self.stand.window.popped_out.windows)

    @property
    def window(self) -> CellWindow:
        """The window of the cell B1."""
        return self.windows["b"]

    def attend(self, window: QWidget) -> None:
        """Let the person turn to a window."""
        window.activateWindow()
        self.qtbot.waitUntil(window.isActiveWindow)

    def body(self, cell: str) -> Body:
        grid = self.stand.window.pages.grid("p1")
        frame = grid.frame(cell) if grid is not None else None
        assert frame is not None
        return frame.body

    def bring_backs(self) -> list[object]:
        return self.stand.asked(BringCellBackRequest)


@pytest.fixture
def desk(qtbot: QtBot, stand: Stand) -> Desk:
    return Desk(qtbot, stand)


def test_a_popped_out_cell_is_shown_by_its_window_alone(desk: Desk) -> None:
    window, grid = desk.window, desk.stand.window.pages.grid("p1")
    assert window.isVisible()
    assert window.windowTitle() == "logs – ledger"
    assert (window.width(), window.height()) == (PLACE.width, PLACE.height)
    assert window.grid.terminal("s2") is not None
    assert grid is not None
    assert grid.terminal("s2") is None, "Two views of a session would fight about its size."
    assert grid.terminal("s1") is not None
    assert (desk.body("a"), desk.body("b")) == (Body.TERMINAL, Body.AWAY)


def test_its_place_in_the_grid_says_so_and_brings_it_back(desk: Desk) -> None:
    grid = desk.stand.window.pages.grid("p1")
    assert grid is not None
    frame = grid.frame("b")
    assert frame is not None
    assert "in its own window" in frame.accessibleName()
    frame.setFocus(Qt.FocusReason.OtherFocusReason)
    QTest.keyClick(frame, Qt.Key.Key_Return)
    settle(desk.qtbot, desk.stand)
    assert desk.bring_backs() == [BringCellBackRequest(cell="b")]
    assert desk.stand.window.banner.sentence == "logs is in B1 again."
    desk.pop_out()

    assert desk.windows == {}
    assert desk.body("b") is Body.TERMINAL
    assert grid.terminal("s2") is not None


def test_the_focused_cell_is_popped_out_where_it_is(desk: Desk) -> None:
    main = desk.stand.window
    desk.attend(main)
    main.desk.focus("a")
    main.invoke("cell.pop_out")
    (asked,) = desk.stand.asked(PopOutCellRequest)
    assert isinstance(asked, PopOutCellRequest)
    assert (asked.project, asked.cell) == ("p1", "a")
    assert (asked.width, asked.height) >= (480, 300)
    desk.pop_out("b", "a")
    assert desk.windows["a"].isActiveWindow()
    main.invoke("cell.pop_out")
    assert "cannot be used now: the cell has a window of its own" in main.banner.sentence


def test_a_cell_without_a_session_has_nothing_to_pop_out(desk: Desk) -> None:
    play(desk.qtbot, desk.stand, an_engine("a | b", SESSIONS[1:]))
    desk.stand.window.desk.focus("a")
    desk.stand.window.invoke("cell.pop_out")
    assert desk.stand.asked(PopOutCellRequest) == []


def test_a_zoomed_cell_that_is_popped_out_leaves_the_grid_whole(desk: Desk) -> None:
    main = desk.stand.window
    main.desk.focus("a")
    main.invoke("cell.toggle_zoom")
    main.invoke("cell.pop_out")
    assert main.desk.selection("p1").zoomed == frozenset()


def test_closing_its_window_brings_it_back_and_stops_nothing(desk: Desk) -> None:
    desk.window.close()
    settle(desk.qtbot, desk.stand)
    assert desk.window.isVisible(), "It goes when the engine says so."
    assert desk.bring_backs() == [BringCellBackRequest(cell="b")]
    desk.stand.window.invoke("window.close")


def test_what_is_done_in_its_window_is_done_to_its_cell(desk: Desk) -> None:
    main, window = desk.stand.window, desk.window
    desk.attend(main)
    main.desk.focus("a")
    desk.attend(window)
    assert main.desk.focused_cell == "b"
    part = next(each for each in desk.stand.terminals.made if each is window.grid.terminal("s2"))
    main.popped_out._do("b", "edit.find")
    main.popped_out._do("b", "cell.enlarge_text")
    assert "find" in " ".join(map(str, part.said))
    assert main.desk.texts.by_cell == {"b": 110}
    main.popped_out._do("b", "view.toggle_full_screen")
    assert window.isFullScreen()
    assert not main.isFullScreen()
    main.popped_out._do("b", "view.toggle_full_screen")
    main.popped_out._do("b", "window.close")
    assert desk.bring_backs() == [BringCellBackRequest(cell="b")]


def test_its_keys_are_those_of_the_window(desk: Desk) -> None:
    shortcuts = desk.stand.window.popped_out._keys["b"].shortcuts
    before = shortcuts.made["cell.bring_back"]
    before[0].activated.emit()
    assert desk.bring_backs() == [BringCellBackRequest(cell="b")]
    desk.stand.window.popped_out.follow_keys()
    assert shortcuts.made["cell.bring_back"] != before


def test_a_leader_waits_in_its_window_and_what_follows_concerns_its_cell(desk: Desk) -> None:
    main = desk.stand.window
    play(desk.qtbot, desk.stand, SettingShown("keys.preset", "tmux"))
    desk.attend(desk.window)
    keys, part = main.popped_out._keys["b"], desk.window.grid.terminal("s2")
    assert part is not None
    desk.qtbot.waitUntil(part.widget.hasFocus)
    QTest.keyClick(part.widget, Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier)
    assert (keys.wait.leader is None, main.leader.wait.leader) == (False, None)
    keys.hesitation.timeout.emit()
    assert keys.choices.isVisible()
    assert desk.window.rect().contains(keys.choices.geometry())
    QTest.keyClick(part.widget, Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier)
    assert "key 0x42" in " ".join(desk.stand.terminals.made[-1].said)
    QTest.keyClick(part.widget, Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier)
    desk.pop_out()
    settle(desk.qtbot, desk.stand)
    assert keys.wait.leader is None


def test_the_keyboard_goes_to_the_grid_with_the_person(desk: Desk) -> None:
    main = desk.stand.window
    desk.attend(desk.window)
    main.popped_out._do("b", "cell.focus_left")
    desk.qtbot.waitUntil(main.isActiveWindow)
    assert main.desk.focused_cell == "a"
    desk.attend(desk.window)
    main.popped_out._do("b", "window.open_palette")
    desk.qtbot.waitUntil(main.isActiveWindow)
    assert main.palette_box.is_open


def test_going_to_its_session_raises_its_window(desk: Desk) -> None:
    main = desk.stand.window
    desk.attend(main)
    main.arranging.go_to("s2")
    desk.qtbot.waitUntil(desk.window.isActiveWindow)


def test_its_menu_opens_over_it(desk: Desk, popped_up: list[QMenu]) -> None:
    desk.attend(desk.window)
    desk.window.grid.menu_asked.emit("b", desk.window.pos())
    (menu,) = popped_up
    assert menu.parent() is desk.window
    actions = {each.objectName(): each.isEnabled() for each in menu.actions()}
    assert (actions["cell.pop_out"], actions["cell.bring_back"]) == (False, True)
    menu.deleteLater()


def test_an_ended_session_is_restarted_in_its_window(desk: Desk) -> None:
    ended = replace(SESSIONS[1], status="exited")
    play(desk.qtbot, desk.stand, replace(desk.engine, sessions=(SESSIONS[0], ended)))
    desk.pop_out("b")
    frame = desk.window.grid.frame("b")
    assert frame is not None
    assert frame.body is Body.ENDED
    without = an_engine("a | b", (SESSIONS[0], replace(ended, cell=None)))
    play(desk.qtbot, desk.stand, replace(without, workspace=a_workspace_with("b")))
    assert desk.window.windowTitle() == "B1 – ledger"
    next_one = replace(SESSIONS[1], id="s3")
    again = an_engine("a | b", (SESSIONS[0], next_one))
    play(desk.qtbot, desk.stand, replace(again, workspace=a_workspace_with("b")))
    assert desk.window.grid.terminal("s3") is not None


def test_a_cell_that_is_gone_has_no_window(desk: Desk) -> None:
    play(desk.qtbot, desk.stand, LayoutShown(a_grid("a", {"a": "s1"}, revision=2)))
    assert desk.windows == {}


def test_where_its_window_is_is_kept(desk: Desk) -> None:
    desk.window.resize(500, 333)
    desk.qtbot.waitUntil(lambda: desk.stand.asked(SavePoppedOutCellRequest) != [])
    (asked,) = desk.stand.asked(SavePoppedOutCellRequest)
    assert isinstance(asked, SavePoppedOutCellRequest)
    assert (asked.cell, asked.width, asked.height) == ("b", 500, 333)
    play(desk.qtbot, desk.stand, EngineLost("gone"))
    desk.window.resize(501, 334)
    desk.window.place._timer.timeout.emit()
    desk.stand.window.popped_out._save("b")
    assert len(desk.stand.asked(SavePoppedOutCellRequest)) == 1


def test_its_window_leaves_with_the_window_of_its_tab(desk: Desk) -> None:
    window = desk.window
    desk.stand.window.hide()
    assert not window.isVisible()
    desk.stand.window.show()
    assert window.isVisible(), "It was hidden in the tray."


def test_a_moved_cell_goes_on_in_its_window(desk: Desk) -> None:
    desk.stand.use_cases.answer(SwapCellsRequest, lambda _: desk.engine.layouts[0])
    desk.attend(desk.window)
    desk.stand.window.popped_out._do("b", "cell.swap_left")
    assert desk.stand.asked(SwapCellsRequest)
    moved = replace(an_engine("b | a", SESSIONS), workspace=a_workspace_with("b"))
    play(desk.qtbot, desk.stand, moved)
    assert desk.window.grid.terminal("s2") is not None


def test_the_window_follows_its_tab_into_another_window(qtbot: QtBot) -> None:
    out = PoppedOutView(project="p2", cell="c-p2", geometry=PLACE)
    before = replace(a_workspace("p1 p2", "p3"), popped_out=(out,))
    stand = WindowsStand(before)
    stand.windows.start()
    stand.feed.say(an_engine_with(before))
    qtbot.waitUntil(lambda: set(stand.shown) == {"w1", "w2"})
    stand.settle(qtbot)
    assert list(stand.shown["w1"].popped_out.windows) == ["c-p2"], "Its tab is not in front."
    stand.change(qtbot, replace(a_workspace("p1", "p3 p2"), popped_out=(out,)))
    assert list(stand.shown["w1"].popped_out.windows) == []
    assert list(stand.shown["w2"].popped_out.windows) == ["c-p2"]
    stand.close()
