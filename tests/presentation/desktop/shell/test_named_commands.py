"""Actions that are told something: by the palette, and by a command line outside."""

from dataclasses import replace

from pytestqt.qtbot import QtBot

from idea.application.layouts.split_cell import SplitCellRequest
from idea.application.projects.open_project import OpenProjectRequest
from idea.application.terminals.open_terminal import OpenTerminalRequest
from idea.application.views import EngineState
from idea.application.workspace.tell_outcome import TellOutcomeRequest
from idea.application.workspace.views import ActionAsked
from support.desktop import a_project, a_session, a_state
from support.window import Stand, a_grid, an_engine, play, settle

S1 = a_session("s1", cell="a")


def two_projects() -> EngineState:
    shown = a_grid("a | b", {"a": "s1"})
    projects = (a_project(), a_project("p2", name="shop", root="/home/me/src/shop", open_=False))
    return a_state(projects=projects, layouts=(shown,), sessions=(S1,))


def typed(stand: Stand, text: str) -> list[tuple[str, str]]:
    """Return what the palette offers first for what was typed into it."""
    stand.window.invoke("window.open_palette")
    stand.window.palette_box.box.setText(text)
    return [(entry.title, entry.argument) for entry in stand.window.palette_box.entries[:1]]


def test_an_action_is_found_with_what_it_is_told(qtbot: QtBot, stand: Stand) -> None:
    play(qtbot, stand, an_engine("[a b; c d]", (S1,)))

    assert typed(stand, "go to b2") == [("Go to cell: B2", "B2")]
    assert typed(stand, "split into 3") == [("Split into columns: 3", "3")]
    assert typed(stand, "go to cell") == [("Go to cell…", "")]


def test_without_it_the_palette_asks(qtbot: QtBot, stand: Stand) -> None:
    play(qtbot, stand, an_engine("[a b; c d]", (S1,)))
    palette = stand.window.palette_box

    stand.window.invoke("cell.go_to")

    assert palette.box.placeholderText() == "Go to cell: Which cell?"
    assert [entry.title for entry in palette.entries] == ["A1", "B1", "A2", "B2"]
    palette._choose_row(palette._rows.index(palette.entries[-1]))
    assert stand.window.desk.focused_cell == "d"


def test_a_cell_becomes_several_with_a_shell_in_each(qtbot: QtBot, stand: Stand) -> None:
    divided = replace(a_grid("a | b | c", {"a": "s1"}), created=("b", "c"))
    stand.use_cases.answer(SplitCellRequest, lambda _: divided)
    stand.use_cases.answer(OpenTerminalRequest, lambda _: S1)
    play(qtbot, stand, an_engine("a", (S1,)))

    stand.window.invoke("cell.split_into", "3")
    settle(qtbot, stand)

    assert stand.asked(SplitCellRequest) == [
        SplitCellRequest(project="p1", cell="a", side="right", count=3)
    ]
    opened = [request.cell for request in stand.asked(OpenTerminalRequest)]  # type: ignore[attr-defined]
    assert opened == ["b", "c"]


def test_a_project_is_gone_to_by_the_start_of_its_name(qtbot: QtBot, stand: Stand) -> None:
    stand.use_cases.answer(OpenProjectRequest, lambda _: a_project("p2"))
    play(qtbot, stand, two_projects())

    stand.window.invoke("project.go_to", "SH")

    assert stand.asked(OpenProjectRequest) == [OpenProjectRequest(path="/home/me/src/shop")]
    stand.window.invoke("project.go_to", "nothing")
    assert stand.window.banner.sentence == "There is no project 'nothing'."


def test_what_is_asked_from_outside_is_done_and_answered(qtbot: QtBot, stand: Stand) -> None:
    stand.use_cases.answer(TellOutcomeRequest, lambda _: None)
    play(qtbot, stand, two_projects())

    for call, action, argument in (
        ("1", "cell.go_to", "b1"),
        ("2", "cell.go_to", "Z9"),
        ("3", "cell.go_to", "%"),
        ("4", "cell.split_into", "12"),
        ("5", "layout.merge_cells", ""),
    ):
        play(qtbot, stand, ActionAsked(call=call, action=action, argument=argument))
    settle(qtbot, stand)

    assert stand.window.desk.focused_cell == "b"
    told = {one.call: one.refusal for one in stand.asked(TellOutcomeRequest)}  # type: ignore[attr-defined]
    assert told["1"] == ""
    assert "Z9" in told["2"]
    assert told["3"]
    assert "2 to 9" in told["4"]
    assert "no range is selected" in told["5"]
