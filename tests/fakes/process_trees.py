"""Trees of processes that use what a test says."""

from collections.abc import Mapping, Sequence
from typing import override

from idea.domain.ports.process_trees import ProcessTrees, TreeUse


class FakeProcessTrees(ProcessTrees):
    """`uses` says by process id what is there."""

    def __init__(self) -> None:
        self.uses: dict[int, TreeUse] = {}
        self.asked: list[tuple[int, ...]] = []

    @override
    async def measure(self, roots: Sequence[int]) -> Mapping[int, TreeUse]:
        self.asked.append(tuple(roots))
        return {root: self.uses[root] for root in roots if root in self.uses}
