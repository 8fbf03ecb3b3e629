"""The person's files."""

import asyncio
from collections.abc import Mapping
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
        (workspace_file, Workspace(), windows),
    ):
        assert kept_again(make(path, bus), value, make(path, bus)) == (empty, Loaded(value))
        path.unlink()
    assert bus.published == []


def test_a_damaged_file_of_keys_is_never_touched(tmp_path: Path) -> None:
    path = tmp_path / "keymap.json"
    path.write_bytes(b'{"version": 1, "layout.undo": "Ctrl+Z"}')
    bus = FakeEventBus()
    before = path.read_bytes()

    async def scenario() -> Loaded[Mapping[str, tuple[str, ...]]]:
        file = keymap_file(path, bus)
        found = await file.load()
        file.save({"layout.undo": ("Ctrl+Z",)})
        await file.close()
        return found

    found = asyncio.run(scenario())

    assert found.value == {}
    assert found.notices == (
        (
            f"{path} is damaged (layout.undo must be a list of keys); "
            "it is left as it is and defaults are used."
        ),
    )
    assert [entry.name for entry in tmp_path.iterdir() if entry.is_file()] == ["keymap.json"]
    assert path.read_bytes() == before


def test_keys_are_written_beside_the_words_of_the_person(tmp_path: Path) -> None:
    path = tmp_path / "keymap.json"
    path.write_text('{\n  // Mine.\n  "cell.close": ["F7"]\n}\n')

    async def scenario() -> None:
        file = keymap_file(path, FakeEventBus())
        await file.load()
        file.save({"cell.close": ("F7",), "edit.copy": ()})
        await file.close()

    asyncio.run(scenario())

    kept = path.read_text()
    assert "// Mine." in kept
    assert '"edit.copy": []' in kept


def test_a_file_of_keys_that_is_broken_meanwhile_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "keymap.json"

    async def scenario() -> None:
        file = keymap_file(path, FakeEventBus())
        await file.load()
        path.write_text('{"cell.close": ')
        await file.reload()
        await file.reload()
        file.save({"edit.copy": ()})
        await file.close()

    asyncio.run(scenario())

    assert path.read_text() == '{"cell.close": '
    assert [entry.name for entry in tmp_path.iterdir() if entry.is_file()] == ["keymap.json"]
