"""Programs that a session started and that run on after it, such as jobs under nohup and daemons.

A process carries the *mark* of the session it comes from: the session's id in its environment, or
in that of the process that started it.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime

from idea.domain.ids import SessionId
from idea.domain.session_record import ProcessIdentity


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkedProcess:
    """A process that comes from a session."""

    process: ProcessIdentity
    parent: int
    session: SessionId
    program: str
    arguments: tuple[str, ...]
    memory_bytes: int
    """Its share of what it uses together with others, so that sums are true."""
    started_at: datetime


@dataclass(frozen=True, slots=True)
class Survivor:
    """A program whose session has ended: the process that is in front, and those it started."""

    first: MarkedProcess
    others: tuple[MarkedProcess, ...] = ()

    @property
    def id(self) -> str:
        """Its process id and start time: unlike the process id alone never given to another."""
        return f"{self.first.process.pid}-{self.first.process.started}"

    @property
    def processes(self) -> tuple[MarkedProcess, ...]:
        """All of it."""
        return (self.first, *self.others)

    @property
    def memory_bytes(self) -> int:
        """What all of it uses."""
        return sum(each.memory_bytes for each in self.processes)


def survivors_among(
    processes: Iterable[MarkedProcess], is_live: Callable[[SessionId], bool]
) -> tuple[Survivor, ...]:
    """Return the programs whose session is not live, each with what it started, oldest first."""
    left = [each for each in processes if not is_live(each.session)]
    by_pid = {each.process.pid: each for each in left}
    families: dict[int, list[MarkedProcess]] = {}
    for each in sorted(left, key=lambda one: (one.started_at, one.process.pid)):
        families.setdefault(_first(each, by_pid).process.pid, []).append(each)
    survivors = [
        Survivor(by_pid[pid], tuple(each for each in family if each.process.pid != pid))
        for pid, family in families.items()
    ]
    return tuple(sorted(survivors, key=lambda one: (one.first.started_at, one.first.process.pid)))


def _first(process: MarkedProcess, by_pid: dict[int, MarkedProcess]) -> MarkedProcess:
    """Return the ancestor in the same session that nobody of this session started."""
    seen = {process.process.pid}
    while True:
        parent = by_pid.get(process.parent)
        if parent is None or parent.session != process.session:
            return process
        if parent.process.pid in seen:
            return by_pid[min(seen)]  # Parents read one after the other form a ring.
        seen.add(parent.process.pid)
        process = parent
