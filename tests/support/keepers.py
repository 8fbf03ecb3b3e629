"""A keeper of a test's own, gone when the test is over."""

import contextlib
import json
import os
import signal
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

from idea.infrastructure.places import Places
from idea.infrastructure.processes import LocalProcesses
from idea.infrastructure.pty.keeper_spawner import KeeperPtySpawner
from support.running import becomes


@contextmanager
def short_places() -> Iterator[Places]:
    """Give places whose socket paths are short whatever the test's name is."""
    with tempfile.TemporaryDirectory(prefix="idea-") as folder:
        base = Path(folder)
        places = Places(data=base / "data", state=base / "state", runtime=base / "run")
        try:
            yield places
        finally:
            end_keeper(places)


def is_alive(pid: int) -> bool:
    """Return whether a process runs; one that init has not reaped yet does not."""
    return LocalProcesses().identify(pid) is not None


def keeper_pid(places: Places) -> int | None:
    """Return the process id of the keeper, None when none runs."""
    try:
        pid = int(json.loads(places.keeper_lock.read_text())["pid"])
    except (OSError, ValueError):
        return None
    return pid if is_alive(pid) else None


def end_keeper(places: Places, *, limit_s: float = 15.0) -> None:
    """Ask the keeper to leave and wait until it has."""
    pid = keeper_pid(places)
    if pid is None:
        return
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGTERM)
    deadline = time.monotonic() + limit_s
    while is_alive(pid) and time.monotonic() < deadline:
        time.sleep(0.005)
    assert not is_alive(pid), "the keeper did not leave"


@asynccontextmanager
async def a_spawner(*, grace_s: float = 10.0) -> AsyncIterator[tuple[KeeperPtySpawner, Places]]:
    """Give a spawner with a keeper of its own."""
    with short_places() as places:
        spawner = KeeperPtySpawner(places, LocalProcesses(), grace_s=grace_s)
        try:
            yield spawner, places
        finally:
            await spawner.close()
            if (pid := keeper_pid(places)) is not None:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGTERM)
                await becomes(lambda: not is_alive(pid), "the keeper's leave")
