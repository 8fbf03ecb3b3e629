"""What can be done to a selected range of cells in the window."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from idea.application.layouts.close_cell import CloseCellRequest
from idea.application.layouts.detach_session import DetachSessionRequest
from idea.application.layouts.move_range import MoveRangeRequest
from idea.application.layouts.swap_range import SwapRangeRequest
from idea.application.layouts.unmerge_cell import UnmergeCellRequest
from idea.application.recipes.save_recipe import SaveRecipeRequest
from idea.application.recipes.views import RecipeSaved, RecipeView
from idea.application.terminals.open_terminal import OpenTerminalRequest
from idea.application.terminals.show_session import ShowSessionRequest
from idea.application.terminals.stop_session import StopSessionRequest
from idea.application.views import LayoutShown, SessionView
from idea.presentation.desktop.shell.dialogs import StopDialog
from idea.presentation.desktop.shell.name_dialog import NameDialog
from support.desktop import a_session
from support.window import Stand, a_grid, an_engine, play, settle

WATCH = replace(a_session("s1", cell="a"), command=("make", "watch"), cwd="/src", folder="/src/web")
ENDED = replace(a_session("s3", cell="c"), status="exited", code=0)
VIM = replace(a_session("s2", cell="b"), program="vim")
GRID = "[a b c; d e f]"
A_RECIPE = RecipeView(
    id="pair",
    scope="global",
    name="Pair",
    file="/data/recipes/pair.json",
    agreed=True,
    cells=2,
    runs={"A1": "make watch"},
    variables=(),
    text="",
)


def begin(qtbot: QtBot, stand: Stand, *sessions: SessionView) -> None:
    by_id = {each.id: each for each in sessions}
    stand.use_cases.answer(ShowSessionRequest, lambda request: by_id[request.session])
    stand.use_cases.answer(StopSessionRequest, lambda request: by_id[request.session])
    stand.use_cases.answer(OpenTerminalRequest, lambda _: WATCH)
    for kind in (CloseCellRequest, DetachSessionRequest):
        stand.use_cases.answer(kind, lambda _: a_grid(GRID))
    play(qtbot, stand, an_engine(GRID, sessions))
    stand.window.desk.focus("a")


def questions(stand: Stand) -> list[StopDialog]:
    return [each for each in stand.window.findChildren(StopDialog) if each.isVisible()]


def test_closing_a_range_is_one_step_and_selects_nothing(qtbot: QtBot, stand: Stand) -> None:
    begin(qtbot, stand, WATCH, VIM)
    stand.window.desk.mark_between("a", "e")
    stand.window.invoke("range.close")

    assert stand.asked(CloseCellRequest) == [
        CloseCellRequest(project="p1", cell="A1:B2", base_revision=1)
    ]
    assert stand.window.desk.marked("p1") is None


def test_detaching_a_range_empties_the_cells_that_show_something(
    qtbot: QtBot, stand: Stand
) -> None:
    begin(qtbot, stand, WATCH, VIM)
    stand.window.desk.mark_between("a", "e")
    stand.window.invoke("range.detach_sessions")

    assert stand.asked(DetachSessionRequest) == [
        DetachSessionRequest(project="p1", cell=cell) for cell in ("a", "b")
    ]


def test_stopping_a_range_asks_once_for_all_that_works(qtbot: QtBot, stand: Stand) -> None:
    shell = replace(a_session("s1", cell="a"), command=("/bin/sh",), program="")
    less = replace(a_session("s4", cell="d"), program="less")
    begin(qtbot, stand, shell, VIM, ENDED, less)
    stand.window.desk.mark_all()
    stand.window.invoke("range.stop_sessions")
    settle(qtbot, stand)

    [question] = questions(stand)
    assert question.windowTitle() == "Stop vim, less?"
    qtbot.mouseClick(question.keep, Qt.MouseButton.LeftButton)
    assert stand.asked(StopSessionRequest) == []
    stand.window.invoke("range.stop_sessions")
    settle(qtbot, stand)
    qtbot.mouseClick(questions(stand)[-1].stop, Qt.MouseButton.LeftButton)

    assert stand.asked(StopSessionRequest) == [
        StopSessionRequest(session=each) for each in ("s1", "s2", "s4")
    ]


def test_idle_shells_stop_without_a_question(qtbot: QtBot, stand: Stand) -> None:
    shells = [
        replace(a_session(f"s{cell}", cell=cell), command=("/bin/sh",), program="") for cell in "ab"
    ]
    begin(qtbot, stand, *shells)
    stand.window.desk.mark_between("a", "b")
    stand.window.invoke("range.stop_sessions")
    settle(qtbot, stand)

    assert questions(stand) == []
    assert len(stand.asked(StopSessionRequest)) == 2


def test_a_cell_is_repeated_in_the_empty_cells_of_the_range(qtbot: QtBot, stand: Stand) -> None:
    begin(qtbot, stand, WATCH, VIM)
    stand.window.desk.mark_between("a", "e")
    stand.window.invoke("range.fill")
    settle(qtbot, stand)

    asked = stand.asked(OpenTerminalRequest)
    assert [(one.cell, one.command, one.cwd) for one in asked] == [  # type: ignore[attr-defined]
        (cell, ("make", "watch"), "/src/web") for cell in ("d", "e")
    ]


def test_an_agent_is_not_repeated_and_a_full_range_says_so(qtbot: QtBot, stand: Stand) -> None:
    begin(qtbot, stand, replace(WATCH, agent="agent-1", name="Ada"), VIM)
    stand.window.desk.mark_between("a", "e")
    stand.window.invoke("range.fill")
    assert "Ada is an agent" in stand.window.banner.sentence
    begin(qtbot, stand, WATCH, VIM)
    stand.window.desk.mark_between("a", "b")
    stand.window.invoke("range.fill")
    assert stand.window.banner.sentence == "No cell of the range is empty."
    assert stand.asked(OpenTerminalRequest) == []


@pytest.mark.parametrize("side", ["left", "right", "up", "down"])
@pytest.mark.parametrize(("verb", "kind"), [("move", MoveRangeRequest), ("swap", SwapRangeRequest)])
def test_a_range_moves_as_one_and_stays_selected(
    qtbot: QtBot, stand: Stand, verb: str, kind: type[MoveRangeRequest], side: str
) -> None:
    begin(qtbot, stand, WATCH)
    stand.use_cases.answer(kind, lambda _: a_grid("[c a b; f d e]"))
    stand.window.desk.mark_between("a", "e")
    stand.window.invoke(f"range.{verb}_{side}")
    stand.feed.say(LayoutShown(a_grid("[c a b; f d e]", revision=2)))
    settle(qtbot, stand)

    assert stand.asked(kind) == [
        kind(project="p1", cells="A1:B2", side=side, base_revision=1),
    ]
    marked = stand.window.desk.marked("p1")
    assert marked is not None
    assert (marked.text, marked.cells) == ("B1:C2", frozenset("abde"))


def test_what_is_merged_in_a_range_is_unmerged_and_only_then_offered(
    qtbot: QtBot, stand: Stand
) -> None:
    begin(qtbot, stand, WATCH)
    stand.feed.say(LayoutShown(a_grid("[a a c; d e f]", revision=2)))
    settle(qtbot, stand)
    stand.use_cases.answer(UnmergeCellRequest, lambda _: a_grid(GRID, revision=3))
    stand.window.desk.mark_between("c", "f")
    assert "range.unmerge" not in stand.window.registry.enabled()
    stand.window.desk.mark_between("a", "f")
    assert "range.unmerge" in stand.window.registry.enabled()
    stand.window.invoke("range.unmerge")

    assert stand.asked(UnmergeCellRequest) == [
        UnmergeCellRequest(project="p1", cell="A1:C2", base_revision=2)
    ]


def test_a_range_is_saved_as_a_recipe_under_a_name(qtbot: QtBot, stand: Stand) -> None:
    begin(qtbot, stand, WATCH)
    stand.use_cases.answer(SaveRecipeRequest, lambda _: RecipeSaved(recipe=A_RECIPE, notices=()))
    stand.window.desk.mark_between("a", "b")
    stand.window.invoke("range.save_as_recipe")
    [asking] = [each for each in stand.window.findChildren(NameDialog) if each.isVisible()]
    assert asking.windowTitle() == "Save A1:B1 as recipe"
    asking.box.setText("Pair")
    asking.take.click()
    settle(qtbot, stand)

    assert stand.asked(SaveRecipeRequest) == [
        SaveRecipeRequest(project="p1", name="Pair", cells="A1:B1")
    ]
