import os
from pathlib import Path
from typing import override

import pytest

from contracts.file_system import FileSystemContract, run
from fakes.processes import FakeProcesses
from fakes.pty import FakePtySpawner
from fakes.session_environment import FakeSessionEnvironment
from fakes.session_folder import FakeSessionFolder
from idea.domain.errors import NotFoundError, RemoteError, StoreError
from idea.domain.location import LOCAL, Ssh, Wsl
from idea.domain.ports.file_system import FileKind
from idea.infrastructure.files.hosts import Hosts, LocalHost
from idea.infrastructure.files.local_files import LocalFiles


class TestLocalFiles(FileSystemContract):
    @pytest.fixture(autouse=True)
    def fresh(self, tmp_path: Path) -> None:
        self.files = LocalFiles()
        self.root = tmp_path.resolve() / "files"
        self.root.mkdir()

    @override
    def at(self, *parts: str) -> str:
        return str(self.root.joinpath(*parts))

    @override
    def link(self, path: str, target: str) -> None:
        Path(path).symlink_to(target)

    @pytest.mark.posix
    def test_a_pipe_is_neither_read_nor_waited_for(self) -> None:
        os.mkfifo(self.at("pipe"))

        assert run(self.files.kind(self.at("pipe"))) is FileKind.OTHER
        assert run(self.files.list(self.at()))[0].kind is FileKind.OTHER
        with pytest.raises(StoreError, match="it is not a file"):
            run(self.files.read(self.at("pipe"), limit_bytes=1))

    def test_a_name_too_long_is_said_in_one_sentence(self) -> None:
        with pytest.raises(StoreError, match="could not be looked at: File name too long"):
            run(self.files.kind(self.at("x" * 300)))


def test_only_this_machine_can_be_reached_so_far() -> None:
    environment, processes, folders = FakeSessionEnvironment(), FakeProcesses(), FakeSessionFolder()
    host = LocalHost(LocalFiles(), FakePtySpawner(), environment, processes, folders)
    hosts = Hosts(host)

    assert run(hosts.connect(LOCAL)) is host
    assert isinstance(host.files, LocalFiles)
    assert isinstance(host.ptys, FakePtySpawner)
    assert (host.environment, host.processes, host.folders) == (environment, processes, folders)
    with pytest.raises(RemoteError, match="cannot be opened yet, so host is out of reach"):
        run(hosts.connect(Ssh(host="host", user="me")))
    with pytest.raises(RemoteError, match="start IdeA inside Debian"):
        run(hosts.connect(Wsl("Debian")))


def test_a_missing_file_names_its_path(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError) as refused:
        run(LocalFiles().read(str(tmp_path / "gone"), limit_bytes=1))

    assert refused.value.sentence == f"There is no {tmp_path}/gone."
