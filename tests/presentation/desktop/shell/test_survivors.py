from collections.abc import Sequence
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from idea.application.terminals.list_survivors import ListSurvivorsRequest
from idea.application.terminals.stop_survivors import StopSurvivorsRequest
from idea.application.views import SessionGone, SessionShown, SurvivorView
from idea.domain.errors import ProcessError
from idea.presentation.desktop.shell.survivors_dialog import SurvivorsDialog
from support.desktop import a_session, a_survivor
from support.window import Stand, an_engine, play, settle

RUNNING = a_session("s1", cell="a")
ENDED = a_session("s1", status="exited", code=0)
NODE = a_survivor()
SLEEP = a_survivor("12-8", program="sleep", project="p2")


class Machine:
    """What runs on the machine that a test plays; stopping ends it."""

    def __init__(self, stand: Stand, *running: SurvivorView) -> None:
        self.running: Sequence[SurvivorView] = running
        self.refuses = False
        self._stand = stand
        stand.use_cases.answer(ListSurvivorsRequest, lambda _: tuple(self.running))
        stand.use_cases.answer(StopSurvivorsRequest, self._stop)
        stand.window.survivors._soon.setInterval(0)

    def _stop(self, request: StopSurvivorsRequest) -> object:
        if self.refuses:
            raise ProcessError("node (4711) does not end.")
        self.running = [each for each in self.running if each.id not in request.survivors]
        return ()

    @property
    def looks(self) -> int:
        """How often the window looked."""
        return len(self._stand.asked(ListSurvivorsRequest))


def opened(qtbot: QtBot, stand: Stand) -> SurvivorsDialog:
    stand.window.invoke("session.show_survivors")
    settle(qtbot, stand)
    dialog = stand.window.survivors.dialog
    assert dialog is not None
    return dialog


def test_a_session_that_ends_is_looked_after_and_the_side_bar_says_what_it_left(
    qtbot: QtBot, stand: Stand
) -> None:
    machine = Machine(stand, NODE, SLEEP)
    play(qtbot, stand, an_engine("a", (RUNNING,)))
    settle(qtbot, stand)
    assert machine.looks == 0  # Nothing has ended: there is nothing to look for.
    line = stand.window.side_bar.survivors

    play(qtbot, stand, SessionShown(ENDED))
    qtbot.waitUntil(lambda: bool(line.view.words))

    assert (line.view.words, line.view.memory) == ("1 program left running", "48 MiB")
    assert line.isVisibleTo(stand.window)
    qtbot.mouseClick(line, Qt.MouseButton.LeftButton)
    assert stand.window.survivors.dialog is not None


def test_an_engine_that_was_started_anew_is_asked_for_what_others_left(
    qtbot: QtBot, stand: Stand
) -> None:
    machine = Machine(stand, NODE)
    play(qtbot, stand, an_engine("a", (ENDED,)))

    qtbot.waitUntil(lambda: stand.window.survivors.known == (NODE,))
    assert machine.looks >= 1


def test_what_a_forgotten_session_left_leaves_the_side_bar_and_stays_in_the_list(
    qtbot: QtBot, stand: Stand
) -> None:
    machine = Machine(stand, NODE)
    play(qtbot, stand, an_engine("a", (ENDED,)))
    line = stand.window.side_bar.survivors
    qtbot.waitUntil(lambda: bool(line.view.words))

    machine.running = [replace(NODE, project="", session_name="")]
    play(qtbot, stand, SessionGone(ENDED.id))
    qtbot.waitUntil(lambda: not line.view.words)

    [row] = opened(qtbot, stand).list.shown
    assert row.detail.startswith("left by a forgotten session")


def test_the_list_stops_one_and_keeps_the_rest(qtbot: QtBot, stand: Stand) -> None:
    Machine(stand, NODE, SLEEP)
    play(qtbot, stand, an_engine("a", (RUNNING,)))
    dialog = opened(qtbot, stand)
    assert [row.program for row in dialog.list.shown] == ["node", "sleep"]
    assert dialog.focusWidget() is dialog.close_button

    qtbot.mouseClick(dialog.list.button("4711-99"), Qt.MouseButton.LeftButton)
    settle(qtbot, stand)

    assert stand.asked(StopSurvivorsRequest) == [StopSurvivorsRequest(survivors=("4711-99",))]
    assert [row.program for row in dialog.list.shown] == ["sleep"]
    assert dialog.stop_all.isHidden()


def test_all_are_those_the_person_sees(qtbot: QtBot, stand: Stand) -> None:
    machine = Machine(stand, NODE, SLEEP)
    play(qtbot, stand, an_engine("a", (RUNNING,)))
    dialog = opened(qtbot, stand)
    machine.running = [*machine.running, a_survivor("9-9")]  # It came after the look.

    qtbot.mouseClick(dialog.stop_all, Qt.MouseButton.LeftButton)
    settle(qtbot, stand)

    assert stand.asked(StopSurvivorsRequest) == [
        StopSurvivorsRequest(survivors=("4711-99", "12-8"))
    ]
    assert [row.id for row in dialog.list.shown] == ["9-9"]


def test_what_does_not_end_is_said_and_can_be_tried_again(qtbot: QtBot, stand: Stand) -> None:
    Machine(stand, NODE).refuses = True
    play(qtbot, stand, an_engine("a", (RUNNING,)))
    dialog = opened(qtbot, stand)

    qtbot.mouseClick(dialog.list.button("4711-99"), Qt.MouseButton.LeftButton)
    settle(qtbot, stand)

    assert stand.window.banner.sentence == "node (4711) does not end."
    assert dialog.list.button("4711-99").isEnabled()


@pytest.mark.parametrize("survivors", [(), (NODE,)])
def test_the_list_looks_again_while_it_is_open_and_no_longer(
    qtbot: QtBot, stand: Stand, survivors: tuple[SurvivorView, ...]
) -> None:
    machine = Machine(stand, *survivors)
    play(qtbot, stand, an_engine("a", (RUNNING,)))
    dialog = opened(qtbot, stand)
    assert dialog.list.isHidden() is not bool(survivors)
    watch = stand.window.survivors
    assert watch._again.isActive()

    qtbot.keyClick(dialog, Qt.Key.Key_Escape)

    assert not watch._again.isActive()
    assert watch.dialog is None
    assert machine.looks == 1
