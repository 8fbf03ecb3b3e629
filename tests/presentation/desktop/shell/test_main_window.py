from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog
from pytestqt.qtbot import QtBot

from idea.application.engine_feed import EngineLost
from idea.application.layouts.attach_session import AttachSessionRequest
from idea.application.layouts.detach_session import DetachSessionRequest
from idea.application.layouts.merge_cells import MergeCellsRequest
from idea.application.layouts.reopen_cell import ReopenCellRequest
from idea.application.layouts.set_weights import SetWeightsRequest
from idea.application.layouts.split_cell import SplitCellRequest
from idea.application.layouts.undo_layout import UndoLayoutRequest
from idea.application.projects.open_project import OpenProjectRequest
from idea.application.settings.set_setting import SetSettingRequest
from idea.application.terminals.forget_session import ForgetSessionRequest
from idea.application.terminals.open_terminal import OpenTerminalRequest
from idea.application.terminals.stop_session import StopSessionRequest
from idea.application.views import (
    LayoutShown,
    NoticeShown,
    ProjectShown,
    SessionShown,
    SettingShown,
)
from idea.application.workspace.save_window import SaveWindowRequest
from idea.domain.errors import ConflictError
from idea.domain.layout.tree import Direction
from idea.domain.ports.terminal_effects import DirectoryChanged
from idea.presentation.desktop.grid.content import WeightsChosen
from idea.presentation.desktop.shell.dialogs import LeaveDialog
from idea.presentation.desktop.viewmodels.panels import snapshot
from idea.presentation.desktop.widgets.buttons import WordButton
from support.desktop import a_project, a_session, a_state
from support.window import Stand, a_grid, an_engine, play, settle

S1 = a_session("s1", name="make watch", cell="a")
S2 = a_session("s2", name="htop", command=("htop",))


def test_without_a_project_there_is_a_sentence_and_a_button(qtbot: QtBot, stand: Stand) -> None:
    window = stand.window
    assert window.welcome.sentence == "Waiting for the engine."

    play(qtbot, stand, a_state(projects=(a_project(open_=False),)))
    stand.use_cases.answer(OpenProjectRequest, lambda _: a_project())
    window.welcome.project_chosen.emit("/home/me/src/ledger")

    assert window.welcome.sentence == "Open a folder to work in it."
    assert stand.asked(OpenProjectRequest) == [OpenProjectRequest(path="/home/me/src/ledger")]


def test_a_project_opened_for_the_first_time_gets_a_shell_once(qtbot: QtBot, stand: Stand) -> None:
    stand.use_cases.answer(OpenTerminalRequest, lambda _: S1)
    play(qtbot, stand, an_engine("a"))
    play(qtbot, stand, NoticeShown("Something else."))

    [asked] = stand.asked(OpenTerminalRequest)
    assert isinstance(asked, OpenTerminalRequest)
    assert (asked.cell, asked.environment) == ("a", {"DISPLAY": ":1"})
    assert asked.columns > 20


def test_a_project_with_sessions_is_not_greeted(qtbot: QtBot, stand: Stand) -> None:
    play(qtbot, stand, an_engine("a", (S1,)))

    assert stand.asked(OpenTerminalRequest) == []


def test_every_part_shows_the_engines_state(qtbot: QtBot, stand: Stand) -> None:
    play(qtbot, stand, an_engine("a | b", (S1, S2)))
    settle(qtbot, stand)
    window = stand.window

    assert snapshot(window.tabs.view) == "[ledger]"
    assert snapshot(window.side_bar.list.view).splitlines() == [
        "In cells (1)",
        "> shell    make watch (~/src/ledger) A1 running 4 m",
        "Background (1)",
        "  working  htop (~/src/ledger) - running 4 m",
    ]
    assert snapshot(window.status.view) == (
        "ledger | working: 1 working  shell: 1 shell | 80 × 24 · 3 clients · engine 2 h"
    )
    assert window.windowTitle() == "ledger – IdeA"


def test_a_split_starts_a_shell_in_the_new_cell_beside_the_old_one(
    qtbot: QtBot, stand: Stand
) -> None:
    after = a_grid("a | b", {"a": "s1"}, revision=2)

    def split(_: SplitCellRequest) -> object:
        stand.feed.say(LayoutShown(after))
        return after

    stand.use_cases.answer(SplitCellRequest, split)
    stand.use_cases.answer(OpenTerminalRequest, lambda _: S2)
    play(qtbot, stand, an_engine("a", (S1,)))
    stand.window.news.happened("s1", DirectoryChanged("file:///src/a%20b"))
    stand.window.invoke("cell.split_right")
    qtbot.waitUntil(lambda: len(stand.asked(OpenTerminalRequest)) == 1, timeout=60_000)

    [asked] = stand.asked(OpenTerminalRequest)
    assert isinstance(asked, OpenTerminalRequest)
    assert (asked.cell, asked.beside, stand.window.desk.focused_cell) == ("b", "s1", "b")
    assert asked.told_folder == "/src/a b"
    stand.window.news.happened("s1", DirectoryChanged("file://far.example/src"))
    assert stand.window.desk.news.of("s1").folder == "far.example:/src"
    stand.window.invoke("terminal.open_in_background")
    qtbot.waitUntil(lambda: len(stand.asked(OpenTerminalRequest)) == 2, timeout=60_000)
    far = stand.asked(OpenTerminalRequest)[1]
    assert isinstance(far, OpenTerminalRequest)
    assert far.told_folder == ""
    assert stand.asked(SplitCellRequest) == [SplitCellRequest(project="p1", cell="a", side="right")]


def test_keys_reach_actions_and_never_the_program(qtbot: QtBot, stand: Stand) -> None:
    stand.use_cases.answer(UndoLayoutRequest, lambda _: a_grid("a"))
    play(qtbot, stand, an_engine("a | b", (S1,)))
    window = stand.window
    window.activateWindow()
    with qtbot.waitActive(window):
        pass
    part = stand.terminals.made[0]
    qtbot.waitUntil(part.widget.hasFocus)

    held = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    QTest.keyClick(part.widget, Qt.Key.Key_Z, held)
    QTest.keyClick(part.widget, Qt.Key.Key_Right, held)

    assert stand.asked(UndoLayoutRequest) == [UndoLayoutRequest(project="p1")]
    assert window.desk.focused_cell == "b"


def test_shift_and_a_click_on_a_header_extend_the_range(qtbot: QtBot, stand: Stand) -> None:
    second = a_session("s2", cell="b")
    play(qtbot, stand, an_engine("a | b", (S1, second)))
    window = stand.window
    window.activateWindow()
    with qtbot.waitActive(window):
        pass
    grid = window.pages.grid("p1")
    assert grid is not None
    a, b = grid.frame("a"), grid.frame("b")
    assert a is not None
    assert b is not None

    left, header = Qt.MouseButton.LeftButton, QPoint(60, 10)
    QTest.mouseClick(b, left, Qt.KeyboardModifier.ShiftModifier, header)
    marked = window.desk.marked("p1")
    assert marked is not None
    assert (marked.text, window.desk.focused_cell) == ("A1:B1", "a")

    QTest.mouseClick(b, left, Qt.KeyboardModifier.NoModifier, header)
    assert (window.desk.marked("p1"), window.desk.focused_cell) == (None, "b")
    part = grid.terminal("s2")
    assert part is not None
    qtbot.waitUntil(part.widget.hasFocus)


def test_a_key_that_does_nothing_now_says_why(qtbot: QtBot, stand: Stand) -> None:
    play(qtbot, stand, an_engine("a | b", (S1,)))
    [shortcut] = stand.window.shortcuts.made["layout.merge_cells"]

    shortcut.activated.emit()

    said = "“Merge selected cells” cannot be used now: no range is selected; "
    assert stand.window.banner.sentence.startswith(said)
    assert stand.asked(MergeCellsRequest) == []


def test_a_refused_command_says_why_in_place(qtbot: QtBot, stand: Stand) -> None:
    def refuse(_: UndoLayoutRequest) -> object:
        raise ConflictError("There is nothing to undo.")

    stand.use_cases.answer(UndoLayoutRequest, refuse)
    play(qtbot, stand, an_engine("a", (S1,)))
    stand.window.invoke("layout.undo")
    settle(qtbot, stand)

    assert stand.window.banner.sentence == "There is nothing to undo."


def test_a_refusal_stays_in_the_tab_it_was_said_in(qtbot: QtBot, stand: Stand) -> None:
    def refuse(_: UndoLayoutRequest) -> object:
        raise ConflictError("There is nothing to undo.")

    stand.use_cases.answer(UndoLayoutRequest, refuse)
    other = a_grid("b", project="p2")
    play(
        qtbot,
        stand,
        an_engine("a", (S1,)),
        ProjectShown(a_project("p2", name="blog"), raise_tab=False),
        LayoutShown(other),
        SessionShown(a_session("s9", project="p2")),
    )
    stand.window.invoke("layout.undo")
    settle(qtbot, stand)
    said = stand.window.banner.sentence
    stand.window.desk.show_project("p2")

    assert (said, stand.window.banner.sentence) == ("There is nothing to undo.", "")


def test_what_is_said_of_files_is_also_in_the_log(
    qtbot: QtBot, stand: Stand, caplog: pytest.LogCaptureFixture
) -> None:
    play(qtbot, stand, an_engine("a", (S1,)), NoticeShown("a.json is damaged."))
    play(qtbot, stand, NoticeShown("b.json is damaged."))

    assert stand.window.banner.sentence == "a.json is damaged."
    assert [record.getMessage() for record in caplog.records if "damaged" in record.message] == [
        "a.json is damaged.",
        "b.json is damaged.",
    ]


def test_a_mistake_of_ours_is_called_one(
    qtbot: QtBot, stand: Stand, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(_: UndoLayoutRequest) -> object:
        raise KeyError("on purpose")

    stand.use_cases.answer(UndoLayoutRequest, fail)
    play(qtbot, stand, an_engine("a", (S1,)))
    stand.window.invoke("layout.undo")
    settle(qtbot, stand)

    assert "mistake in IdeA (KeyError)" in stand.window.banner.sentence
    assert "unforeseen" in caplog.text


def test_a_lost_engine_is_said_until_it_is_back(qtbot: QtBot, stand: Stand) -> None:
    play(qtbot, stand, an_engine("a", (S1,)), EngineLost("The engine ended; starting it again."))
    assert stand.window.banner.sentence == "The engine ended; starting it again."
    stand.terminals.attached_again.clear()

    play(qtbot, stand, an_engine("a", (S1,)))

    assert stand.window.banner.sentence == "The engine is back."
    assert stand.terminals.attached_again == [""]


def test_an_engine_that_was_stopped_starts_when_the_person_wants_it(
    qtbot: QtBot, stand: Stand
) -> None:
    play(qtbot, stand, an_engine("a", ()))
    stand.window.invoke("engine.start")
    assert "runs already" in stand.window.banner.sentence
    assert stand.feed.starts == 0

    play(qtbot, stand, EngineLost("The engine was stopped.", is_stopped=True))
    assert stand.window.banner.sentence == "The engine was stopped."
    [start] = [
        one for one in stand.window.banner.findChildren(WordButton) if one.text() == "Start it"
    ]
    qtbot.mouseClick(start, Qt.MouseButton.LeftButton)
    assert stand.feed.starts == 1

    stand.window.invoke("engine.start")
    assert stand.feed.starts == 2
    play(qtbot, stand, EngineLost("The engine starts."))
    assert stand.window.banner.sentence == "The engine starts."
    play(qtbot, stand, an_engine("a", ()))
    assert stand.window.banner.sentence == "The engine is back."


def test_closing_with_live_sessions_asks_and_staying_is_the_way_out(
    qtbot: QtBot, stand: Stand
) -> None:
    play(qtbot, stand, an_engine("a", (S1, S2)))
    stand.window.close()
    dialog = stand.window.leaving.dialog

    assert isinstance(dialog, LeaveDialog)
    assert dialog.keep.hasFocus() or dialog.focusWidget() is dialog.keep
    qtbot.mouseClick(dialog.cancel, Qt.MouseButton.LeftButton)
    assert stand.window.isVisible()
    assert stand.window.leaving.dialog is None
    assert not stand.window.leaving.is_decided


def test_keeping_sessions_closes_and_stops_nothing(qtbot: QtBot, stand: Stand) -> None:
    play(qtbot, stand, an_engine("a", (S1,)))
    stand.window.close()
    dialog = stand.window.leaving.dialog
    assert isinstance(dialog, LeaveDialog)

    with qtbot.waitSignal(stand.window.left, timeout=60_000):
        qtbot.mouseClick(dialog.keep, Qt.MouseButton.LeftButton)

    assert stand.asked(StopSessionRequest) == []
    [saved] = stand.asked(SaveWindowRequest)[-1:]
    assert isinstance(saved, SaveWindowRequest)
    assert (saved.projects, saved.active) == (("p1",), "p1")


def test_stopping_all_stops_every_live_session_then_closes(qtbot: QtBot, stand: Stand) -> None:
    stand.use_cases.answer(StopSessionRequest, lambda _: S1)
    play(qtbot, stand, an_engine("a", (S1, S2, a_session("s3", status="exited", code=0))))
    stand.window.close()
    dialog = stand.window.leaving.dialog
    assert isinstance(dialog, LeaveDialog)

    with qtbot.waitSignal(stand.window.left, timeout=60_000):
        qtbot.mouseClick(dialog.stop, Qt.MouseButton.LeftButton)

    assert stand.asked(StopSessionRequest) == [
        StopSessionRequest(session="s1"),
        StopSessionRequest(session="s2"),
    ]


@pytest.mark.parametrize("settings", [{}, {"window.on_close": "keep"}])
def test_closing_asks_nothing_without_a_need(
    qtbot: QtBot, stand: Stand, settings: dict[str, object]
) -> None:
    sessions = (S1,) if settings else ()
    stand.use_cases.answer(OpenTerminalRequest, lambda _: S1)
    play(qtbot, stand, an_engine("a", sessions, settings=settings))

    with qtbot.waitSignal(stand.window.left, timeout=60_000):
        stand.window.close()


def test_a_background_session_is_shown_in_the_empty_cell(qtbot: QtBot, stand: Stand) -> None:
    stand.use_cases.answer(AttachSessionRequest, lambda _: a_grid("a | b"))
    play(qtbot, stand, an_engine("a | b", (S1, S2)))
    row = stand.window.side_bar.list

    qtbot.mouseClick(row, Qt.MouseButton.LeftButton, pos=row.row_point("s2"))
    settle(qtbot, stand)

    assert stand.asked(AttachSessionRequest) == [
        AttachSessionRequest(project="p1", session="s2", cell="b")
    ]


def test_a_selected_range_is_merged_as_it_was_seen(qtbot: QtBot, stand: Stand) -> None:
    merged = a_grid("a | c", notice="htop goes on in the background.")
    stand.use_cases.answer(MergeCellsRequest, lambda _: merged)
    play(qtbot, stand, an_engine("a | b | c", (S1,)))
    stand.window.invoke("range.extend_right")
    stand.window.invoke("layout.merge_cells")

    assert stand.asked(MergeCellsRequest) == [
        MergeCellsRequest(project="p1", cells="A1:B1", base_revision=1)
    ]
    settle(qtbot, stand)
    assert stand.window.banner.sentence == "htop goes on in the background."


def test_a_refused_divider_is_shown_where_it_was(qtbot: QtBot, stand: Stand) -> None:
    def refuse(_: SetWeightsRequest) -> object:
        raise ConflictError("The grid changed meanwhile.")

    stand.use_cases.answer(SetWeightsRequest, refuse)
    play(qtbot, stand, an_engine("a | b", (S1,)))
    grid = stand.window.pages.grid("p1")
    assert grid is not None
    before = grid.placement
    node = next(iter(grid.placement.containers)).value if grid.placement else ""
    chosen = WeightsChosen(node=node, direction=Direction.ROW, weights=(1.0, 3.0), base_revision=1)
    grid.weights_chosen.emit(chosen)
    settle(qtbot, stand)

    assert grid.placement == before
    assert stand.window.banner.sentence == "The grid changed meanwhile."


def test_settings_dress_the_window(qtbot: QtBot, stand: Stand) -> None:
    stand.use_cases.answer(SetSettingRequest, lambda _: {})
    play(qtbot, stand, an_engine("a", (S1,), settings={"appearance.theme": "dark"}))
    stand.window.invoke("view.toggle_theme")
    play(
        qtbot,
        stand,
        SettingShown("appearance.theme", "light"),
        SettingShown("window.show_side_bar", value=False),
        SettingShown("window.show_strips", value=False),
    )
    grid = stand.window.pages.grid("p1")

    assert stand.asked(SetSettingRequest) == [
        SetSettingRequest(name="appearance.theme", value="light")
    ]
    assert stand.themes.skin.theme.tokens.name == "light"
    assert grid is not None
    assert grid.placement is not None
    assert (stand.window.side_bar.isVisible(), grid.placement.rectangle.x) == (False, 0)


@pytest.mark.parametrize(
    ("worn", "action", "wanted"),
    [
        ("dark", "view.toggle_contrast", "high-contrast"),
        ("light", "view.toggle_contrast", "high-contrast-light"),
        ("high-contrast", "view.toggle_contrast", "dark"),
        ("high-contrast", "view.toggle_theme", "high-contrast-light"),
        ("light", "view.toggle_theme", "dark"),
    ],
)
def test_light_and_contrast_are_chosen_apart(
    qtbot: QtBot, stand: Stand, worn: str, action: str, wanted: str
) -> None:
    play(qtbot, stand, an_engine("a", (S1,), settings={"appearance.theme": worn}))
    stand.window.invoke(action)

    asked = [SetSettingRequest(name="appearance.theme", value=wanted)]
    assert stand.asked(SetSettingRequest) == asked


def test_a_closed_tab_takes_its_terminals_away_and_nothing_else(qtbot: QtBot, stand: Stand) -> None:
    play(qtbot, stand, an_engine("a", (S1,)))
    play(qtbot, stand, ProjectShown(a_project(open_=False), raise_tab=False))

    assert [part.said for part in stand.terminals.made] == [["close"]]
    assert stand.window.pages.grid("p1") is None
    assert stand.asked(StopSessionRequest) == []


def test_the_news_of_terminals_reach_the_window(qtbot: QtBot, stand: Stand) -> None:
    play(qtbot, stand, an_engine("a", (S1,)))
    news = stand.terminals.news
    pasted: list[int] = []
    assert news is not None

    news.title_changed("s1", "vim", False)
    news.refused("s1", "The program reads nothing.")
    news.paste_asked("s1", "one\ntwo", lambda: pasted.append(1))
    dialog = next(each for each in stand.window.findChildren(QDialog) if each.isVisible())

    assert "vim" in snapshot(stand.window.side_bar.list.view)
    assert stand.window.banner.sentence == "The program reads nothing."
    assert pasted == []
    dialog.accept()
    assert pasted == [1]


def test_an_ended_session_in_a_cell_can_be_started_again(qtbot: QtBot, stand: Stand) -> None:
    play(qtbot, stand, an_engine("a", (S1,)))
    ended = a_session("s1", cell="a", status="exited", code=2, command=("make", "watch"))
    play(qtbot, stand, SessionShown(ended))
    for kind in (DetachSessionRequest, OpenTerminalRequest, ForgetSessionRequest):
        stand.use_cases.answer(kind, lambda _: None)
    stand.window.invoke("session.restart")
    settle(qtbot, stand)

    names = [type(request).__name__ for request in stand.use_cases.asked][-2:]
    assert names == ["DetachSessionRequest", "OpenTerminalRequest"]
    assert stand.asked(ForgetSessionRequest) == []
    [opened] = stand.asked(OpenTerminalRequest)
    assert isinstance(opened, OpenTerminalRequest)
    assert (opened.command, opened.cwd) == (("make", "watch"), "/home/me/src/ledger")


def test_a_closed_palette_gives_the_keyboard_back_to_its_cell(qtbot: QtBot, stand: Stand) -> None:
    window = stand.window
    play(qtbot, stand, an_engine("a | b", (S1, a_session("s2", cell="b"))))
    window.activateWindow()
    with qtbot.waitActive(window):
        pass
    window.desk.focus("b")
    window.invoke("window.open_palette")
    qtbot.keyClick(window.palette_box.box, Qt.Key.Key_Escape)

    assert window.desk.focused_cell == "b"
    grid = window.pages.grid("p1")
    assert grid is not None
    part = grid.terminal("s2")
    assert part is not None
    assert part.widget.hasFocus()


def test_the_closed_cell_comes_back_and_has_the_keyboard(qtbot: QtBot, stand: Stand) -> None:
    grid = replace(a_grid("a | b"), revision=2)
    back = replace(grid, revision=3, created=("b",))
    stand.use_cases.answer(ReopenCellRequest, lambda _: back)
    play(qtbot, stand, an_engine("a"), LayoutShown(replace(a_grid("a"), can_reopen=True)))
    play(qtbot, stand, LayoutShown(grid))
    assert stand.window.desk.focused_cell == "a"
    play(qtbot, stand, LayoutShown(replace(grid, revision=3, can_reopen=True)))

    stand.window.invoke("cell.reopen")
    settle(qtbot, stand)

    assert stand.asked(ReopenCellRequest) == [ReopenCellRequest(project="p1")]
    assert stand.window.desk.focused_cell == "b"
