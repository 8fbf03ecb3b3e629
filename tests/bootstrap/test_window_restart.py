"""What a window does about the one that crashed before it."""

import mmap
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from idea.application.terminals.blame_core import BlameCoreRequest
from idea.application.views import BlameView
from idea.bootstrap.former_window import FormerWindow
from idea.bootstrap.window_parent import START_AGAIN, WindowLife
from idea.bootstrap.window_restart import give_up, tell_of
from idea.domain.ids import SessionId
from idea.infrastructure.engine_client.address import EngineAddress
from idea.infrastructure.engine_client.starter import EngineStarter
from idea.infrastructure.feed_page import WindowPage
from idea.infrastructure.observability.crash_hooks import report_path
from idea.presentation.desktop.shell.dialogs import CrashesDialog
from support.desktop import a_session
from support.engine_window import window_on
from support.window import Stand, an_engine, play, settle

OLDER = "Fatal Python error: Aborted\n\nCurrent thread 0x0000000000000001\n"
ELSEWHERE = "Fatal Python error: Aborted\n\nCurrent thread 0x2\n"


@pytest.fixture
def stand(qtbot: QtBot) -> Iterator[Stand]:
    """Return a window on fakes that has not started."""
    del qtbot
    one = Stand()
    yield one
    one.window.stop()
    one.main.close()
    one.window.hide()
    one.window.deleteLater()


def life(logs: Path, died_of: int, *, report: str = "", session: str = "s1") -> WindowLife:
    """Return the life of a window whose predecessor crashed while it fed a session."""
    report_path("window", logs).write_text(OLDER + report)
    with mmap.mmap(-1, 8192) as memory:
        page = WindowPage(memory)
        page.begin(len(OLDER))
        page.point_at("p1", "b")
        with page.marking(SessionId(session)) as mark:
            mark(70)
            return WindowLife(died_of=died_of, traces=memory[:])


def test_a_first_window_has_nothing_to_say(stand: Stand, tmp_path: Path) -> None:
    former = FormerWindow(WindowLife(), tmp_path)
    tell_of(former, stand.window)
    assert not former.crashed
    assert stand.window.banner.sentence == ""


def test_the_guilty_session_is_blamed_and_the_focus_comes_back(
    qtbot: QtBot, stand: Stand, tmp_path: Path
) -> None:
    stand.use_cases.answer(
        BlameCoreRequest, lambda one: BlameView(session=one.session, sentence="s1!", is_apart=False)
    )
    tell_of(FormerWindow(life(tmp_path, signal.SIGSEGV), tmp_path), stand.window)
    pointed = []
    stand.window.keyboard.moved.connect(lambda *where: pointed.append(where))
    stand.window.start()
    play(qtbot, stand, an_engine("a | b", (a_session("s1", cell="a"),)))
    settle(qtbot, stand)
    assert stand.asked(BlameCoreRequest) == [BlameCoreRequest(session="s1", seq=70)]
    assert stand.window.banner.sentence == "s1!"
    assert stand.window.desk.focused_cell == "b"
    assert pointed[-1] == ("p1", "b")


def test_a_window_that_ended_for_this_one_leaves_its_focus_and_no_news(
    qtbot: QtBot, stand: Stand, tmp_path: Path
) -> None:
    with mmap.mmap(-1, 8192) as memory:
        WindowPage(memory).begin(0)
        WindowPage(memory).point_at("p1", "b")
        former = FormerWindow(WindowLife(memory, traces=memory[:], is_back=True), tmp_path)
    tell_of(former, stand.window)
    stand.window.start()
    play(qtbot, stand, an_engine("a | b"))
    settle(qtbot, stand)

    assert (former.crashed, former.is_followed, former.has_parent) == (False, True, True)
    assert stand.window.desk.focused_cell == "b"
    assert stand.window.banner.sentence == ""


@pytest.mark.parametrize(
    ("died_of", "report", "told"),
    [
        (signal.SIGKILL, "", "ended from outside"),
        (signal.SIGABRT, ELSEWHERE, "crashed"),
        (signal.SIGABRT, "Timeout (0:00:10)!\n" * 60_000 + ELSEWHERE, "crashed"),
    ],
    ids=["killed", "crashed elsewhere", "crashed elsewhere after many stalls"],
)
def test_a_death_that_was_nobodys_fault_is_told_without_blame(
    stand: Stand, tmp_path: Path, died_of: int, report: str, told: str
) -> None:
    tell_of(FormerWindow(life(tmp_path, died_of, report=report), tmp_path), stand.window)
    assert stand.asked(BlameCoreRequest) == []
    assert told in stand.window.banner.sentence


class Pressing:
    """An application whose person presses a button as soon as it runs."""

    def __init__(self, button: str) -> None:
        self._button = button
        self._code = 0

    def exit(self, code: int) -> None:
        self._code = code

    def exec(self) -> int:
        shown = [one for one in QApplication.topLevelWidgets() if one.isVisible()]
        [dialog] = [one for one in shown if isinstance(one, CrashesDialog)]
        QTest.mouseClick(getattr(dialog, self._button), Qt.MouseButton.LeftButton)
        return self._code


class Starter:
    """Knows an engine that is gone, or none."""

    def __init__(self, address: EngineAddress | None) -> None:
        self.running = lambda: address


@pytest.mark.parametrize(("button", "code"), [("start", START_AGAIN), ("leave", 1)])
def test_too_many_crashes_are_told_without_an_engine(
    stand: Stand, tmp_path: Path, button: str, code: int
) -> None:
    former = FormerWindow(life(tmp_path, signal.SIGSEGV), tmp_path)
    assert give_up(former, Starter(None), Pressing(button), stand.themes) == code


def test_an_engine_that_cannot_hear_the_blame_does_not_keep_the_person_waiting(
    stand: Stand, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    gone = EngineAddress(pid=1, socket=str(tmp_path / "nobody"))
    former = FormerWindow(life(tmp_path, signal.SIGSEGV), tmp_path)
    assert give_up(former, Starter(gone), Pressing("leave"), stand.themes) == 1
    assert "Nobody could be blamed" in caplog.text


@pytest.mark.posix
@pytest.mark.slow
def test_a_session_that_is_set_apart_by_then_is_no_reason_to_ask(
    stand: Stand, tmp_path: Path, isolated_home: Path
) -> None:
    del isolated_home
    project = tmp_path / "project"
    project.mkdir()
    with window_on(project) as engine:
        session = engine.open_shell("sleep", "1000").id
        former = FormerWindow(life(tmp_path, signal.SIGSEGV, session=session), tmp_path)
        starter = EngineStarter(engine.places)
        assert give_up(former, starter, Pressing("leave"), stand.themes) == 1
        assert give_up(former, starter, Pressing("leave"), stand.themes) == START_AGAIN
