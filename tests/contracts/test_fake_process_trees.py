from typing import override

import pytest

from contracts.process_trees import ProcessTreesContract
from fakes.process_trees import FakeProcessTrees
from idea.domain.ports.process_trees import TreeUse


class TestFakeProcessTrees(ProcessTreesContract):
    @pytest.fixture
    @override
    def trees(self) -> FakeProcessTrees:
        self._fake = FakeProcessTrees()
        return self._fake

    @override
    def start(self) -> int:
        pid = 100 + len(self._fake.uses)
        self._fake.uses[pid] = TreeUse(processes=2, memory_bytes=4096, cpu_s=0.5)
        return pid

    @override
    def end(self, pid: int) -> None:
        del self._fake.uses[pid]
