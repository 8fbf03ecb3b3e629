"""Programs ask, and somebody answers once; recordings ask, and nobody does."""

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from idea.application.layouts.apply_preset import ApplyPresetRequest
from idea.application.terminals.open_terminal import OpenTerminalRequest
from idea.application.views import SessionView
from idea.application.workspace.save_window import SaveWindowRequest
from idea.domain.ports.terminal_input import KeyPress, Modifiers
from idea.domain.terminal import Size
from idea.infrastructure.screen.select import select_core
from support import talker
from support.engine_window import Window
from support.recorder import Recorder
from support.screen_state import FollowedCell
from support.talks import answers, heard
from support.window_nursery import WindowNursery

pytestmark = [pytest.mark.slow, pytest.mark.posix]

CELLS = ("A1", "B1", "C1", "D1", "A2", "B2", "C2", "D2")
ROOM = Size(80, 24)
PASTE_BYTES = 8 * 1024 * 1024
CTRL_C = KeyPress(key="c", modifiers=Modifiers.CONTROL)
QUESTIONS = (
    b"\x1b[c", b"\x1b[>c", b"\x1b[=c", b"\x1b[6n", b"\x1b[?6n", b"\x1b[5n", b"\x1bZ", b"\x05",
    b"\x1bP$qm\x1b\\", b"\x1bP+q544e\x1b\\", b"\x1b[?2026$p", b"\x1b[4$p", b"\x1b[14t", b"\x1b[18t",
    b"\x1b[21t", b"\x1b[>q", b"\x1b[?u", b"\x1b]10;?\x07", b"\x1b]11;?\x1b\\", b"\x1b]4;1;?\x07",
    b"\x1b]52;c;?\x07", b"\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\",
)  # fmt: skip
DEEDS = (
    b"\x07", b"\x1b]52;c;aGVsbG8=\x07", b"\x1b]9;wake up\x07", b"\x1b]777;notify;a;b\x1b\\",
    b"\x1b]9;4;1;50\x07", b"\x1b]7;file:///tmp\x07", b"\x1b]2;title\x07", b"\x1b]99;;hello\x1b\\",
)  # fmt: skip
RECORDING = b"".join(
    b"line %d " % number + QUESTIONS[number % len(QUESTIONS)] + DEEDS[number % len(DEEDS)] + b"\r\n"
    for number in range(600)
)


@pytest.fixture
def go(tmp_path: Path) -> Path:
    """A file that programs wait for."""
    return tmp_path / "go"


@pytest.fixture
def nursery() -> Iterator[WindowNursery]:
    one = WindowNursery()
    yield one
    one.close()


def talk(window: Window, *words: object, cell: str = "") -> SessionView:
    """Start a talking program."""
    command = (sys.executable, talker.__file__, *map(str, words))
    return window.ask(OpenTerminalRequest(project=str(window.project), cell=cell, command=command))


@contextmanager
def followed(window: Window, session: SessionView) -> Iterator[FollowedCell]:
    """Attach a view as the window does; detached by the block's end."""
    cell = FollowedCell(window.client.links, select_core(), session.id, ROOM)
    try:
        yield cell
    finally:
        cell.close()


def test_eight_shown_cells_answer_once_each(
    window: Window, nursery: WindowNursery, go: Path
) -> None:
    window.ask(ApplyPresetRequest(project=str(window.project), preset="grid-4x2"))
    sessions = [talk(window, "ask", 10, 30, go, cell=cell) for cell in CELLS]
    recorders = [Recorder(window.client.links, one.id, have=0) for one in sessions]
    window.ask(SaveWindowRequest(width=2000, height=1000))
    with nursery.window(window.project):
        for one in recorders:
            one.wait("the cell", lambda one=one: one.held)
        go.touch()
        assert [heard(one) for one in recorders] == [answers(10)] * len(CELLS)


def test_two_views_of_a_session_answer_once(window: Window, go: Path) -> None:
    session = talk(window, "ask", 20, 30, go)
    recorder = Recorder(window.client.links, session.id, have=0)
    with followed(window, session), followed(window, session):
        recorder.wait("a view", lambda: recorder.held)
        go.touch()
        assert heard(recorder) == answers(20)


def until_heard(recorder: Recorder, disturb: Callable[[int], object]) -> int:
    """Disturb again and again until the program was told everything; return how often."""
    turns = 0
    while b"heard: " not in recorder.tail:
        disturb(turns)
        turns += 1
        threading.Event().wait(0.01)
    return turns


def test_passing_the_session_from_view_to_view_loses_and_doubles_no_answer(
    window: Window, go: Path
) -> None:
    session = talk(window, "ask", 400, 30, go)
    recorder = Recorder(window.client.links, session.id, have=0)
    with followed(window, session) as one, followed(window, session) as other:

        def swap(turn: int) -> None:
            one.feed.set_shown(shown=turn % 2 == 0)
            other.feed.set_shown(shown=turn % 2 == 1)

        recorder.wait("a view", lambda: recorder.held)
        go.touch()
        assert until_heard(recorder, swap) > 5
        assert one.replies
        assert other.replies
    assert heard(recorder) == answers(400)


def test_killing_the_window_that_answers_loses_and_doubles_no_answer(
    window: Window, nursery: WindowNursery, go: Path
) -> None:
    """Another view looks on, so that there is always somebody who can answer."""
    session = talk(window, "ask", 6000, 30, go, cell="A1")
    recorder = Recorder(window.client.links, session.id, have=0)
    with followed(window, session) as other:
        other.feed.set_shown(shown=False)

        def show_and_kill(turn: int) -> None:
            with nursery.window(window.project):
                threading.Event().wait(0.3 + turn % 5 * 0.05)

        recorder.wait("a view", lambda: recorder.held)
        go.touch()
        assert until_heard(recorder, show_and_kill) > 1
    assert heard(recorder) == answers(6000)


@pytest.mark.parametrize("seen", [False, True], ids=["nobody saw", "somebody answered"])
def test_a_recording_full_of_questions_is_silent_when_a_view_attaches(
    window: Window, tmp_path: Path, go: Path, seen: bool
) -> None:
    text, start, following = (tmp_path / name for name in ("text", "start", "next"))
    text.write_bytes(RECORDING)
    session = talk(window, "recite", text, start, following, go)
    recorder = Recorder(window.client.links, session.id, have=0)
    if seen:
        with followed(window, session) as cell:
            recorder.wait("the view", lambda: recorder.held)
            start.touch()
            recorder.wait_for(b"recited")
            cell.wait_until_it_stands_at(lambda: recorder.end)
            following.touch()
            assert heard(recorder, "first") == b"".join(cell.replies)
            assert cell.replies
            assert cell.effects()
    else:
        start.touch()
        recorder.wait_for(b"recited")
        following.touch()
        assert heard(recorder, "first")  # By the screen worker.
    with followed(window, session) as cell:
        cell.wait_until_it_stands_at(lambda: recorder.end)
        lines = cell.on_screen(lambda screen: screen.lines(0, 10_000))
        assert lines is not None
        assert any(line.startswith("line 599") for line in lines)
        go.touch()
        assert heard(recorder) == b""
        cell.wait_until_it_stands_at(lambda: recorder.end)
        assert cell.replies == []
        assert cell.effects() == []


def test_a_paste_of_eight_mebibytes_into_cat_comes_back_whole(window: Window) -> None:
    session = window.open_shell("sh", "-c", "stty raw -echo; echo ready; exec cat")
    recorder = Recorder(window.client.links, session.id, have=0)
    recorder.wait_for(b"ready")
    text = "".join(f"{number:015d} " for number in range(PASTE_BYTES // 16))
    with followed(window, session) as cell:
        recorder.wait("the cell", lambda: recorder.held)
        cell.type(lambda program: program.paste(text))
        size = len(b"ready\n") + PASTE_BYTES
        recorder.wait("the echo", lambda: recorder.output_bytes >= size)
        assert recorder.output == b"ready\n" + text.encode()
        assert cell.refused == []


def test_an_interrupt_overtakes_a_paste(window: Window, tmp_path: Path) -> None:
    result = tmp_path / "result"
    session = talk(window, "sip", result)
    recorder = Recorder(window.client.links, session.id, have=0)
    recorder.wait_for(b"ready")
    with followed(window, session) as cell:
        recorder.wait("the cell", lambda: recorder.held)
        cell.type(lambda program: program.paste("x" * PASTE_BYTES))
        wait_for_size(result, 1)
        cell.type(lambda program: program.key(CTRL_C))
        read = wait_for_byte(result, b"\x03")
    assert read.count(b"\x03") == 1
    assert len(read) < 256 * 1024
    assert set(read) == set(b"x\x03")


def wait_for_size(path: Path, size: int) -> None:
    deadline = time.monotonic() + 60
    while not path.exists() or path.stat().st_size < size:
        assert time.monotonic() < deadline
        threading.Event().wait(0.005)


def wait_for_byte(path: Path, byte: bytes) -> bytes:
    deadline = time.monotonic() + 60
    while byte not in (read := path.read_bytes()):
        assert time.monotonic() < deadline, len(read)
        threading.Event().wait(0.005)
    return read
