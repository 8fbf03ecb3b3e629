"""Programs that print without end cost no memory, no disk, and nobody else's time.

The numbers here are guards for a machine that does other things as well; the figures we want are
printed by `benchmarks/flood_soak.py`.
"""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext

import psutil
import pytest

from idea.application.engine.engine_status import EngineStatusRequest
from idea.application.engine_feed import EngineLost
from idea.application.settings.set_setting import SetSettingRequest
from idea.application.terminals.stop_session import StopSessionRequest
from idea.application.views import EngineState, SessionView
from idea.domain.stream.journal import LOG_BYTES
from idea.domain.stream.records import Framed, Gap, Output
from idea.domain.terminal import Size
from idea.infrastructure.logs.memory_place import SESSION_BYTES, find_memory_place
from idea.infrastructure.places import find_places
from idea.infrastructure.screen.select import select_core
from support import dense_pages
from support.engine_window import Window
from support.log_floods import (
    FLOOD,
    FloodCosts,
    costs_of,
    engine_of,
    newest_seq,
    places_of,
    shown,
    size_of,
    wrongs_of_dense_pages,
)
from support.recorder import Recorder
from support.screen_state import FollowedCell
from support.takeover import ONE_READ_BYTES
from support.typist import echo_times_s, interrupt_time_s, p99

pytestmark = [pytest.mark.slow, pytest.mark.posix]

ROOM = Size(80, 24)
MIB = 1024 * 1024
DENSE_PAGES = 8
DENSE_BYTES = 7 * len(dense_pages.page())
"""Near the end of all that is printed."""
WIDE_FLOOD = ("sh", "-c", "stty raw; exec yes 0123456789012345678901234567890123456789")
LINE_BYTES = 16
NUMBERED = """
import sys, time, tty
tty.setraw(1)
for start in range(1, 10**9, 4096):
    sys.stdout.write("".join(f"{number:015d}\\n" for number in range(start, start + 4096)))
    sys.stdout.flush()
    time.sleep(0.02)  # About 3 MB a second, which an observer in this process follows.
"""
needs_memory_place = pytest.mark.skipif(
    find_memory_place(find_places()) is None, reason="no memory file system here"
)


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


def test_a_flood_in_a_cell_keeps_memory_flat_and_ends_at_ctrl_c(window: Window) -> None:
    session = window.open_shell(*FLOOD)
    recorder = Recorder(window.client.links, session.id, have=0, keep=False)
    with followed(window, session) as cell:
        engine = engine_of(window)
        grown = growth_bytes([engine, psutil.Process()], warm_s=2, soak_s=3)
        assert max(grown) < 10 * MIB, grown
        assert recorder.output_bytes > MIB
        took_s = interrupt_time_s(cell, recorder, b"the flood is over")
    assert took_s < 10  # A wide guard, as all of time here; script/bench says what it takes.


def prints_much(window: Window, session: SessionView, costs: FloodCosts) -> FloodCosts:
    """Wait until a session has printed more than its log may hold."""
    start, deadline = newest_seq(*places_of(window, session)), time.monotonic() + 100
    while costs.printed_bytes < LOG_BYTES + 8 * MIB:
        assert time.monotonic() < deadline, costs
        threading.Event().wait(0.05)
        costs.printed_bytes = newest_seq(*places_of(window, session)) - start
    return costs


@needs_memory_place
@pytest.mark.timeout(300)
@pytest.mark.parametrize("is_shown", [False, True], ids=["detached", "shown"])
def test_a_flood_is_kept_from_the_disk_and_within_the_bound_of_its_log(
    window: Window, is_shown: bool
) -> None:
    for _ in range(3):
        costs = costs_of_a_flood(window, is_shown=is_shown)
        assert costs.log_bytes <= LOG_BYTES + 2 * MIB, costs
        assert costs.memory_bytes <= SESSION_BYTES + 4 * MIB, costs
        # What comes before a flood is one, and all that is left of one that a stall interrupts.
        if costs.written_bytes < SESSION_BYTES + 4 * MIB:
            return
        # A machine that is busy with other things may print too slowly for a flood.
    pytest.fail(f"too much was written to the disk: {costs}")


def costs_of_a_flood(window: Window, *, is_shown: bool) -> FloodCosts:
    """Let a session print more than its log may hold, stop it, and look at what is left."""
    session = window.open_shell(*WIDE_FLOOD)
    engine = engine_of(window)
    with shown(window, session) if is_shown else nullcontext(), costs_of(window, session) as costs:
        prints_much(window, session, costs)
        grown = growth_bytes([engine], warm_s=0, soak_s=1)
    assert grown[0] < 10 * MIB
    window.ask(StopSessionRequest(session=session.id, force=True))
    disk, memory = places_of(window, session)
    assert size_of(memory) == 0
    assert MIB < size_of(disk) <= LOG_BYTES + 2 * MIB
    return costs


@needs_memory_place
@pytest.mark.timeout(300)
@pytest.mark.parametrize("is_shown", [False, True], ids=["detached", "shown"])
def test_a_flood_of_colours_keeps_the_bound_of_a_small_log_and_its_screen(
    window: Window, is_shown: bool
) -> None:
    """Its checkpoints in the core's own format are larger than the log may be."""
    window.ask(SetSettingRequest(name="sessions.log_limit_mib", value=2))
    session = window.open_shell(*dense_pages.command(DENSE_PAGES))
    with shown(window, session) if is_shown else nullcontext(), costs_of(window, session) as costs:
        wait_until(lambda: newest_seq(*places_of(window, session)) > DENSE_BYTES)
    assert costs.log_bytes <= 4 * MIB, costs
    wrong, lines = wrongs_of_dense_pages(window, session)
    assert (wrong, lines > 100) == ([], True)


@needs_memory_place
def test_an_engine_killed_amid_a_flood_costs_one_read_at_most(window: Window) -> None:
    session = window.open_shell(sys.executable, "-c", NUMBERED)
    recorder = Recorder(window.client.links, session.id, have=0)
    _, memory = places_of(window, session)
    wait_until(lambda: size_of(memory) > 2 * MIB)
    os.kill(engine_of(window).pid, signal.SIGKILL)
    window.hear(lambda news: isinstance(news, EngineLost))
    assert size_of(memory) > 2 * MIB
    window.hear(lambda news: isinstance(news, EngineState))
    recorder.attach_again()
    begun = recorder.end
    recorder.wait("the next engine", lambda: recorder.end > begun + 2 * MIB)
    recorder.close()
    assert [one.kept for one in recorder.attached] == [True, True]
    lost = numbered_losses(recorder.records)
    assert len(lost) == 1
    assert lost[0] <= ONE_READ_BYTES


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        threading.Event().wait(0.01)


def numbered_losses(records: Sequence[Framed]) -> list[int]:
    """Return how many bytes are missing at each gap of a stream of numbered lines."""
    stretches = [b""]
    for framed in records:
        if isinstance(framed.record, Gap):
            assert not framed.record.reset
            stretches.append(b"")
        elif isinstance(framed.record, Output):
            stretches[-1] += framed.record.data
    lost, end = [], 0
    for stretch in stretches:
        head = stretch.index(b"\n") + 1 if end else 0
        first = int(stretch[head : head + LINE_BYTES])
        start = (first - 1) * LINE_BYTES - head
        count = len(stretch) // LINE_BYTES + 2
        whole = b"".join(b"%015d\n" % number for number in range(first - 1, first + count))
        assert whole[LINE_BYTES - head :].startswith(stretch)
        lost.append(start - end)
        end = start + len(stretch)
    assert lost[0] == 0
    return lost[1:]


def test_typing_beside_eight_floods_is_shown_soon(window: Window) -> None:
    quiet = window.open_shell("sh", "-c", "stty raw -echo; exec cat")
    floods = [window.open_shell("yes") for _ in range(8)]
    with followed(window, quiet) as cell:
        cell.heard.wait_until(lambda: cell.feed._screen.stream.holding)
        with followed(window, floods[0]), followed(window, floods[1]):
            waits_s = echo_times_s(cell, 60)
    assert p99(waits_s) < 10
    assert window.ask(EngineStatusRequest()).loop_lag_p99_ms < 2500
