"""The fake keeps grids as the files do."""

import json
from typing import override

import pytest

from contracts.layout_store import PROJECT, LayoutStoreContract
from fakes.layout_store import FakeLayoutStore
from idea.domain.layout.codec import encode
from idea.domain.layout.tree import LayoutNode
from idea.domain.ports.layout_store import LayoutStore


class TestFakeLayoutStore(LayoutStoreContract):
    @pytest.fixture(autouse=True)
    def _files(self) -> None:
        self.files: dict[str, str] = {}

    @override
    def engine(self) -> LayoutStore:
        return FakeLayoutStore(self.files)

    @override
    def written_by_another(self, tree: LayoutNode) -> None:
        self.files[f"{PROJECT}/tree"] = json.dumps(encode(tree))
