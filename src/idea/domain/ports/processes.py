"""Looks at the operating system's processes."""

from typing import Protocol

from idea.domain.session_record import ProcessIdentity


class Processes(Protocol):
    """Tells processes apart; every answer is a look at one moment and does not block."""

    @property
    def boot(self) -> str:
        """The name of this run of the operating system."""
        ...

    def identify(self, pid: int) -> ProcessIdentity | None:
        """Return who runs under this id now, None when nobody does."""
        ...

    def is_running(self, process: ProcessIdentity) -> bool:
        """Whether exactly this process still runs; a zombie does not."""
        ...
