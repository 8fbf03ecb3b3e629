"""The machine a project lives on: its files and its pseudo-terminals behave the same anywhere."""

from typing import Protocol

from idea.domain.location import Location
from idea.domain.ports.file_system import FileSystem
from idea.domain.ports.processes import Processes
from idea.domain.ports.pty import PtySpawner
from idea.domain.ports.session_environment import SessionEnvironment
from idea.domain.ports.session_folder import SessionFolder


class RemoteHost(Protocol):
    """What use cases may do at one location."""

    @property
    def files(self) -> FileSystem:
        """The files there."""
        ...

    @property
    def ptys(self) -> PtySpawner:
        """The programs there."""
        ...

    @property
    def environment(self) -> SessionEnvironment:
        """What programs find there."""
        ...

    @property
    def processes(self) -> Processes:
        """The processes there, told apart."""
        ...

    @property
    def folders(self) -> SessionFolder:
        """Where sessions there work at the moment."""
        ...


class RemoteHosts(Protocol):
    """Reaches locations."""

    async def connect(self, location: Location) -> RemoteHost:
        """Return the host of a location, connecting when needed. Cancelling is safe.

        Raises:
            RemoteError: It cannot be reached, or not yet by this version of IdeA.
        """
        ...
