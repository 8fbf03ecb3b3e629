"""The processes of this machine, told apart for good by their start time."""

import contextlib
import os
import signal
import sys
from pathlib import Path
from typing import override

import psutil

from idea.domain.ports.processes import Processes
from idea.domain.session_record import ProcessIdentity

_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
_HAS_PIDFD = hasattr(os, "pidfd_open") and hasattr(signal, "pidfd_send_signal")


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
        started = _start_time(pid)
        return (
            None if started is None else ProcessIdentity(pid=pid, started=started, boot=self._boot)
        )

    @override
    def is_running(self, process: ProcessIdentity) -> bool:
        return process == self.identify(process.pid)

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


def _boot() -> str:
    try:
        return _BOOT_ID.read_text(encoding="ascii").strip()
    except OSError:
        return str(int(psutil.boot_time()))


def _start_time(pid: int) -> str | None:
    """Return when a process started, None when there is none or only its remains."""
    if sys.platform == "linux":
        try:
            fields = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
        except OSError:
            return None
        return None if len(fields) < 20 or fields[0] in b"ZX" else fields[19].decode("ascii")
    try:
        process = psutil.Process(pid)
        return None if process.status() == psutil.STATUS_ZOMBIE else str(process.create_time())
    except psutil.Error:
        return None
