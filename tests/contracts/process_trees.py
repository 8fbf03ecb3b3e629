"""What everything that measures trees of processes has to do."""

from abc import ABC, abstractmethod

import pytest

from idea.domain.ports.process_trees import ProcessTrees
from support.running import on_a_loop


class ProcessTreesContract(ABC):
    """Inherit it and say how programs come and go."""

    @pytest.fixture
    @abstractmethod
    def trees(self) -> ProcessTrees:
        """Return what is tested."""

    @abstractmethod
    def start(self) -> int:
        """Start a program with one child; return its process id."""

    @abstractmethod
    def end(self, pid: int) -> None:
        """End a program that was started here, with its child."""

    @on_a_loop
    async def test_a_program_is_measured_with_what_it_started(self, trees: ProcessTrees) -> None:
        one, other = self.start(), self.start()

        found = await trees.measure((one, other))

        assert set(found) == {one, other}
        assert [found[each].processes for each in (one, other)] == [2, 2]
        assert all(each.memory_bytes > 0 and each.cpu_s >= 0 for each in found.values())

    @on_a_loop
    async def test_what_is_gone_is_left_out(self, trees: ProcessTrees) -> None:
        one, other = self.start(), self.start()
        self.end(one)

        assert set(await trees.measure((one, other))) == {other}
        assert await trees.measure(()) == {}
