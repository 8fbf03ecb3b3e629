"""What IdeA says of itself, and of its crashes."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from idea.application.engine.engine_status import EngineStatusRequest
from idea.application.layouts.undo_layout import UndoLayoutRequest
from idea.domain.errors import ProcessError
from idea.presentation.desktop.shell.about_dialog import AboutDialog
from idea.presentation.desktop.shell.reports_dialog import ReportsDialog
from idea.presentation.desktop.widgets.buttons import WordButton
from support.window import Stand, an_engine, play, settle


def about(qtbot: QtBot, stand: Stand) -> AboutDialog:
    stand.window.invoke("help.show_about")
    settle(qtbot, stand)
    dialog = stand.window.help.about
    assert dialog is not None
    return dialog


def reports(qtbot: QtBot, stand: Stand) -> ReportsDialog:
    stand.window.invoke("help.show_reports")
    settle(qtbot, stand)
    settle(qtbot, stand)
    dialog = stand.window.help.reports
    assert dialog is not None
    return dialog


def click(qtbot: QtBot, stand: Stand, button: WordButton) -> None:
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    settle(qtbot, stand)
    settle(qtbot, stand)


def test_about_says_what_is_here_and_copies_no_name_of_a_file(qtbot: QtBot, stand: Stand) -> None:
    play(qtbot, stand, an_engine("a"))
    dialog = about(qtbot, stand)
    rows = dict(dialog.facts.rows)
    assert rows["Engine"].startswith("0.1.0, since ")
    assert rows["Engine"].endswith("process 4711, protocol 1, 2 live sessions")
    assert rows["Terminal core"] == "libghostty-vt"
    assert rows["State"] == "/home/me/state"
    assert dialog.licences.toPlainText() == (
        "JetBrains Mono  SIL Open Font License 1.1\npyte 0.8.2      LGPL-3.0"
    )

    click(qtbot, stand, dialog.copy)

    copied = QGuiApplication.clipboard().text()
    assert copied.startswith("IdeA: 0.1.0\nEngine: 0.1.0, since ")
    assert "pyte: 0.8.2" in copied
    assert "/home" not in copied
    assert dialog.copy.text() == "Copied"


def test_about_opens_without_an_engine_too(qtbot: QtBot, stand: Stand) -> None:
    def fail(_: EngineStatusRequest) -> object:
        raise ProcessError("The engine was stopped.")

    stand.use_cases.answer(EngineStatusRequest, fail)
    assert dict(about(qtbot, stand).facts.rows)["Engine"] == "does not answer"


def test_a_crash_is_said_once_with_what_is_known(qtbot: QtBot, stand: Stand) -> None:
    stand.reports.add("engine", "Fatal Python error: Aborted")
    play(qtbot, stand, an_engine("a"))
    settle(qtbot, stand)
    settle(qtbot, stand)
    banner = stand.window.banner
    assert banner.sentence == "The engine crashed and was started again; every session went on."
    [show] = [one for one in banner.findChildren(WordButton) if one.isVisible()]
    assert show.text() == "Show what is known…"

    click(qtbot, stand, show)

    dialog = stand.window.help.reports
    assert dialog is not None
    assert dialog.text.toPlainText() == "Fatal Python error: Aborted"
    banner.clear()
    stand.window.help.look()
    settle(qtbot, stand)
    assert banner.sentence == ""


def test_a_crash_that_is_told_elsewhere_and_one_of_another_window_are_not_said(
    qtbot: QtBot, stand: Stand
) -> None:
    window = stand.window
    window.help.told.add("window")
    stand.reports.add("window", "x")
    window.help.look()
    settle(qtbot, stand)
    window.help.speaks = lambda: False
    stand.reports.add("worker", "x")
    window.help.look()
    settle(qtbot, stand)
    assert window.banner.sentence == ""
    assert window.help.told == set()


def test_reports_are_looked_through_copied_saved_and_deleted(
    qtbot: QtBot, stand: Stand, tmp_path: Path
) -> None:
    for text in ("oldest", "middle", "newest"):
        stand.reports.add("worker", text, is_fatal=text != "middle")
    dialog = reports(qtbot, stand)
    assert dialog.text.toPlainText() == "newest"
    assert dialog.which.text().endswith("screen worker crashed, 1 of 3")
    assert not dialog.newer.isEnabled()

    click(qtbot, stand, dialog.older)
    assert dialog.text.toPlainText() == "middle"
    assert dialog.which.text().endswith("mistake in the screen worker, 2 of 3")
    click(qtbot, stand, dialog.copy)
    assert QGuiApplication.clipboard().text() == "middle"

    middle = next(one for one, text in stand.reports.texts.items() if text == "middle")
    for words in (f"Saved as {tmp_path}.", f"There is {tmp_path} already."):
        dialog.save_to(middle, tmp_path)
        settle(qtbot, stand)
        assert words in [one.text() for one in dialog.findChildren(type(dialog._words))]
    assert stand.reports.saved == {tmp_path: "middle"}

    click(qtbot, stand, dialog.delete)
    assert dialog.text.toPlainText() == "oldest"
    assert not dialog.older.isEnabled()
    click(qtbot, stand, dialog.delete)
    click(qtbot, stand, dialog.delete)
    assert dialog.which.text() == "No crash is on record."
    assert not any(one.isEnabled() for one in (dialog.copy, dialog.save, dialog.delete))
    assert stand.reports.texts == {}


def test_the_folder_of_reports_opens(qtbot: QtBot, stand: Stand) -> None:
    dialog = reports(qtbot, stand)
    [folder] = [one for one in dialog.findChildren(WordButton) if one.text() == "Open folder"]
    click(qtbot, stand, folder)
    assert stand.outside.addresses == ["file:///home/me/state/reports"]


def test_a_mistake_leads_to_its_report(
    qtbot: QtBot, stand: Stand, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(_: UndoLayoutRequest) -> object:
        raise KeyError("on purpose")

    stand.use_cases.answer(UndoLayoutRequest, fail)
    play(qtbot, stand, an_engine("a"))
    stand.window.invoke("layout.undo")
    settle(qtbot, stand)
    assert stand.window.banner.sentence == "That failed because of a mistake in IdeA (KeyError)."
    assert "unforeseen" in caplog.text

    stand.reports.add("window", "KeyError", is_fatal=False)
    [show] = [one for one in stand.window.banner.findChildren(WordButton) if one.isVisible()]
    click(qtbot, stand, show)

    assert stand.window.help.reports is not None
    assert stand.window.help.reports.text.toPlainText() == "KeyError"
    stand.window.banner.clear()
    stand.window.help.look()
    settle(qtbot, stand)
    assert stand.window.banner.sentence == "", "It was said when it happened."
