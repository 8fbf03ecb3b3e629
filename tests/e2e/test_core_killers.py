"""A session prints what kills terminal cores: the window dies of it, comes back, and goes on."""

import contextlib
import os
import shlex
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from idea.application.engine.engine_status import EngineStatusRequest
from idea.application.layouts.apply_preset import ApplyPresetRequest
from idea.application.terminals.open_terminal import OpenTerminalRequest
from idea.application.views import SessionView
from idea.application.workspace.save_window import SaveWindowRequest
from idea.domain.stream.records import Gap, Resize
from idea.domain.terminal import UNSEEN_SIZE
from support import background, numbered_stream
from support.engine_window import WITHIN_S, Window, window_on
from support.recorder import Recorder

pytestmark = [pytest.mark.slow, pytest.mark.posix]

DEADLY_CORE = Path(__file__).parents[1] / "support" / "deadly_core"
SHARED = os.environ.get("IDEA_TEST_DATA")
BYTES_PER_S = 60_000
MOST_DEATHS = 2
COUNTING = "i=0; while sleep 0.05; do i=$((i+1)); echo on it goes $i; done"


@pytest.fixture
def window(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    monkeypatch.setenv("PYTHONPATH", str(DEADLY_CORE))
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    project = tmp_path / "project"
    project.mkdir()
    with window_on(project) as one:
        one.ask(ApplyPresetRequest(project=str(project), preset="grid-2x2"))
        one.ask(SaveWindowRequest(width=2000, height=1200))
        yield one


class ShownWindow:
    """`idea PROJECT` as a person starts it: a parent, and a window that may be another one soon."""

    def __init__(self, project: Path) -> None:
        self.parent = subprocess.Popen([sys.executable, "-m", "idea", str(project)])
        self._process = psutil.Process(self.parent.pid)
        self.pids: list[int] = []
        """Of the windows that were seen."""
        self._ended = threading.Event()
        self._watch = threading.Thread(target=self._look)
        self._watch.start()

    def _look(self) -> None:
        while not self._ended.wait(0.2):  # No window lives shorter.
            with contextlib.suppress(psutil.Error):
                self.pids += [
                    one.pid for one in self._process.children() if one.pid not in self.pids
                ]

    def close(self) -> None:
        self._ended.set()
        self._watch.join()
        self.parent.terminate()
        assert self.parent.wait(WITHIN_S) == -15
        for pid in self.pids:
            assert not psutil.pid_exists(pid)


@contextlib.contextmanager
def shown(window: Window) -> Iterator[ShownWindow]:
    one = ShownWindow(window.project)
    try:
        yield one
    finally:
        one.close()


def run(window: Window, cell: str, *command: str) -> SessionView:
    project = str(window.project)
    return window.ask(OpenTerminalRequest(project=project, cell=cell, command=command))


def printing(window: Window, cell: str, go: Path) -> SessionView:
    """Start a program that prints something good, then the poison, and then counts."""
    script = (
        f"seq -f 'good %g' 60; while [ ! -e {shlex.quote(str(go))} ]; do sleep 0.02; done; "
        f"printf 'DIE-%s' CORE; echo; {COUNTING}"
    )
    return run(window, cell, "sh", "-c", script)


def until(condition: Callable[[], object], what: str) -> None:
    deadline = time.monotonic() + WITHIN_S
    while not condition():
        assert time.monotonic() < deadline, f"never happened: {what}"
        threading.Event().wait(0.05)


def screen(window: Window, session: SessionView, history: int) -> str:
    return "\n".join(background.shown(window, session, history))


def is_fitted(recorder: Recorder) -> bool:
    """Return whether a window gave the session the size of its cell."""
    sizes = [one.record.size for one in recorder.records if isinstance(one.record, Resize)]
    return bool(sizes) and sizes[-1] != UNSEEN_SIZE


def gaps(recorder: Recorder) -> list[Gap]:
    return [one.record for one in recorder.records if isinstance(one.record, Gap)]


@pytest.mark.timeout(180)
def test_the_window_dies_at_most_twice_and_every_session_goes_on(
    window: Window, tmp_path: Path
) -> None:
    go, stop = tmp_path / "go", tmp_path / "stop"
    program = numbered_stream.__file__
    calm = [
        run(window, cell, sys.executable, program, str(seed), str(stop), str(BYTES_PER_S))
        for seed, cell in enumerate(("A1", "B1"))
    ]
    bad = printing(window, "A2", go)
    with shown(window) as one:
        recorders = [Recorder(window.client.links, each.id, have=0) for each in (*calm, bad)]
        for each in recorders:
            each.wait("the window", lambda each=each: is_fitted(each))
        go.touch()
        until(lambda: len(one.pids) > 1, "the first crash")
        until(lambda: gaps(recorders[2]), "the start without the poison")
        until(lambda: window.ask(EngineStatusRequest()).clients == 2, "the next window")
        # It goes on behind the gap, and what stood before it is still there.
        until(lambda: "on it goes" in screen(window, bad, 100), "the session to go on")
        assert "good 60" in screen(window, bad, 10_000)
        assert len(one.pids) <= 1 + MOST_DEATHS
        stop.touch()
        for each in recorders[:2]:
            each.wait_for(b"no more\r\n")
        assert one.parent.poll() is None
        assert len(one.pids) <= 1 + MOST_DEATHS
    assert ["left out" in gap.reason for gap in gaps(recorders[2])] == [True]
    assert [psutil.Process(each.pid).is_running() for each in (*calm, bad)] == [True] * 3
    for seed, each in enumerate(recorders[:2]):
        pieces = int(each.tail.rsplit(b"\n", 2)[-2].split()[0])
        assert each.output == numbered_stream.stream(seed, pieces)
        assert not gaps(each)


@pytest.mark.skipif(not SHARED, reason="IDEA_TEST_DATA names no folder")
@pytest.mark.timeout(180)
def test_the_window_survives_its_own_core_when_no_guard_holds_back_the_real_bytes(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worker keeps its guard; what never rests has no checkpoint a window could start from."""
    poison = Path(str(SHARED)) / "hostile" / "core-abort-rep.bin"
    bad = run(window, "A1", "sh", "-c", f"stty -opost; cat {poison}; stty opost; {COUNTING}")
    monkeypatch.setenv("IDEA_TEST_CORE", "unguarded")
    with shown(window) as one:
        recorder = Recorder(window.client.links, bad.id, have=0)
        recorder.wait("the start without the poison", lambda: gaps(recorder))
        recorder.wait("the next window", lambda: is_fitted(recorder))
        until(lambda: "on it goes" in screen(window, bad, 100), "the session to go on")
        assert len(one.pids) == 1 + MOST_DEATHS
    assert psutil.Process(bad.pid).is_running()
