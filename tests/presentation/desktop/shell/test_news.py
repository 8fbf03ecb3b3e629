"""What programs tell reaches the person, and what the person answers reaches where it belongs."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot

from idea.application.engine_feed import EngineLost
from idea.application.layouts.attach_session import AttachSessionRequest
from idea.application.layouts.swap_cells import SwapCellsRequest
from idea.application.settings.get_keymap import GetKeymapRequest
from idea.application.terminals.set_title import SetTitleRequest
from idea.application.terminals.show_session import ShowSessionRequest
from idea.application.terminals.tell_look import TellLookRequest
from idea.application.terminals.tell_status import StatusPart, TellStatusRequest
from idea.application.views import (
    BellRung,
    CommandTold,
    KeymapShown,
    KeymapView,
    NotificationTakenBack,
    NotificationTold,
    ProgramStatusView,
    ProgressTold,
    SessionShown,
)
from idea.domain.ports.terminal_core import DefaultColors
from idea.domain.ports.terminal_effects import Bell, ClipboardWritten, Notified, ProgressChanged
from idea.domain.ports.terminal_link import LinkLost
from idea.domain.program_status import AT_PROMPT, StatusNews
from idea.domain.setting import SettingValue
from idea.presentation.desktop.grid.cell_note import CellNote
from idea.presentation.desktop.shell.terminals import TerminalNews
from idea.presentation.desktop.terminal.look import TerminalLook
from idea.presentation.desktop.viewmodels.panels import snapshot
from idea.presentation.desktop.viewmodels.session_news import Note, NoteKind, Progress
from support.desktop import PlainPart, a_session
from support.window import Stand, an_engine, play, settle

S1 = a_session("s1", cell="a")
S2 = a_session("s2", name="htop", command=("htop",), cell="b")
S3 = a_session("s3", name="top", command=("top",))
WORKING = ProgramStatusView(
    state="working", kind="", progress=None, app="", title="", message="", since="2026"
)


@pytest.fixture
def news(qtbot: QtBot, stand: Stand) -> TerminalNews:
    """Return whom the terminals of a window with three sessions tell their news."""
    play(qtbot, stand, an_engine("a | b", (S1, S2, S3)))
    stand.window.resize(1600, 900)
    stand.window.activateWindow()
    assert stand.terminals.news is not None
    return stand.terminals.news


def part_of(stand: Stand, session: str) -> PlainPart:
    return next(part for part in stand.terminals.made if part.session == session)


def the_note(stand: Stand) -> CellNote | None:
    grid = stand.window.pages.grid("p1")
    assert grid is not None
    notes = [note for note in grid.findChildren(CellNote) if not note.isHidden()]
    assert len(notes) < 2
    return notes[0] if notes else None


def test_a_bell_marks_header_row_and_tab_until_its_cell_is_focused(
    stand: Stand, news: TerminalNews
) -> None:
    news.happened("s2", Bell())

    def marks() -> tuple[bool, bool]:
        look = stand.window.desk.cells("p1")["b"].look
        [tab] = stand.window.tabs.view.tabs
        assert look is not None
        return look.rang, tab.rang

    assert marks() == (True, True)
    stand.window.news.is_attended = lambda: True
    stand.window.desk.focus("b")
    assert marks() == (False, False)


def test_a_notification_and_progress_stand_in_the_side_bar(
    stand: Stand, news: TerminalNews
) -> None:
    news.happened("s2", Notified("", "Tests passed"))
    news.happened("s3", ProgressChanged(1, 30))

    lines = snapshot(stand.window.side_bar.list.view).splitlines()
    assert "  working  htop (~/src/ledger) B1 Tests passed 4 m" in lines
    assert "  working  top (~/src/ledger) - 30 % 4 m" in lines


def test_the_clipboard_is_given_only_when_the_person_allows_it(
    qtbot: QtBot, stand: Stand, news: TerminalNews
) -> None:
    clipboard = QGuiApplication.clipboard()
    clipboard.setText("mine")

    news.happened("s1", ClipboardWritten("theirs"))
    note = the_note(stand)
    assert note is not None
    assert clipboard.text() == "mine"
    stand.window.invoke("cell.focus_buttons")
    qtbot.waitUntil(lambda: note.has_keyboard)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)

    assert clipboard.text() == "theirs"
    assert the_note(stand) is None
    qtbot.waitUntil(part_of(stand, "s1").widget.hasFocus)
    news.happened("s1", ClipboardWritten("more"))
    assert clipboard.text() == "more"


@pytest.mark.parametrize(
    ("settings", "copied"),
    [
        ({"terminal.clipboard_writes": "allow"}, "theirs" * 200),
        ({"terminal.clipboard_writes": "refuse"}, "mine"),
        ({"terminal.clipboard_writes": "refuse", "terminal.clipboard_kib": 1}, "mine"),
    ],
)
def test_settings_answer_for_the_person(
    qtbot: QtBot,
    stand: Stand,
    news: TerminalNews,
    settings: Mapping[str, SettingValue],
    copied: str,
) -> None:
    QGuiApplication.clipboard().setText("mine")
    state = an_engine("a", (a_session("s1", cell="a"),), settings=settings)
    play(qtbot, stand, state)

    news.happened("s1", ClipboardWritten("theirs" * 200))

    assert QGuiApplication.clipboard().text() == copied
    assert the_note(stand) is None


@pytest.mark.parametrize("policy", ["ask", "allow"])
def test_more_than_a_program_may_copy_is_left_out_with_a_sentence(
    qtbot: QtBot, stand: Stand, news: TerminalNews, policy: str
) -> None:
    QGuiApplication.clipboard().setText("mine")
    settings: Mapping[str, SettingValue] = {
        "terminal.clipboard_writes": policy,
        "terminal.clipboard_kib": 1,
    }
    play(qtbot, stand, an_engine("a", (a_session("s1", cell="a"),), settings=settings))

    news.happened("s1", ClipboardWritten("é" * 513))

    note = the_note(stand)
    assert note is not None
    assert note.note == Note(
        NoteKind.TOO_LARGE,
        "2 KiB for the clipboard were left out, more than terminal.clipboard_kib.",
    )
    QTest.keyClick(note._buttons[0], Qt.Key.Key_Return)
    assert the_note(stand) is None
    assert QGuiApplication.clipboard().text() == "mine"


def test_the_first_answer_refuses_and_escape_answers_nothing(
    qtbot: QtBot, stand: Stand, news: TerminalNews
) -> None:
    clipboard = QGuiApplication.clipboard()
    clipboard.setText("mine")
    news.happened("s1", ClipboardWritten("theirs"))
    note = the_note(stand)
    assert note is not None

    note.take_keyboard()
    qtbot.waitUntil(lambda: note.has_keyboard)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    qtbot.waitUntil(part_of(stand, "s1").widget.hasFocus)
    assert the_note(stand) is note
    note.take_keyboard()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Space)

    assert (clipboard.text(), the_note(stand)) == ("mine", None)


def test_a_terminal_that_lost_its_link_can_be_tried_again_alone(
    stand: Stand, news: TerminalNews
) -> None:
    stand.terminals.attached_again.clear()
    news.happened("s2", LinkLost("This session's output could not be followed."))
    note = the_note(stand)
    assert note is not None

    note.take_keyboard()
    QTest.keyClick(note._buttons[0], Qt.Key.Key_Return)

    assert stand.terminals.attached_again == ["s2"]
    assert the_note(stand) is None


def test_a_note_floats_and_changes_no_terminals_size(stand: Stand, news: TerminalNews) -> None:
    part = part_of(stand, "s1")
    before = part.widget.geometry()

    news.happened("s1", ClipboardWritten("x" * 50))
    note = the_note(stand)

    assert part.widget.geometry() == before
    assert note is not None
    assert note.geometry().bottom() <= before.top() + TerminalLook().padding_px


def test_titles_reach_the_engine_together_and_only_from_the_holder(
    stand: Stand, news: TerminalNews
) -> None:
    stand.use_cases.answer(SetTitleRequest, lambda _: S1)
    for number in range(50):
        news.title_changed("s1", f"frame {number}", True)
    news.title_changed("s2", "not mine", False)

    assert stand.asked(SetTitleRequest) == []
    stand.window.news.reports.timeout.emit()

    assert stand.asked(SetTitleRequest) == [SetTitleRequest(session="s1", title="frame 49")]


def test_a_busy_session_is_looked_at_and_a_failing_look_says_nothing(
    qtbot: QtBot, stand: Stand, news: TerminalNews
) -> None:
    news.acted("s1")
    settle(qtbot, stand)
    assert stand.asked(ShowSessionRequest) == [ShowSessionRequest(session="s1")]
    assert stand.window.banner.sentence == ""

    play(qtbot, stand, SessionShown(a_session("s1", cell="a", address="A1", status="exited")))
    news.acted("s1")
    assert len(stand.asked(ShowSessionRequest)) == 1


@pytest.mark.usefixtures("news")
def test_a_row_dropped_on_a_cell_shows_its_session_there(stand: Stand) -> None:
    stand.use_cases.answer(AttachSessionRequest, lambda _: None)
    stand.use_cases.answer(SwapCellsRequest, lambda _: None)
    grid = stand.window.pages.grid("p1")
    assert grid is not None
    frame = grid.frame("b")
    assert frame is not None
    over_b = frame.mapToGlobal(QPoint(50, 80))
    rows = stand.window.side_bar.list

    rows.dragged.emit("s3", over_b)
    assert grid._target.geometry() == frame.geometry()
    assert not grid._target.isHidden()
    for session in ("s3", "s1", "s2"):
        rows.dropped.emit(session, over_b)
    rows.dropped.emit("s3", QPoint(-500, -500))

    assert grid._target.isHidden()
    assert stand.asked(AttachSessionRequest) == [
        AttachSessionRequest(project="p1", session="s3", cell="b")
    ]
    assert stand.asked(SwapCellsRequest) == [
        SwapCellsRequest(project="p1", cell="a", with_cell="b")
    ]


@pytest.mark.usefixtures("news")
def test_the_side_bar_gets_the_keyboard_by_key_and_gives_it_back(
    qtbot: QtBot, stand: Stand
) -> None:
    rows = stand.window.side_bar.list

    stand.window.invoke("view.focus_side_bar")
    qtbot.waitUntil(rows.hasFocus)
    QTest.keyClick(rows, Qt.Key.Key_Escape)

    qtbot.waitUntil(part_of(stand, "s1").widget.hasFocus)


def test_own_keys_work_at_once_and_what_is_wrong_with_them_is_said(
    qtbot: QtBot, stand: Stand
) -> None:
    own = {
        "view.toggle_strips": ("Ctrl+Alt+L",),
        "window.open_palette": ("Ctrl+Alt+P",),
        "x": (),
    }
    stand.use_cases.answer(GetKeymapRequest, lambda _: KeymapView(keys=own))
    play(qtbot, stand, an_engine("a", (S1,)))
    settle(qtbot, stand)
    window = stand.window

    assert [each.key().toString() for each in window.shortcuts.made["view.toggle_strips"]] == [
        "Ctrl+Alt+L"
    ]
    assert "edit.copy" in window.shortcuts.made
    assert window.tabs._find._key == "Ctrl+Alt+P"
    assert window.banner.sentence == "keymap.json: there is no action 'x'."


def test_keys_written_by_hand_work_while_the_window_is_open(qtbot: QtBot, stand: Stand) -> None:
    play(qtbot, stand, an_engine("a", (S1,)))
    settle(qtbot, stand)
    own = KeymapView(keys={"view.toggle_strips": ("Ctrl+Alt+L",)})
    play(qtbot, stand, KeymapShown(own))
    made = stand.window.shortcuts.made

    assert [each.key().toString() for each in made["view.toggle_strips"]] == ["Ctrl+Alt+L"]
    assert not stand.window.banner.sentence
    play(qtbot, stand, KeymapShown(replace(own, notices=("/x/keymap.json is damaged.",))))
    assert stand.window.banner.sentence == "keymap.json: /x/keymap.json is damaged."


def test_several_lines_are_shown_before_they_are_pasted_and_enter_pastes_nothing(
    qtbot: QtBot, stand: Stand, news: TerminalNews
) -> None:
    pasted: list[int] = []
    news.paste_asked("s1", "ls\n\x1b]0;x\x07rm -rf x\n", lambda: pasted.append(1))
    dialog = next(each for each in stand.window.findChildren(QDialog) if each.isVisible())

    assert dialog.windowTitle() == "Paste 2 lines?"
    assert dialog.preview.text() == "ls\n\\x1b]0;x\\x07rm -rf x"  # type: ignore[attr-defined]
    QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not dialog.isVisible())
    assert pasted == []


def test_a_bell_of_a_session_nobody_shows_marks_its_row(
    qtbot: QtBot, stand: Stand, news: TerminalNews
) -> None:
    del news
    play(qtbot, stand, BellRung("s3"))
    assert stand.window.desk.news.of("s3").rang


def test_what_programs_tell_that_nobody_shows_marks_its_row_and_tells_the_desktop(
    qtbot: QtBot, stand: Stand, news: TerminalNews
) -> None:
    del news
    told = NotificationTold(session="s3", title="", body="Built", urgency=2, id="n")
    play(qtbot, stand, told, ProgressTold("s3", 1, 40))
    known = stand.window.desk.news.of("s3")
    assert (known.said, known.progress) == ("Built", Progress("40 %", 40))
    assert stand.window.alerts.waiting.sessions == ("s3",)

    play(qtbot, stand, NotificationTakenBack("s3", "n"))
    assert stand.window.desk.news.of("s3").said == ""
    assert stand.window.alerts.waiting.sessions == ()

    play(qtbot, stand, CommandTold(session="s3", line="make", exit=2, took_ms=61_000))
    assert stand.window.desk.news.of("s3").said.startswith("make: ")
    assert stand.window.alerts.waiting.sessions == ("s3",)


def test_what_a_program_is_doing_reaches_the_engine_from_the_holder(
    qtbot: QtBot, stand: Stand, news: TerminalNews
) -> None:
    stand.use_cases.answer(TellStatusRequest, lambda _: S1)
    asked = partial(stand.asked, TellStatusRequest)

    news.status_told("s1", [StatusNews(AT_PROMPT)], True)  # Nothing was told before.
    news.status_told("s1", [StatusNews("working")], False)
    assert asked() == []
    news.status_told("s1", [StatusNews("working")], True)
    first = TellStatusRequest(session="s1", news=(StatusPart(what="working"),))
    assert asked() == [first]

    for progress in range(50):
        news.status_told("s1", [StatusNews("working", progress=progress)], True)
    news.status_told("s1", [StatusNews("done", id="x")], True)
    assert asked() == [first]
    stand.window.news.status_reports.stop()
    stand.window.news.status_reports.timeout.emit()
    parts = (StatusPart(what="working", progress=49), StatusPart(what="done", id="x"))
    assert asked() == [first, TellStatusRequest(session="s1", news=parts)]

    stand.window.news.status_reports.stop()
    stand.window.news.status_reports.timeout.emit()
    assert len(asked()) == 2
    play(qtbot, stand, SessionShown(replace(S1, told=WORKING)))
    news.status_told("s1", [StatusNews(AT_PROMPT)], True)
    assert asked()[2:] == [TellStatusRequest(session="s1", news=(StatusPart(what=AT_PROMPT),))]

    play(qtbot, stand, EngineLost("It is gone."))
    stand.window.news.status_reports.stop()
    news.status_told("s1", [StatusNews("done")], True)
    assert len(asked()) == 3


def test_the_engine_is_told_how_terminals_look(
    qtbot: QtBot, stand: Stand, news: TerminalNews
) -> None:
    news.dressed(DefaultColors(0x1FFFFFF, 0x1000000, 0x10A0B0C, (0x1FF0000,)), (8, 17))
    settle(qtbot, stand)
    assert stand.asked(TellLookRequest) == [
        TellLookRequest(
            foreground="#ffffff",
            background="#000000",
            cursor="#0a0b0c",
            palette=("#ff0000",),
            cell_width=8,
            cell_height=17,
        )
    ]
