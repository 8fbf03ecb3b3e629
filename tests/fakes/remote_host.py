"""This machine, made of fakes."""

from typing import override

from fakes.processes import FakeProcesses
from fakes.session_environment import FakeSessionEnvironment
from fakes.session_folder import FakeSessionFolder
from idea.domain.errors import RemoteError
from idea.domain.location import LOCAL, Location
from idea.domain.ports.file_system import FileSystem
from idea.domain.ports.pty import PtySpawner
from idea.domain.ports.remote_host import RemoteHost, RemoteHosts


class FakeRemoteHost(RemoteHost):
    """Files, and programs where a test gives some."""

    def __init__(self, files: FileSystem, ptys: PtySpawner | None = None) -> None:
        self._files = files
        self._ptys = ptys
        self._environment = FakeSessionEnvironment()
        self._processes = FakeProcesses()
        self._folders = FakeSessionFolder()

    @property
    @override
    def files(self) -> FileSystem:
        return self._files

    @property
    @override
    def ptys(self) -> PtySpawner:
        if self._ptys is None:
            raise AssertionError("This test has no programs.")
        return self._ptys

    @property
    @override
    def environment(self) -> FakeSessionEnvironment:
        return self._environment

    @property
    @override
    def processes(self) -> FakeProcesses:
        return self._processes

    @property
    @override
    def folders(self) -> FakeSessionFolder:
        return self._folders


class FakeRemoteHosts(RemoteHosts):
    """Reaches the locations it was given."""

    def __init__(self, files: FileSystem) -> None:
        self.hosts: dict[Location, RemoteHost] = {LOCAL: FakeRemoteHost(files)}

    @override
    async def connect(self, location: Location) -> RemoteHost:
        if location not in self.hosts:
            raise RemoteError("That machine cannot be reached.")
        return self.hosts[location]
