"""The fake keeps grids as the files do."""

from typing import override

import pytest

from contracts.layout_store import LayoutStoreContract
from fakes.layout_store import FakeLayoutStore
from idea.domain.ports.layout_store import LayoutStore


class TestFakeLayoutStore(LayoutStoreContract):
    @pytest.fixture(autouse=True)
    def _files(self) -> None:
        self.files: dict[str, str] = {}

    @override
    def engine(self) -> LayoutStore:
        return FakeLayoutStore(self.files)
