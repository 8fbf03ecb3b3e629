"""Processes that exist when a test says so."""

from typing import override

from idea.domain.ports.processes import Processes
from idea.domain.session_record import ProcessIdentity


class FakeProcesses(Processes):
    """Every process runs until it is in `gone`."""

    def __init__(self, boot: str = "boot-1") -> None:
        self._boot = boot
        self.gone: set[int] = set()

    @property
    @override
    def boot(self) -> str:
        return self._boot

    @override
    def identify(self, pid: int) -> ProcessIdentity | None:
        if pid in self.gone:
            return None
        return ProcessIdentity(pid=pid, started=f"at {pid}", boot=self._boot)

    @override
    def is_running(self, process: ProcessIdentity) -> bool:
        return process == self.identify(process.pid)
