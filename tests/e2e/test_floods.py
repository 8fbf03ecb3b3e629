"""Programs that print without end cost no memory, no disk, and nobody else's time.

The numbers here are guards for a machine that does other things as well; the figures we want are
printed by `benchmarks/flood_soak.py`.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
import pytest

from idea.application.engine.engine_status import EngineStatusRequest
from idea.application.views import SessionView
from idea.domain.terminal import Size
from idea.infrastructure.logs.segments import LOG_BYTES, SEGMENT_BYTES
from idea.infrastructure.screen.select import select_core
from support.engine_window import Window, window_on
from support.recorder import Recorder
from support.screen_state import FollowedCell
from support.typist import echo_times_s, interrupt_time_s, p99

pytestmark = [pytest.mark.slow, pytest.mark.posix]

ROOM = Size(80, 24)
MIB = 1024 * 1024
FLOOD = ("sh", "-c", "trap : INT; yes; echo the flood is over; exec cat")


@pytest.fixture
def window(tmp_path: Path) -> Iterator[Window]:
    project = tmp_path / "project"
    project.mkdir()
    with window_on(project) as one:
        yield one


@contextmanager
def followed(window: Window, session: SessionView) -> Iterator[FollowedCell]:
    cell = FollowedCell(window.client.links, select_core(), session.id, ROOM)
    try:
        yield cell
    finally:
        cell.close()


def growth_bytes(processes: list[psutil.Process], *, warm_s: float, soak_s: float) -> list[int]:
    """Return by how much processes grow over a while, at the most."""
    threading.Event().wait(warm_s)
    before = [one.memory_info().rss for one in processes]
    most = [0] * len(processes)
    for _ in range(20):
        threading.Event().wait(soak_s / 20)
        now = [one.memory_info().rss for one in processes]
        most = [max(a, b - c) for a, b, c in zip(most, now, before, strict=True)]
    return most


def engine_of(window: Window) -> psutil.Process:
    return psutil.Process(window.ask(EngineStatusRequest()).pid)


def test_a_flood_in_a_cell_keeps_memory_flat_and_ends_at_ctrl_c(window: Window) -> None:
    session = window.open_shell(*FLOOD)
    recorder = Recorder(window.client.links, session.id, have=0, keep=False)
    with followed(window, session) as cell:
        engine = engine_of(window)
        grown = growth_bytes([engine, psutil.Process()], warm_s=2, soak_s=3)
        assert max(grown) < 10 * MIB, grown
        assert recorder.output_bytes > MIB
        took_s = interrupt_time_s(cell, recorder, b"the flood is over")
    assert took_s < 2


def test_a_flood_nobody_watches_stays_within_the_bound_of_its_log(window: Window) -> None:
    session = window.open_shell("sh", "-c", "stty raw; exec yes 0123456789012345678901234567890123")
    engine = engine_of(window)
    folder = next(window.places.sessions.glob(f"*/{session.id}"))
    print_more_than_the_log_may_hold(folder)
    grown = growth_bytes([engine], warm_s=0, soak_s=2)
    assert grown[0] < 10 * MIB
    assert size_of(folder) <= LOG_BYTES + 2 * SEGMENT_BYTES


def size_of(folder: Path) -> int:
    size = 0
    for path in folder.iterdir():
        with suppress(FileNotFoundError):  # Trimmed meanwhile, or written anew.
            size += path.stat().st_size
    return size


def print_more_than_the_log_may_hold(folder: Path) -> None:
    """Wait for that; checkpoints of the screen worker keep the log shorter all the while."""
    pause = threading.Event()
    for _ in range(9000):
        newest = max((int(path.stem.split("-")[1]) for path in folder.glob("stream-*")), default=0)
        if newest > LOG_BYTES:
            return
        assert size_of(folder) <= LOG_BYTES + 2 * SEGMENT_BYTES
        pause.wait(0.01)
    pytest.fail(f"only {newest} bytes were printed")


def test_typing_beside_eight_floods_is_shown_soon(window: Window) -> None:
    quiet = window.open_shell("sh", "-c", "stty raw -echo; exec cat")
    floods = [window.open_shell("yes") for _ in range(8)]
    with followed(window, quiet) as cell:
        cell.heard.wait_until(lambda: cell.feed._screen.stream.holding)
        with followed(window, floods[0]), followed(window, floods[1]):
            waits_s = echo_times_s(cell, 60)
    assert p99(waits_s) < 1
    assert window.ask(EngineStatusRequest()).loop_lag_p99_ms < 250
