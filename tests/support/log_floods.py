"""What a flood costs: bytes the engine writes to the disk, and how large its log gets."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import psutil

from idea.application.engine.engine_status import EngineStatusRequest
from idea.application.views import SessionView
from idea.domain.ports.terminal_core import Screen
from idea.domain.terminal import Size
from idea.infrastructure.screen.select import select_core
from support.dense_pages import OVER, end_of
from support.engine_window import Window
from support.screen_state import COMPARED_LINES, SCROLLBACK_LINES, FollowedCell, differences, state

FLOOD = ("sh", "-c", "trap : INT; yes; echo the flood is over; exec cat")
_ROOM = Size(120, 40)
_LOOK_EVERY_S = 0.02


@dataclass(slots=True)
class FloodCosts:
    """What was seen while a flood went on; sizes are the largest seen."""

    written_bytes: int = 0
    """What the kernel counts as written to block devices on the engine's behalf, or is about to be.

    It counts a page when it is first made dirty, and none of a memory file system.
    """
    disk_bytes: int = 0
    memory_bytes: int = 0
    log_bytes: int = 0
    """Both places together."""
    printed_bytes: int = 0
    """Records and all, by the names of the newest segments."""


def engine_of(window: Window) -> psutil.Process:
    """Return the process of the engine that serves now."""
    return psutil.Process(window.ask(EngineStatusRequest()).pid)


def places_of(window: Window, session: SessionView) -> tuple[Path, Path]:
    """Return where a session's log is on disk, and where in memory."""
    name = f"{session.project}/{session.id}"
    return window.places.sessions / name, window.places.memory / name


def size_of(folder: Path) -> int:
    """Return how large a log's folder is, whatever happens to its files meanwhile."""
    size = 0
    with suppress(OSError):
        for path in folder.iterdir():
            with suppress(OSError):
                size += path.stat().st_size
    return size


def newest_seq(*folders: Path) -> int:
    """Return where the newest segment of a log begins."""
    newest = 0
    for folder in folders:
        with suppress(OSError):
            for path in folder.glob("stream-*.records"):
                newest = max(newest, int(path.stem.split("-")[1]))
    return newest


@contextmanager
def costs_of(window: Window, session: SessionView) -> Iterator[FloodCosts]:
    """Look on while the block runs."""
    costs, over = FloodCosts(), threading.Event()
    engine = engine_of(window)
    disk, memory = places_of(window, session)
    written, printed = engine.io_counters().write_bytes, newest_seq(disk, memory)

    def look() -> None:
        while not over.wait(_LOOK_EVERY_S):
            on_disk, in_memory = size_of(disk), size_of(memory)
            costs.disk_bytes = max(costs.disk_bytes, on_disk)
            costs.memory_bytes = max(costs.memory_bytes, in_memory)
            costs.log_bytes = max(costs.log_bytes, on_disk + in_memory)

    looking = threading.Thread(target=look, name="looks at a log")
    looking.start()
    try:
        yield costs
    finally:
        over.set()
        looking.join()
        costs.written_bytes = engine.io_counters().write_bytes - written
        costs.printed_bytes = newest_seq(disk, memory) - printed


@contextmanager
def shown(window: Window, session: SessionView) -> Iterator[FollowedCell]:
    """Show a session as a window does, with a core of its own."""
    cell = FollowedCell(window.client.links, select_core(), session.id, _ROOM)
    try:
        cell.heard.wait_until(lambda: cell.feed._screen.stream.holding)
        yield cell
    finally:
        cell.close()


def wrongs_of_dense_pages(window: Window, session: SessionView) -> tuple[list[str], int]:
    """Attach once `dense_pages` is over; return what is shown wrong, and how many lines there are.

    A heavy screen comes back with fewer lines than it had; those must be the last ones.
    """
    with shown(window, session) as cell:
        deadline = time.monotonic() + 60
        while not (pages := cell.on_screen(_pages)):
            assert time.monotonic() < deadline
            threading.Event().wait(0.05)
        found = cell.on_screen(state)
    assert found is not None
    twin = select_core().create(_ROOM, SCROLLBACK_LINES)
    twin.feed(end_of(pages, COMPARED_LINES + _ROOM.rows))
    expected = state(twin)
    twin.close()
    lines = len(_many(found, "rows"))
    for name in ("lines", "rows"):
        expected[name] = _many(expected, name)[-lines:]
    return differences(found, expected), lines


def _many(seen: dict[str, object], name: str) -> tuple[object, ...]:
    return cast("tuple[object, ...]", seen[name])


def _pages(screen: Screen) -> int:
    """Return how many pages were printed, once that is said."""
    last = screen.lines(max(screen.take_frame().scrollback.total - 1, 0), 1)
    return int(last[0].removeprefix(OVER)) if last and last[0].startswith(OVER) else 0
