"""The processes of this machine, told apart for good by their start time."""

import contextlib
import os
import signal
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import override

import psutil

from idea.domain.ports.processes import Processes
from idea.domain.session_record import ProcessIdentity

_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
_HAS_PIDFD = hasattr(os, "pidfd_open") and hasattr(signal, "pidfd_send_signal")

_STATE, _PARENT, _SESSION, _STARTED = 0, 1, 3, 19
"""Where Linux tells what in /proc/PID/stat, counted behind the name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Relative:
    """A living process and whom it belongs to, by their process ids."""

    process: ProcessIdentity
    parent: int
    session: int
    """Who leads its session; 0 where there is no such thing."""


class LocalProcesses(Processes):
    """Looks processes up by their identity, and signals exactly those."""

    def __init__(self) -> None:
        self._boot = _boot()

    @property
    @override
    def boot(self) -> str:
        return self._boot

    @override
    def identify(self, pid: int) -> ProcessIdentity | None:
        found = self._relative(pid)
        return None if found is None else found.process

    @override
    def is_running(self, process: ProcessIdentity) -> bool:
        return process == self.identify(process.pid)

    def relatives(self) -> Sequence[Relative]:
        """Return every living process; takes some milliseconds."""
        found = (self._relative(pid) for pid in psutil.pids())
        return [each for each in found if each is not None]

    def signal(self, process: ProcessIdentity, number: int) -> None:
        """Signal exactly this process; nothing happens when it is gone or not the person's."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if not _HAS_PIDFD:
                if self.is_running(process):
                    os.kill(process.pid, number)
                return
            descriptor = os.pidfd_open(process.pid)
            try:
                # The descriptor was opened first, so the check below speaks of what it names.
                if self.is_running(process):
                    signal.pidfd_send_signal(descriptor, number)
            finally:
                os.close(descriptor)

    def _relative(self, pid: int) -> Relative | None:
        """Look at a process; None when there is none or only its remains."""
        seen = _on_linux(pid) if sys.platform == "linux" else _elsewhere(pid)
        if seen is None:
            return None
        started, parent, session = seen
        process = ProcessIdentity(pid=pid, started=started, boot=self._boot)
        return Relative(process=process, parent=parent, session=session)


def _boot() -> str:
    try:
        return _BOOT_ID.read_text(encoding="ascii").strip()
    except OSError:
        return str(int(psutil.boot_time()))


def _on_linux(pid: int) -> tuple[str, int, int] | None:
    """Return when a process started, its parent and who leads its session, from one reading."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
    except OSError:
        return None
    if len(fields) <= _STARTED or fields[_STATE] in b"ZX":
        return None
    return fields[_STARTED].decode("ascii"), int(fields[_PARENT]), int(fields[_SESSION])


def _elsewhere(pid: int) -> tuple[str, int, int] | None:
    try:
        process = psutil.Process(pid)
        if process.status() == psutil.STATUS_ZOMBIE:
            return None
        started, parent = str(process.create_time()), process.ppid()
    except psutil.Error:
        return None
    try:
        return started, parent, 0 if sys.platform == "win32" else os.getsid(pid)
    except OSError:
        return started, parent, 0
