"""The hosts that projects live on; only this machine so far."""

from dataclasses import dataclass
from typing import override

from idea.domain.errors import RemoteError
from idea.domain.location import Local, Location, Ssh, Wsl
from idea.domain.ports.file_system import FileSystem
from idea.domain.ports.processes import Processes
from idea.domain.ports.pty import PtySpawner
from idea.domain.ports.remote_host import RemoteHost, RemoteHosts
from idea.domain.ports.session_environment import SessionEnvironment
from idea.domain.ports.session_folder import SessionFolder


@dataclass(frozen=True, slots=True)
class LocalHost(RemoteHost):
    """This machine."""

    _files: FileSystem
    _ptys: PtySpawner
    _environment: SessionEnvironment
    _processes: Processes
    _folders: SessionFolder

    @property
    @override
    def files(self) -> FileSystem:
        return self._files

    @property
    @override
    def ptys(self) -> PtySpawner:
        return self._ptys

    @property
    @override
    def environment(self) -> SessionEnvironment:
        return self._environment

    @property
    @override
    def processes(self) -> Processes:
        return self._processes

    @property
    @override
    def folders(self) -> SessionFolder:
        return self._folders


class Hosts(RemoteHosts):
    """Knows this machine and says so of the others."""

    def __init__(self, local: RemoteHost) -> None:
        self._local = local

    @override
    async def connect(self, location: Location) -> RemoteHost:
        match location:
            case Local():
                return self._local
            case Ssh():
                raise RemoteError(
                    f"Projects on other machines cannot be opened yet, so {location.host} "
                    "is out of reach."
                )
            case Wsl():
                raise RemoteError(
                    f"Projects in WSL cannot be opened from Windows yet; start IdeA inside "
                    f"{location.distro} instead."
                )
