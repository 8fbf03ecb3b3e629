"""Several processes at one store at once: torn reads, owners of a lock, and who comes after one.

Run as a program of its own, for the same reason as `store_kills`:
`python -m support.store_races torn FOLDER SECONDS`, `… owners FOLDER ROUNDS`, `… heirs FOLDER
ROUNDS`; each prints one line of JSON.
"""

import asyncio
import json
import os
import signal
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from idea.domain.ids import ProjectId
from idea.domain.project import Project
from idea.infrastructure.event_bus import InMemoryEventBus
from idea.infrastructure.process_lock import ProcessLock
from idea.infrastructure.stores.atomic import backup_of
from idea.infrastructure.stores.json_file import write_with_backup
from idea.infrastructure.stores.json_load import read_regular
from idea.infrastructure.stores.json_text import DamagedError, parse_object, spell
from idea.infrastructure.stores.project_folder import FileProjectFolders

READERS = 4
_PROJECT = ProjectId("p1")
_LOCK = "engine.lock"


def torn(folder: Path, seconds: float) -> dict[str, int]:
    """Let four processes read what one writes; count what was read and what of it was torn."""
    path = folder / "layout.json"
    _write(path, 0)
    until = time.monotonic() + seconds
    readers = [_Child(partial(_read_until, path, until)) for _ in range(READERS)]
    writes = 0
    while time.monotonic() < until:
        writes += 1
        _write(path, writes)
    found = [reader.said() for reader in readers]
    return {
        "writes": writes,
        "reads": sum(one["reads"] for one in found),
        "torn": sum(one["torn"] for one in found),
    }


def _write(path: Path, number: int) -> None:
    write_with_backup(path, spell({"version": 1, "numbers": [number] * 2_000}))


def _read_until(path: Path, until: float) -> dict[str, int]:
    reads = torn_reads = 0
    while time.monotonic() < until:
        for one in (path, backup_of(path)):
            reads += 1
            try:
                content = read_regular(one)
                numbers = [0] if content is None else parse_object(content)["numbers"]
                torn_reads += len(set(numbers)) != 1  # type: ignore[arg-type]
            except DamagedError:
                torn_reads += 1
    return {"reads": reads, "torn": torn_reads}


def owners(folder: Path, rounds: int) -> dict[str, int]:
    """Let two processes want the engine's lock and a project at once; count the owners of each."""
    found = {"rounds": rounds, "engine": 0, "project": 0, "not exactly one": 0}
    gate, opener = os.pipe()
    for _ in range(rounds):
        rivals = [_Child(partial(_own, folder, gate), stays=True) for _ in range(2)]
        os.write(opener, b"go")
        said = [rival.said() for rival in rivals]
        for rival in rivals:
            rival.end()
        engines, projects = (sum(one[key] for one in said) for key in ("engine", "project"))
        found["engine"] += engines
        found["project"] += projects
        found["not exactly one"] += (engines, projects) != (1, 1)
    return found


def _own(folder: Path, gate: int | None = None) -> dict[str, bool]:
    global _held  # noqa: PLW0603 # A lock lives as long as what holds it.
    lock = ProcessLock(folder / _LOCK)
    folders = FileProjectFolders(InMemoryEventBus())
    _held = (lock, folders)
    if gate is not None:
        os.read(gate, 1)
    return {"engine": lock.take(), "project": _open(folders, folder)}


_held: object = None


def _open(folders: FileProjectFolders, folder: Path) -> bool:
    root = folder / "work"
    root.mkdir(exist_ok=True)
    now = datetime(2026, 1, 2, tzinfo=UTC)
    project = Project(id=_PROJECT, name="work", root=str(root), created_at=now)
    return asyncio.run(folders.open(project)).writable


def heirs(folder: Path, rounds: int) -> dict[str, float]:
    """Kill owners; measure how long until another process owns both, in seconds."""
    longest = 0.0
    inherited = 0
    waits, waiting = os.pipe()
    for _ in range(rounds):
        owner = _Child(partial(_own, folder), stays=True)
        assert owner.said() == {"engine": True, "project": True}
        heir = _Child(partial(_inherit, folder, waiting))
        os.read(waits, 1)
        killed_at = time.monotonic()
        owner.end()
        said = heir.said()
        longest = max(longest, said["at"] - killed_at)
        inherited += said["engine"] and said["project"]
    return {"rounds": rounds, "inherited": inherited, "longest_s": longest}


def _inherit(folder: Path, waiting: int) -> dict[str, float]:
    is_told = False

    def another_serves() -> bool:
        nonlocal is_told
        if not is_told:
            is_told = True
            os.write(waiting, b"!")
        return False

    engine = ProcessLock(folder / _LOCK).wait(another_serves, wait_s=60.0)
    project = _open(FileProjectFolders(InMemoryEventBus()), folder)
    return {"engine": engine, "project": project, "at": time.monotonic()}


class _Child:
    """A forked process that says one thing; one that stays keeps what it holds until its end."""

    def __init__(self, work: Callable[[], object], *, stays: bool = False) -> None:
        reading, writing = os.pipe()
        self._pid = os.fork()
        if not self._pid:
            try:
                os.write(writing, json.dumps(work()).encode())
                os.close(writing)
                while stays:
                    signal.pause()
            finally:
                os._exit(0)
        os.close(writing)
        self._pipe = reading
        self._stays = stays

    def said(self) -> dict:
        """Wait for what it says."""
        with os.fdopen(self._pipe, "rb") as pipe:
            said = json.loads(pipe.read())
        if not self._stays:
            os.waitpid(self._pid, 0)
        return said

    def end(self) -> None:
        """Kill it."""
        os.kill(self._pid, signal.SIGKILL)
        os.waitpid(self._pid, 0)


RACES: dict[str, tuple[Callable[..., dict], type]] = {
    "torn": (torn, float),
    "owners": (owners, int),
    "heirs": (heirs, int),
}


def main(arguments: list[str]) -> int:
    """Run one race and print what was found."""
    name, folder, amount = arguments
    race, kind = RACES[name]
    Path(folder).mkdir(parents=True, exist_ok=True)
    sys.stdout.write(json.dumps(race(Path(folder), kind(amount))) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
