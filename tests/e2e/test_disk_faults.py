"""Real disks that are full or may only be read: the engine, its window and every session go on.

Mounting needs root; elsewhere these tests say so and are skipped.
"""

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from idea.application.engine.engine_status import EngineStatusRequest
from idea.application.layouts.split_cell import SplitCellRequest
from idea.application.settings.set_setting import SetSettingRequest
from idea.application.terminals.show_session import ShowSessionRequest
from idea.application.views import NoticeShown
from idea.domain.errors import ProcessError
from idea.infrastructure.engine_client.starter import EngineStarter
from idea.infrastructure.places import find_places
from support.attached_view import AttachedView
from support.engine_window import Window, stop_engine, wait_gone, window_on
from support.keepers import end_keeper

pytestmark = [
    pytest.mark.slow,
    pytest.mark.posix,
    pytest.mark.skipif(
        sys.platform != "linux" or os.geteuid() != 0, reason="only root may mount a small disk"
    ),
]


class SmallDisk:
    """A disk of its own in memory."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def fill(self) -> None:
        """Leave no room at all."""
        with (
            contextlib.suppress(OSError),
            (self.folder / "ballast").open("wb", buffering=0) as file,
        ):
            while file.write(b"x" * 4096):
                pass

    def make_room(self) -> None:
        (self.folder / "ballast").unlink()


def _run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    if done.returncode:
        pytest.skip(f"{' '.join(command)} is refused here: {done.stderr.strip()}")


@contextlib.contextmanager
def small_disk(folder: Path, size: str) -> Iterator[SmallDisk]:
    folder.mkdir(parents=True, exist_ok=True)
    _run("mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder))
    try:
        yield SmallDisk(folder)
    finally:
        # Lazily: a process that was killed a moment ago may hold it still.
        subprocess.run(["umount", "-l", str(folder)], check=True, timeout=60)


@contextlib.contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """Let nothing be opened for writing below a folder; who has a file open goes on with it."""
    _run("mount", "--bind", str(folder), str(folder))
    try:
        _run("mount", "-o", "remount,bind,ro", str(folder))
        yield
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True, timeout=60)


@pytest.fixture
def home() -> Path:
    return Path(os.environ["IDEA_HOME"])


def told(window: Window, *words: str) -> str:
    """Wait for a sentence with all these words."""
    found = window.hear(
        lambda news: isinstance(news, NoticeShown) and all(word in news.sentence for word in words)
    )
    assert isinstance(found, NoticeShown)
    return found.sentence


def idea(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "idea", *arguments],
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )


def test_a_disk_that_fills_up_is_said_and_everything_is_saved_when_there_is_room(
    home: Path, tmp_path: Path
) -> None:
    project = tmp_path / "project"
    project.mkdir()
    with small_disk(home / "data", "512k") as disk, window_on(project) as window:
        session = window.open_shell("sh", "-c", "stty -echo; cat")
        view = AttachedView(window.client.links, session.id)
        disk.fill()
        window.ask(SetSettingRequest(name="appearance.theme", value="light"))
        settings = window.places.settings_file
        assert told(window, str(settings)) == (
            f"{settings} could not be saved: the disk is full. It is tried again."
        )
        # Other stores, and every session, go on.
        window.ask(SplitCellRequest(project=str(project), cell="A1", side="right"))
        view.type("still here\n")
        view.wait_for(b"still here\r\n")
        assert not list(disk.folder.glob(".*.tmp"))
        disk.make_room()
        assert told(window, "saved again") == f"{settings} is saved again."
        assert '"light"' in settings.read_text()
        view.close()
        assert window.ask(ShowSessionRequest(session=session.id)).status == "running"


def test_a_state_folder_that_may_only_be_read_costs_nothing_that_runs(
    home: Path, tmp_path: Path
) -> None:
    project = tmp_path / "project"
    project.mkdir()
    with window_on(project) as window:
        session = window.open_shell("sh", "-c", "stty -echo; cat")
        view = AttachedView(window.client.links, session.id)
        view.type("before\n")
        view.wait_for(b"before\r\n")
        view.close()
        with read_only(home / "state"):
            another = window.open_shell("sh", "-c", "stty -echo; cat")
            assert "the disk may only be read" in told(window, "session.json")
            view = AttachedView(window.client.links, another.id)
            view.type("after\n")
            view.wait_for(b"after\r\n")
            view.close()
            window.ask(EngineStatusRequest())
        assert told(window, "saved again")
        assert window.ask(ShowSessionRequest(session=session.id)).status == "running"


def test_an_engine_that_finds_no_room_says_so_where_it_was_wanted(home: Path) -> None:
    with small_disk(home / "state", "64k") as disk:
        find_places().prepare()
        disk.fill()
        refused = idea("engine", "start")
        assert refused.returncode == 1
        assert refused.stderr.splitlines() == [
            (
                f"The engine did not start: {find_places().engine_address} could not be saved: "
                "the disk is full."
            )
        ]
        disk.make_room()
        try:
            assert idea("engine", "start").returncode == 0
        finally:
            stop_engine(find_places())


def test_an_engine_starts_on_a_full_disk_so_that_sessions_can_be_forgotten_to_make_room(
    home: Path, tmp_path: Path
) -> None:
    project = tmp_path / "project"
    project.mkdir()
    with small_disk(home / "state", "512k") as disk:
        with window_on(project) as window:
            session = window.open_shell("sh", "-c", "head -c 100000 /dev/zero | tr '\\0' x")
            window.shown(session, "exited")
        disk.fill()
        try:
            # One that was killed, as a full disk may bring about, leaves its address behind.
            for _ in range(2):
                started = idea("engine", "start")
                assert (started.returncode, started.stderr) == (0, "")
                address = EngineStarter(find_places()).running()
                assert address is not None
                os.kill(address.pid, signal.SIGKILL)
                wait_gone(address.pid)
            forgotten = idea("session", "forget", session.id)
            assert (forgotten.returncode, forgotten.stderr) == (0, "")
        finally:
            stop_engine(find_places())
        assert not list(find_places().sessions.glob(f"*/{session.id}"))
        (disk.folder / "room").write_bytes(b"x" * 100_000)


def test_a_keeper_that_finds_no_room_says_so_and_leaves_nothing_behind(
    home: Path, tmp_path: Path
) -> None:
    project = tmp_path / "project"
    project.mkdir()
    with small_disk(home / "state", "512k") as disk, window_on(project) as window:
        window.open_shell("true")
        end_keeper(window.places)  # So that the next session needs another one.
        window.ask(EngineStatusRequest())
        disk.fill()
        with pytest.raises(ProcessError) as refused:
            window.open_shell("cat")
        lock = window.places.keeper_lock
        assert f"{lock} could not be written: No space left on device." in str(refused.value)
        assert not window.places.keeper_socket.exists()
        disk.make_room()
        assert window.open_shell("cat").status == "running"


def test_folders_that_may_only_be_read_are_one_sentence(home: Path) -> None:
    home.mkdir(parents=True, exist_ok=True)
    with read_only(home):
        missing = idea("engine", "start")
    find_places().prepare()
    with read_only(home):
        locked = idea("engine", "start")
        window = idea(str(home))

    for refused in (missing, locked, window):
        assert refused.returncode == 1
        [sentence] = refused.stderr.splitlines()
        assert str(home) in sentence
        assert sentence.endswith("the disk may only be read.")
