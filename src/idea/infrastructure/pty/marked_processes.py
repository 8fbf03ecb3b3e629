"""Finds what sessions left behind by the variable that every program in a session inherits."""

import asyncio
import os
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import override

import psutil

from idea.domain.errors import InvalidError
from idea.domain.ids import SessionId
from idea.domain.ports.marked_processes import MarkedProcesses
from idea.domain.session_record import ProcessIdentity
from idea.domain.survivors import MarkedProcess
from idea.infrastructure.processes import LocalProcesses, Relative
from idea.infrastructure.pty.keeper_start import KEEPER_MODULE
from idea.infrastructure.pty.process_memory import memory_bytes
from idea.infrastructure.pty.process_tree import end_trees
from idea.infrastructure.session_variables import SESSION_VARIABLE


class LocalMarkedProcesses(MarkedProcesses):
    """Looks at the environment each process began with; thousands of processes take a moment."""

    def __init__(self, processes: LocalProcesses, idea_home: str) -> None:
        """Prepare; `idea_home` tells this instance from others, whose sessions are not ours."""
        self._processes = processes
        self._home = _folder(idea_home)

    @override
    async def find(self) -> Sequence[MarkedProcess]:
        return await asyncio.to_thread(self._find)

    @override
    async def end(self, processes: Sequence[ProcessIdentity]) -> Sequence[ProcessIdentity]:
        return await end_trees(processes, self._processes, force=False)

    def _find(self) -> list[MarkedProcess]:
        relatives = {each.process.pid: each for each in self._processes.relatives()}
        look = _Look(relatives, self._home)
        marked = ((each, look.mark(each)) for each in relatives.values())
        found = (_seen(each, mark) for each, mark in marked if mark and not look.is_held(each))
        return [each for each in found if each is not None]


class _Look:
    """One look at all processes; asks the system about each once."""

    def __init__(self, relatives: Mapping[int, Relative], home: Path | None) -> None:
        self._relatives = relatives
        self._home = home
        self._marks: dict[int, str] = {}
        self._held = {os.getpid()}
        self._free: set[int] = set()

    def mark(self, relative: Relative) -> str:
        """Return the session a process comes from; empty for none."""
        line: list[tuple[int, str | None]] = []
        here: Relative | None = relative
        while here is not None and here.process.pid not in self._marks:
            pid = here.process.pid
            self._marks[pid] = ""  # Parents read one after the other could form a ring.
            line.append((pid, self._own_mark(pid)))
            here = self._relatives.get(here.parent)
        mark = "" if here is None else self._marks[here.process.pid]
        for pid, own in reversed(line):
            self._marks[pid] = mark = mark if own is None else own
        return mark

    def _own_mark(self, pid: int) -> str | None:
        """Return what a process's environment says; None when it says nothing or cannot be read.

        The mark of another instance's session counts as none.
        """
        try:
            variables = psutil.Process(pid).environ()
        except (psutil.Error, OSError, ValueError):
            return None
        if SESSION_VARIABLE not in variables:
            return None
        is_ours = _folder(variables.get("IDEA_HOME", "")) == self._home
        return variables[SESSION_VARIABLE] if is_ours else ""

    def is_held(self, relative: Relative) -> bool:
        """Return whether a process is below a keeper, or below ourselves."""
        line: list[int] = []
        here: Relative | None = relative
        while here is not None and here.process.pid not in {*line, *self._held, *self._free}:
            line.append(here.process.pid)
            if _is_keeper(here.process.pid):
                self._held.add(here.process.pid)
                break
            here = self._relatives.get(here.parent)
        held = here is not None and here.process.pid in self._held
        (self._held if held else self._free).update(line)
        return held


def _is_keeper(pid: int) -> bool:
    try:
        return KEEPER_MODULE in psutil.Process(pid).cmdline()
    except psutil.Error:
        return False


def _seen(relative: Relative, mark: str) -> MarkedProcess | None:
    """Return what the system tells about a process; None when it is gone or not the person's."""
    try:
        process = psutil.Process(relative.process.pid)
        with process.oneshot():
            if hasattr(os, "getuid") and process.uids().real != os.getuid():
                return None
            command = process.cmdline()
            return MarkedProcess(
                process=relative.process,
                parent=relative.parent,
                session=SessionId(mark),
                program=process.name(),
                arguments=tuple(command[1:]),
                memory_bytes=memory_bytes(process),
                started_at=datetime.fromtimestamp(process.create_time(), UTC),
            )
    except (psutil.Error, InvalidError):
        return None


def _folder(path: str) -> Path | None:
    return Path(path).expanduser().absolute() if path else None
