"""When the system ends the session everything is kept at once, and nobody is asked."""

from collections.abc import Callable, Iterator
from typing import override

import pytest
from PySide6.QtWidgets import QApplication, QPlainTextEdit
from pytestqt.qtbot import QtBot

from idea.application.terminals.stop_session import StopSessionRequest
from idea.application.workspace.close_window import CloseWindowRequest
from idea.application.workspace.save_window import SaveWindowRequest
from idea.presentation.desktop.panels.text_page import TextPage
from idea.presentation.desktop.shell.log_out import LogOut
from idea.presentation.desktop.shell.main_window import MainWindow
from idea.presentation.desktop.shell.text_pages import Failed, PageText, Wanted
from idea.presentation.desktop.shell.unsaved_dialog import UnsavedDialog
from support.windows import WindowsStand, a_workspace, an_engine_with

TWO = a_workspace("p1 p2", "p3", used="w1")


class ASkill(PageText):
    """A text that is there at once and is never saved here."""

    @property
    @override
    def head(self) -> tuple[str, str] | None:
        return "Commit", "yours"

    @override
    def read(self, then: Callable[[str], object], failed: Failed) -> None:
        then("Say why.")

    @override
    def write(self, wanted: Wanted, then: Callable[[str], object], failed: Failed) -> None:
        raise AssertionError("nobody asked for that")


@pytest.fixture
def stand(qtbot: QtBot) -> Iterator[WindowsStand]:
    found = WindowsStand(TWO)
    found.windows.start()
    found.feed.say(an_engine_with(found.workspace))
    qtbot.waitUntil(lambda: set(found.shown) == {"w1", "w2"})
    qtbot.waitUntil(lambda: all(window.isVisible() for window in found.windows.shown))
    found.settle(qtbot)
    yield found
    found.close()


@pytest.fixture
def log_out(stand: WindowsStand) -> LogOut:
    return LogOut(stand.windows, stand.texts)


def type_a_skill(qtbot: QtBot, stand: WindowsStand, window: MainWindow) -> None:
    window.team.texts.open(ASkill("skill", window.desk.current, "Skill", ()))
    stand.settle(qtbot)
    [page] = window.findChildren(TextPage)
    [field] = [one for one in page.findChildren(QPlainTextEdit) if not one.isReadOnly()]
    field.appendPlainText("And for whom.")


def questions() -> list[object]:
    return [one for one in QApplication.topLevelWidgets() if isinstance(one, UnsavedDialog)]


def test_everything_is_kept_at_once_and_windows_close_without_a_question(
    qtbot: QtBot, stand: WindowsStand, log_out: LogOut
) -> None:
    window = stand.shown["w1"]
    type_a_skill(qtbot, stand, window)
    left: list[int] = []
    stand.windows.left.connect(lambda: left.append(1))
    before = len(stand.asked(SaveWindowRequest))

    log_out.commit()

    assert stand.texts.texts == [("Commit", "Say why.\nAnd for whom.")]
    stand.settle(qtbot)
    saved = [one.window for one in stand.asked(SaveWindowRequest)[before:]]
    assert saved == ["w1", "w2"]
    assert window.isVisible()
    assert left == []

    window.close()

    assert left == [1]
    assert questions() == []
    assert window.leaving.dialog is None
    assert stand.asked(StopSessionRequest) == stand.asked(CloseWindowRequest) == []


def test_a_log_out_that_was_cancelled_leaves_a_window_that_asks_again(
    qtbot: QtBot, stand: WindowsStand, log_out: LogOut
) -> None:
    window = stand.shown["w1"]
    log_out.commit()
    log_out._cancelled.timeout.emit()

    window.life.quit()

    assert window.leaving.dialog is not None
    window.leaving.dialog.reject()
    type_a_skill(qtbot, stand, window)
    log_out.commit()
    log_out.commit()
    assert len(stand.texts.texts) == 1, "The same text is kept once."


def test_a_signal_hides_every_window_and_ends_them_once_all_is_kept(
    qtbot: QtBot, stand: WindowsStand, log_out: LogOut
) -> None:
    type_a_skill(qtbot, stand, stand.shown["w2"])
    with qtbot.waitSignal(stand.windows.left):
        log_out.end()
    assert not any(window.isVisible() for window in stand.windows.shown)
    assert [one.window for one in stand.asked(SaveWindowRequest)][-2:] == ["w1", "w2"]
    assert [name for name, _ in stand.texts.texts] == ["Commit"]
    assert questions() == []


def test_an_engine_that_ends_at_the_same_time_holds_nothing_up(
    qtbot: QtBot, stand: WindowsStand, log_out: LogOut
) -> None:
    def fail(_: SaveWindowRequest) -> object:
        raise OSError("it is gone")

    stand.use_cases.answer(SaveWindowRequest, fail)
    with qtbot.waitSignal(stand.windows.left, timeout=3_000):
        log_out.end()


def test_the_next_window_says_what_was_kept(qtbot: QtBot, stand: WindowsStand) -> None:
    stand.texts.keep("Commit", "x")
    stand.texts.keep("Commit", "y")
    window = stand.windows.used
    window.help.look()
    stand.settle(qtbot)
    assert window.banner.sentence == (
        "What you had typed in Commit and not saved was kept at the end."
    )
    window.banner.clear()
    window.help.look()
    stand.settle(qtbot)
    assert window.banner.sentence == ""
