"""Grids in files: the tree travels with the project, what cells show stays on this machine."""

import asyncio
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import override

import pytest

from contracts.layout_store import PROJECT, SESSIONS, TREE, LayoutStoreContract
from fakes.event_bus import FakeEventBus
from idea.domain.ids import NodeId, ProjectId
from idea.domain.layout.tree import Leaf
from idea.domain.ports.layout_store import LayoutStore, StoredLayout
from idea.domain.project import Project
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
