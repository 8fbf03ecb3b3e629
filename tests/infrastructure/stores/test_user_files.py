"""The person's files."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

from fakes.event_bus import FakeEventBus
from idea.domain.ids import ProjectId, TabId, WindowId
from idea.domain.ports.stored_value import Loaded
from idea.domain.project import Project, ProjectEntry
from idea.domain.workspace import Tab, Window, Workspace
from idea.infrastructure.stores.json_file import JsonFile
from idea.infrastructure.stores.user_files import (
    keymap_file,
    registry_file,
    settings_file,
    workspace_file,
)

NOW = datetime(2026, 1, 2, tzinfo=UTC)


def kept_again[T](file: JsonFile[T], value: T, again: JsonFile[T]) -> tuple[T, Loaded[T]]:
    async def scenario() -> tuple[T, Loaded[T]]:
        before = (await file.load()).value
        file.save(value)
        await file.close()
        return before, await again.load()

    return asyncio.run(scenario())


def test_each_file_begins_empty_and_keeps_its_value(tmp_path: Path) -> None:
    bus = FakeEventBus()
    project = Project(id=ProjectId("p"), name="n", root="/work", created_at=NOW)
    entries = (ProjectEntry(project=project, opened_at=NOW),)
    tab = Tab(id=TabId("t"), project=ProjectId("p"))
    windows = Workspace(windows=(Window(id=WindowId("w"), tabs=(tab,), active=tab.id),))
    path = tmp_path / "a.json"

    for make, empty, value in (
        (registry_file, (), entries),
        (settings_file, {}, {"appearance.theme": "dark"}),
        (keymap_file, {}, {"layout.undo": ("Ctrl+Z",)}),
        (workspace_file, Workspace(), windows),
    ):
        assert kept_again(make(path, bus), value, make(path, bus)) == (empty, Loaded(value))
        path.unlink()
    assert bus.published == []
