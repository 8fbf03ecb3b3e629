"""The person's files, one killed process after another."""

import asyncio
import random
import subprocess
import sys
import textwrap
from datetime import UTC, datetime
from pathlib import Path

import pytest

from fakes.event_bus import FakeEventBus
from idea.domain.ids import ProjectId, TabId, WindowId
from idea.domain.ports.stored_value import Loaded
from idea.domain.project import Project, ProjectEntry
from idea.domain.workspace import Tab, Window, Workspace
from idea.infrastructure.stores.json_file import JsonFile
from idea.infrastructure.stores.sweeper import sweep
from idea.infrastructure.stores.user_files import (
    keymap_file,
    registry_file,
    settings_file,
    workspace_file,
)

NOW = datetime(2026, 1, 2, tzinfo=UTC)
SOURCE = Path(__file__).parents[3] / "src"

WRITER = """
    import asyncio, sys
    from pathlib import Path
    from idea.infrastructure.event_bus import InMemoryEventBus
    from idea.infrastructure.stores.user_files import settings_file

    async def write():
        file = settings_file(Path(sys.argv[1]), InMemoryEventBus())
        number = (await file.load()).value.get("number", 0)
        while True:
            number += 1
            file.save({"number": number, "padding": "x" * 20_000})
            await file.flush()
            print(number, flush=True)

    asyncio.run(write())
"""


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


@pytest.mark.slow
@pytest.mark.posix
def test_a_process_killed_at_random_moments_loses_nothing_it_said_was_kept(
    tmp_path: Path,
) -> None:
    path = tmp_path / "settings.json"
    chance = random.Random(7)
    for _ in range(8):
        writer = subprocess.Popen(
            [sys.executable, "-c", textwrap.dedent(WRITER), str(path)],
            stdout=subprocess.PIPE,
            text=True,
            env={"PYTHONPATH": str(SOURCE)},
        )
        assert writer.stdout is not None
        kept = [writer.stdout.readline() for _ in range(chance.randint(1, 6))]
        writer.kill()
        kept += writer.stdout.readlines()
        writer.wait()
        writer.stdout.close()

        loaded = asyncio.run(settings_file(path, FakeEventBus()).load())
        said = int([line for line in kept if line.endswith("\n")][-1])
        assert loaded.notices == ()
        assert loaded.value["number"] in {said, said + 1}
    sweep(tmp_path)
    assert {entry.name for entry in tmp_path.iterdir()} <= {
        "home",
        "settings.json",
        "settings.json.bak",
    }
