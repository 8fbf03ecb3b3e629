"""Grids in files: the tree travels with the project, what cells show stays on this machine."""

import asyncio
import json
import shutil
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import override

import pytest

from contracts.layout_store import PROJECT, SESSIONS, TREE, LayoutStoreContract
from fakes.event_bus import FakeEventBus
from idea.domain.ids import NodeId, ProjectId
from idea.domain.layout.codec import encode
from idea.domain.layout.tree import LayoutNode, Leaf
from idea.domain.ports.layout_store import LayoutStore, StoredLayout
from idea.domain.project import Project
from idea.infrastructure.stores.json_text import spell
from idea.infrastructure.stores.layout_store import FileLayoutStore
from idea.infrastructure.stores.project_folder import FileProjectFolders

NOW = datetime(2026, 1, 2, tzinfo=UTC)


class Disk:
    """One root, one state folder, and the engines that ran on them."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "work"
        self.state = folder / "state"
        self.root.mkdir()
        self.state.mkdir()
        self.bus = FakeEventBus()
        self.engines: list[FileProjectFolders] = []

    def engine(self) -> FileLayoutStore:
        for folders in self.engines:
            # A killed engine's lock is released by the system.
            for project in (ProjectId("p1"),):
                held = folders._held.get(project)
                if held is not None and held.lock is not None:
                    held.lock.release()
        folders = FileProjectFolders(self.bus)
        self.engines.append(folders)
        return FileLayoutStore(folders, self.state, self.project, self.bus)

    def project(self, project: ProjectId) -> Project:
        return Project(id=project, name="work", root=str(self.root), created_at=NOW)

    def write(self, tree: LayoutNode) -> None:
        """Write a grid as another program does."""
        self.layout.write_bytes(spell({"version": 1, "tree": encode(tree)}))

    @property
    def layout(self) -> Path:
        return self.root / ".ideai" / "layout.json"


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    made = Disk(tmp_path)
    yield made
    made.engine()


class TestFileLayoutStore(LayoutStoreContract):
    @pytest.fixture(autouse=True)
    def fresh(self, disk: Disk) -> None:
        self.disk = disk

    @override
    def engine(self) -> LayoutStore:
        return self.disk.engine()

    @override
    def written_by_another(self, tree: LayoutNode) -> None:
        self.disk.write(tree)


def load(disk: Disk) -> StoredLayout:
    async def scenario() -> StoredLayout:
        store = disk.engine()
        found = await store.load(PROJECT)
        store.save_tree(PROJECT, Leaf(id=NodeId("new")))
        await store.close_all()
        await disk.engines[-1].close_all()
        return found

    return asyncio.run(scenario())


def test_the_tree_lies_in_the_project_and_the_sessions_in_user_state(disk: Disk) -> None:
    async def scenario() -> None:
        store = disk.engine()
        await store.load(PROJECT)
        store.save_tree(PROJECT, TREE)
        store.save_sessions(PROJECT, SESSIONS)
        await store.close_all()

    asyncio.run(scenario())

    assert json.loads(disk.layout.read_bytes()) == {
        "version": 1,
        "tree": {
            "type": "split",
            "id": "s",
            "direction": "row",
            "children": [
                {"weight": 1, "node": {"type": "leaf", "id": "a"}},
                {"weight": 2.5, "node": {"type": "leaf", "id": "b", "later": [1]}},
            ],
        },
    }
    assert json.loads((disk.state / "cells" / "p1.json").read_bytes()) == {
        "version": 1,
        "sessions": {"a": "x"},
    }


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b'{"version": 1, "tree": {"type": "leaf"',
        b"not json at all",
        b'{"version": 1}',
        b'{"version": 1, "tree": {"type": "carpet", "id": "a"}}',
    ],
    ids=["empty", "truncated", "foreign", "without a tree", "unknown node"],
)
def test_a_damaged_grid_is_set_aside_and_one_sentence_says_so(content: bytes, disk: Disk) -> None:
    disk.layout.parent.mkdir()
    disk.layout.write_bytes(content)
    found = load(disk)

    assert found.tree is None
    assert len(found.notices) == 1
    assert f"{disk.layout} is damaged" in found.notices[0]
    [aside] = disk.layout.parent.glob("layout.json.corrupt-*")
    assert aside.read_bytes() == content
    assert json.loads(disk.layout.read_bytes())["tree"] == {"type": "leaf", "id": "new"}


def test_a_damaged_grid_comes_back_from_its_backup(disk: Disk) -> None:
    load(disk)
    disk.layout.with_name("layout.json.bak").write_bytes(disk.layout.read_bytes())
    disk.layout.write_bytes(b"{")
    found = load(disk)

    assert found.tree == Leaf(id=NodeId("new"))
    assert "its backup is used" in found.notices[0]


def test_a_grid_of_a_newer_version_is_not_touched(disk: Disk) -> None:
    disk.layout.parent.mkdir()
    disk.layout.write_text('{"version": 2, "tree": "of another kind"}')
    found = load(disk)

    assert found.tree is None
    assert "newer IdeA" in found.notices[0]
    assert disk.layout.read_text() == '{"version": 2, "tree": "of another kind"}'


def test_a_project_without_its_folder_has_no_grid_and_one_sentence(disk: Disk) -> None:
    disk.root.rmdir()
    found = load(disk)

    assert found == StoredLayout(notices=(f"The folder {disk.root} of work is gone.",))
    assert not disk.root.exists()


def in_an_open_project(
    disk: Disk, meanwhile: Callable[[], object], looks: int
) -> tuple[StoredLayout | None, StoredLayout | None, bool]:
    """Do something to the files of a loaded grid, look so often, and save; then look once more.

    Returns what the last look found, what the one after it found, and whether the folder is held.
    """

    async def scenario() -> tuple[StoredLayout | None, StoredLayout | None, bool]:
        store = disk.engine()
        await store.load(PROJECT)
        store.save_tree(PROJECT, TREE)
        await store.flush(PROJECT)
        meanwhile()
        for _ in range(looks - 1):
            assert await store.reload(PROJECT) is None
        found = await store.reload(PROJECT)
        store.save_tree(PROJECT, Leaf(id=NodeId("after")))
        await store.flush(PROJECT)
        after = await store.reload(PROJECT)
        beside = FileProjectFolders(disk.bus)
        held = not (await beside.open(disk.project(PROJECT))).writable
        await beside.close_all()
        await store.close_all()
        await disk.engines[-1].close_all()
        return found, after, held

    return asyncio.run(scenario())


def test_a_grid_that_another_program_changed_is_read_anew(disk: Disk) -> None:
    found, after, held = in_an_open_project(disk, lambda: disk.write(Leaf(id=NodeId("z"))), 1)

    assert found == StoredLayout(
        tree=Leaf(id=NodeId("z")),
        notices=(f"{disk.layout} was changed; the grid is shown anew.",),
    )
    assert (after, held) == (None, True)


def test_a_grid_that_was_removed_is_written_anew(disk: Disk) -> None:
    found, after, held = in_an_open_project(disk, disk.layout.unlink, 2)

    assert found == StoredLayout(notices=(f"{disk.layout} was removed; it is written anew.",))
    assert (after, held) == (None, True)
    assert json.loads(disk.layout.read_bytes())["tree"] == {"type": "leaf", "id": "after"}


def test_a_grid_that_cannot_be_read_any_more_is_left_alone_and_kept_when_it_is_saved(
    disk: Disk,
) -> None:
    found, after, held = in_an_open_project(disk, lambda: disk.layout.write_bytes(b"<<<<<<<"), 2)

    assert found is not None
    assert found.tree == TREE
    assert "is damaged (line 1, column 1" in found.notices[0]
    assert (after, held) == (None, True)
    [kept] = disk.layout.parent.glob("layout.json.corrupt-*")
    assert kept.read_bytes() == b"<<<<<<<"


def test_a_folder_removed_while_it_is_open_is_made_and_held_again(disk: Disk) -> None:
    folder = disk.layout.parent
    found, after, held = in_an_open_project(disk, lambda: shutil.rmtree(folder), 1)

    assert found == StoredLayout(
        notices=(f"{folder} had gone while work was open; it is used again.",)
    )
    assert (after, held) == (None, True)
    assert json.loads(disk.layout.read_bytes())["tree"] == {"type": "leaf", "id": "after"}
    assert json.loads((folder / "project.json").read_bytes())["name"] == "work"


def test_a_project_moved_away_while_it_is_open_is_said_once_and_used_again_when_it_is_back(
    disk: Disk,
) -> None:
    away = disk.root.with_name("away")

    async def scenario() -> list[StoredLayout | None]:
        store = disk.engine()
        await store.load(PROJECT)
        store.save_tree(PROJECT, TREE)
        await store.flush(PROJECT)
        disk.root.rename(away)
        found = [await store.reload(PROJECT), await store.reload(PROJECT)]
        store.save_tree(PROJECT, Leaf(id=NodeId("lost")))
        await store.flush(PROJECT)
        away.rename(disk.root)
        found.append(await store.reload(PROJECT))
        await store.close_all()
        await disk.engines[-1].close_all()
        return found

    gone, again, back = asyncio.run(scenario())

    assert gone == StoredLayout(notices=(f"The folder {disk.root} of work is gone.",))
    assert again is None
    assert back == StoredLayout(
        tree=TREE,
        notices=(f"{disk.layout.parent} had gone while work was open; it is used again.",),
    )
    assert not disk.bus.published


def test_facts_that_another_program_changed_count(disk: Disk) -> None:
    facts = disk.layout.with_name("project.json")

    async def scenario() -> list[object]:
        store = disk.engine()
        folders = disk.engines[-1]
        await store.load(PROJECT)
        await folders._held[PROJECT].facts.flush()
        document = json.loads(facts.read_bytes())
        wanted = {"terminal.scrollback_lines": 7}
        facts.write_bytes(spell({**document, "settings": wanted}))
        found: list[object] = [await store.reload(PROJECT), dict(folders.overrides(PROJECT))]
        facts.unlink()
        found += [await store.reload(PROJECT), await store.reload(PROJECT)]
        await store.close_all()
        await folders.close_all()
        return found

    wanted = {"terminal.scrollback_lines": 7}
    assert asyncio.run(scenario()) == [None, wanted, None, None]
    assert json.loads(facts.read_bytes())["settings"] == wanted


def test_a_folder_that_was_let_go_of_meanwhile_is_held_again(disk: Disk) -> None:
    async def scenario() -> tuple[StoredLayout | None, bool]:
        store = disk.engine()
        await store.load(PROJECT)
        store.save_tree(PROJECT, TREE)
        await store.flush(PROJECT)
        await disk.engines[-1].close(PROJECT)
        found = await store.reload(PROJECT)
        held = disk.engines[-1].holds(PROJECT)
        await store.close_all()
        await disk.engines[-1].close_all()
        return found, held

    assert asyncio.run(scenario()) == (StoredLayout(tree=TREE), True)
