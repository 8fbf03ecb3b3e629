"""What everything that keeps grids has to do."""

import asyncio
from abc import ABC, abstractmethod

from idea.domain.ids import NodeId, ProjectId, SessionId
from idea.domain.layout.tree import Child, Direction, LayoutNode, Leaf, Split
from idea.domain.ports.layout_store import LayoutStore, StoredLayout

PROJECT = ProjectId("p1")
TREE = Split(
    id=NodeId("s"),
    direction=Direction.ROW,
    children=(
        Child(node=Leaf(id=NodeId("a")), weight=1.0),
        Child(node=Leaf(id=NodeId("b"), extra={"later": [1]}), weight=2.5),
    ),
)
SESSIONS = {NodeId("a"): SessionId("x")}


class LayoutStoreContract(ABC):
    """Each test has one project without a grid."""

    @abstractmethod
    def engine(self) -> LayoutStore:
        """Return the store as a newly started engine has it."""

    @abstractmethod
    def written_by_another(self, tree: LayoutNode) -> None:
        """Let another program write the tree of the project that an engine has loaded."""

    def test_only_what_somebody_else_wrote_is_news(self) -> None:
        async def scenario() -> list[LayoutNode | None]:
            store = self.engine()
            assert await store.reload(PROJECT) is None
            await store.load(PROJECT)
            store.save_tree(PROJECT, TREE)
            await store.flush(PROJECT)
            assert await store.reload(PROJECT) is None
            self.written_by_another(Leaf(id=NodeId("z")))
            found = await store.reload(PROJECT)
            assert found is not None
            assert found.sessions == {}
            again = await store.reload(PROJECT)
            await store.release(PROJECT)
            return [found.tree, None if again is None else again.tree]

        assert asyncio.run(scenario()) == [Leaf(id=NodeId("z")), None]

    def test_a_new_project_has_no_grid(self) -> None:
        async def scenario() -> StoredLayout:
            store = self.engine()
            found = await store.load(PROJECT)
            await store.release(PROJECT)
            return found

        assert asyncio.run(scenario()) == StoredLayout()

    def test_the_last_tree_and_sessions_are_found_by_the_next_engine(self) -> None:
        async def scenario() -> StoredLayout:
            store = self.engine()
            await store.load(PROJECT)
            store.save_tree(PROJECT, Leaf(id=NodeId("a")))
            store.save_tree(PROJECT, TREE)
            store.save_sessions(PROJECT, {})
            store.save_sessions(PROJECT, SESSIONS)
            await store.release(PROJECT)
            later = self.engine()
            found = await later.load(PROJECT)
            await later.release(PROJECT)
            return found

        assert asyncio.run(scenario()) == StoredLayout(tree=TREE, sessions=SESSIONS)

    def test_what_was_flushed_is_there_though_the_engine_is_killed(self) -> None:
        async def scenario() -> StoredLayout:
            store = self.engine()
            await store.load(PROJECT)
            store.save_tree(PROJECT, TREE)
            store.save_sessions(PROJECT, SESSIONS)
            await store.flush(PROJECT)
            found = await store.load(PROJECT)
            await store.release(PROJECT)
            return found

        assert asyncio.run(scenario()) == StoredLayout(tree=TREE, sessions=SESSIONS)

    def test_a_released_project_is_not_kept_any_more(self) -> None:
        async def scenario() -> StoredLayout:
            store = self.engine()
            await store.load(PROJECT)
            store.save_tree(PROJECT, TREE)
            await store.release(PROJECT)
            await store.release(PROJECT)
            store.save_tree(PROJECT, Leaf(id=NodeId("z")))
            store.save_sessions(PROJECT, SESSIONS)
            await store.flush(PROJECT)
            found = await store.load(PROJECT)
            await store.release(PROJECT)
            return found

        assert asyncio.run(scenario()) == StoredLayout(tree=TREE)
