"""Processes of sessions that exist when a test says so."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import override

from idea.domain.ids import SessionId
from idea.domain.ports.marked_processes import MarkedProcesses
from idea.domain.session_record import ProcessIdentity
from idea.domain.survivors import MarkedProcess

A_MIB = 1024 * 1024


def a_process(
    pid: int = 4711,
    *,
    session: str = "session-1",
    parent: int = 1,
    program: str = "sleep",
    arguments: tuple[str, ...] = ("1000",),
    memory_bytes: int = A_MIB,
    started: str = "77",
    seconds: int = 0,
) -> MarkedProcess:
    """Return a process that was started `seconds` after others."""
    return MarkedProcess(
        process=ProcessIdentity(pid=pid, started=started, boot="boot-1"),
        parent=parent,
        session=SessionId(session),
        program=program,
        arguments=arguments,
        memory_bytes=memory_bytes,
        started_at=datetime(2026, 9, 1, 11, tzinfo=UTC) + timedelta(seconds=seconds),
    )


class FakeMarkedProcesses(MarkedProcesses):
    """Ends what it is told to, with its children, except what is `immortal`."""

    def __init__(self, *running: MarkedProcess) -> None:
        self.running = list(running)
        self.immortal: set[int] = set()
        self.told: list[int] = []

    @override
    async def find(self) -> Sequence[MarkedProcess]:
        return list(self.running)

    @override
    async def end(self, processes: Sequence[ProcessIdentity]) -> Sequence[ProcessIdentity]:
        doomed = {each.process.pid for each in self.running if each.process in processes}
        self.told += sorted(doomed)
        while more := {each.process.pid for each in self.running if each.parent in doomed} - doomed:
            doomed |= more
        doomed -= self.immortal
        self.running = [each for each in self.running if each.process.pid not in doomed]
        return [each.process for each in self.running if each.process in processes]
