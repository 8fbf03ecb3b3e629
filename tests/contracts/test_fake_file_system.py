from typing import override

import pytest

from contracts.file_system import FileSystemContract
from fakes.file_system import FakeFileSystem


class TestFakeFileSystem(FileSystemContract):
    @pytest.fixture(autouse=True)
    def fresh(self) -> None:
        self.files: FakeFileSystem = FakeFileSystem()

    @override
    def at(self, *parts: str) -> str:
        return "/" + "/".join(parts)

    @override
    def link(self, path: str, target: str) -> None:
        self.files.links[path] = target
