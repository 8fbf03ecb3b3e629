"""A long day at the grid: 1,000 random changes, kept and read back, and all of them undone."""

import asyncio
import os
from random import Random

import pytest

from idea.application.layouts.layouts import Layouts, Operation
from idea.domain.errors import IdeaError
from idea.domain.events import SessionForgotten
from idea.domain.ids import NodeId, SessionId
from idea.domain.layout.shape import normalised
from idea.domain.layout.tree import LayoutNode, leaf_ids
from support.grid_service import PROJECT, GridService
from support.grids import CHANGES, RandomChange

STEPS = 1_000
_MOST_CELLS = 40
_GROWING = [*sorted(CHANGES), *["split"] * 14, *["insert column", "insert row"] * 4]
"""Most changes take cells away; with these the grid stays as full as a real one."""


class _Day:
    """Applies changes and lets sessions start, end, move and be forgotten in between."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.service = GridService("a | (b / c)", a="s-a", b="s-b", c="s-c")
        self.trees: list[LayoutNode] = []
        self._names = iter(range(1, 100_000))

    @property
    def layouts(self) -> Layouts:
        return self.service.layouts

    async def change(self) -> None:
        """Apply one change that is not refused and changes the structure."""
        before = (await self.layouts.grid(PROJECT.id)).layout
        small = len(leaf_ids(before.tree)) < _MOST_CELLS
        while (layout := (await self.layouts.grid(PROJECT.id)).layout).tree == before.tree:
            change = CHANGES[self.random.choice(_GROWING if small else sorted(CHANGES))]
            try:
                await self.layouts.change("Shop", self._applying(change))
            except IdeaError:
                continue
        self.trees.append(before.tree)
        assert layout.tree == normalised(layout.tree)

    def _applying(self, change: RandomChange) -> Operation:
        return lambda layout, fresh: change(layout, self.random, fresh)

    async def life(self) -> None:
        """Let one thing happen to a session that is no change of structure."""
        layout = (await self.layouts.grid(PROJECT.id)).layout
        known = sorted(self.service.sessions.projects, key=str)
        cell = self.random.choice(leaf_ids(layout.tree))
        match self.random.randrange(10):
            case 0 | 6 | 7 | 8 | 9:
                name = f"s-{next(self._names)}"
                self.service.sessions.add(name)
                self.layouts.rebind(PROJECT.id, layout.attached(SessionId(name), cell))
            case 1 if known:
                self.layouts.rebind(PROJECT.id, layout.attached(self.random.choice(known), cell))
            case 2 if cell in layout.sessions:
                self.layouts.rebind(PROJECT.id, layout.detached(cell))
            case 3 if known:
                self.service.sessions.ended.add(self.random.choice(known))
            case 4 if self.service.sessions.ended and self.random.random() < 0.3:
                gone = self.random.choice(sorted(self.service.sessions.ended, key=str))
                self.service.sessions.ended.discard(gone)
                del self.service.sessions.projects[gone]
                self.service.events.publish(SessionForgotten(gone))
            case _:
                pass

    async def check(self) -> None:
        """What is kept is what is shown, and every shown session is known and shown once."""
        layout = (await self.layouts.grid(PROJECT.id)).layout
        assert layout.tree == self.service.store.tree(PROJECT.id)
        assert layout.sessions == self.service.store.sessions(PROJECT.id)
        shown = list(layout.sessions.values())
        assert len(set(shown)) == len(shown)
        assert set(shown) <= set(self.service.sessions.projects)

    async def shown(self) -> dict[NodeId, SessionId]:
        return dict((await self.layouts.grid(PROJECT.id)).layout.sessions)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [int(os.environ.get("IDEA_EXPLORE", "1"))])
def test_a_thousand_changes_are_kept_and_undone_to_the_identical_tree(seed: int) -> None:
    async def scenario() -> None:
        day = _Day(seed)
        for _ in range(STEPS):
            await day.change()
            await day.life()
            await day.check()
        for tree in reversed(day.trees):
            await day.life()
            before = await day.shown()
            await day.layouts.undo("Shop")
            after = await day.shown()
            assert tree == (await day.layouts.grid(PROJECT.id)).layout.tree
            appeared = set(after.values()) - set(before.values())
            assert all(day.service.sessions.is_live(session) for session in appeared)
            assert all(after[cell] == before[cell] for cell in set(after) & set(before))
            await day.check()
        assert not (await day.layouts.grid(PROJECT.id)).history.can_undo
        while (await day.layouts.grid(PROJECT.id)).history.can_redo:
            await day.layouts.redo("Shop")
        await day.check()

    asyncio.run(scenario())
