from typing import override

import pytest

from contracts.project_folders import ProjectFoldersContract
from fakes.project_folders import FakeProjectFolders
from idea.domain.ports.project_folders import ProjectFolders


class TestFakeProjectFolders(ProjectFoldersContract):
    @pytest.fixture(autouse=True)
    def fresh(self) -> None:
        self.root = "/work"
        self.facts = FakeProjectFolders().facts

    @override
    def engine(self) -> ProjectFolders:
        folders = FakeProjectFolders()
        folders.facts = self.facts
        return folders
