"""Which processes of IdeA run, since when, and of which version."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

import psutil

import idea
from idea.domain.diagnosis import Finding, Health
from idea.infrastructure.places import Places
from idea.infrastructure.stores.json_load import document_in
from idea.infrastructure.worker.process import COMMAND

_REPLACE = "'idea engine replace' brings this version; no session ends."


@dataclass(frozen=True, slots=True, kw_only=True)
class RunningProcess:
    """One process of IdeA."""

    pid: int
    since: str
    """UTC, to the second."""
    version: str = ""
    """Empty where it does not say."""


def running_keeper(places: Places) -> RunningProcess | None:
    """Return the keeper that its lock names; None when there is none."""
    said = document_in(places.keeper_lock)
    pid = said.get("pid")
    return _running(pid, str(said.get("version", ""))) if isinstance(pid, int) else None


def running_workers(engine: int) -> tuple[RunningProcess, ...]:
    """Return the screen workers of an engine: one, and one for each session that needs its own."""
    try:
        children = psutil.Process(engine).children(recursive=True)
        workers = [child.pid for child in children if COMMAND[-1] in child.cmdline()]
    except psutil.Error:
        return ()  # The engine left, or a worker did: the next look tells.
    found = (_running(pid, idea.__version__) for pid in workers)
    return tuple(one for one in found if one is not None)


def _running(pid: int, version: str) -> RunningProcess | None:
    try:
        started = psutil.Process(pid).create_time()
    except (psutil.Error, ValueError, OverflowError):
        return None
    since = datetime.fromtimestamp(started, UTC).isoformat(timespec="seconds")
    return RunningProcess(pid=pid, since=since, version=version)


def check_keeper(places: Places, *, engine_runs: bool) -> Iterator[Finding]:
    """Say whether a keeper runs, and whether its programs have an engine."""
    keeper = running_keeper(places)
    if keeper is None:
        yield Finding(id="keeper", health=Health.FINE, fact="does not run; it has no session")
        return
    version = f", version {keeper.version}" if keeper.version else ""
    yield Finding(
        id="keeper",
        health=Health.FINE if engine_runs else Health.NOTE,
        fact=f"pid {keeper.pid}{version}, since {keeper.since}",
        remedy="" if engine_runs else "Programs in it wait: 'idea engine start' goes on with them.",
    )


def check_workers(engine: int) -> Iterator[Finding]:
    """Say which screen workers an engine has."""
    workers = running_workers(engine)
    if not workers:
        yield Finding(id="worker", health=Health.FINE, fact="does not run; it starts when needed")
    for worker in workers:
        yield Finding(
            id="worker", health=Health.FINE, fact=f"pid {worker.pid}, since {worker.since}"
        )


def check_version(version: str) -> Iterator[Finding]:
    """Say whether the engine that runs is of another version than this program."""
    if version != idea.__version__:
        yield Finding(
            id="version",
            health=Health.NOTE,
            fact=f"the engine is {version}, this program is {idea.__version__}",
            remedy=_REPLACE,
        )
