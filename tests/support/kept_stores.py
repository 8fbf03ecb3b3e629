"""Every store of IdeA's behind one face: a number goes in, and must come out whole.

A number is spelled many times in what a store keeps, so that halves of two contents are told from
either. What kills, fills and damages stores needs to know no more of them.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import override

from idea.application.terminals.record_writer import RecordWriter
from idea.domain.errors import NotSavedError
from idea.domain.events import Noticed, NotSaved
from idea.domain.ids import NodeId, ProjectId, SessionId, TabId, WindowId
from idea.domain.layout.tree import Child, Direction, LayoutNode, Leaf, Split
from idea.domain.ports.event_bus import EventBus
from idea.domain.ports.stored_value import StoredValue
from idea.domain.project import Project, ProjectEntry, ProjectFacts
from idea.domain.session_record import SessionRecord
from idea.domain.terminal import Running, Size, TerminalSession
from idea.domain.workspace import Tab, Window, Workspace
from idea.infrastructure.engine_client.address import EngineAddress, read_address, write_address
from idea.infrastructure.stores.layout_store import FileLayoutStore
from idea.infrastructure.stores.project_folder import FileProjectFolders
from idea.infrastructure.stores.session_store import FileSessionStore
from idea.infrastructure.stores.sweeper import sweep
from idea.infrastructure.stores.user_files import registry_file, settings_file, workspace_file

MIXED = -1
"""What is read where a content is none that was ever written."""
_TIMES = 60
_NOW = datetime(2026, 1, 2, tzinfo=UTC)
_PROJECT = ProjectId("p1")


class KeptStore(ABC):
    """One store that lives in a folder; one object is one process's life with it."""

    def __init__(self, folder: Path, bus: EventBus) -> None:
        self.folder = folder
        self.bus = bus
        folder.mkdir(parents=True, exist_ok=True)

    @property
    @abstractmethod
    def path(self) -> Path:
        """The file that is written."""

    @abstractmethod
    async def load(self) -> tuple[int, Sequence[str]]:
        """Return the number that is kept, 0 for none, and what the person is told."""

    @abstractmethod
    async def save(self, number: int) -> None:
        """Keep a number; returns when it is on disk or one attempt failed."""

    @abstractmethod
    async def close(self) -> None:
        """End, as a process does in order."""

    def temporary_files(self) -> list[Path]:
        """Return what writes that were stopped left behind."""
        return list(self.folder.rglob(".*.tmp"))


class _OneValue[T](KeptStore):
    """A store of one value."""

    NAME = ""

    def __init__(self, folder: Path, bus: EventBus) -> None:
        super().__init__(folder, bus)
        self.file = self.opened()

    @property
    @override
    def path(self) -> Path:
        return self.folder / self.NAME

    @abstractmethod
    def opened(self) -> StoredValue[T]: ...

    @abstractmethod
    def spelled(self, number: int) -> T: ...

    @abstractmethod
    def words(self, value: T) -> Sequence[object]: ...

    @override
    async def load(self) -> tuple[int, Sequence[str]]:
        found = await self.file.load()
        return _number(self.words(found.value)), found.notices

    @override
    async def save(self, number: int) -> None:
        self.file.save(self.spelled(number))
        await self.file.flush()

    @override
    async def close(self) -> None:
        await self.file.close()


class Settings(_OneValue[Mapping[str, object]]):
    NAME = "settings.json"

    @override
    def opened(self) -> StoredValue[Mapping[str, object]]:
        return settings_file(self.path, self.bus)

    @override
    def spelled(self, number: int) -> Mapping[str, object]:
        return {f"s{place}": number for place in range(_TIMES)}

    @override
    def words(self, value: Mapping[str, object]) -> Sequence[object]:
        return list(value.values())


class Registry(_OneValue[tuple[ProjectEntry, ...]]):
    NAME = "projects.json"

    @override
    def opened(self) -> StoredValue[tuple[ProjectEntry, ...]]:
        return registry_file(self.path, self.bus)

    @override
    def spelled(self, number: int) -> tuple[ProjectEntry, ...]:
        projects = (
            Project(
                id=ProjectId(f"p{place}"), name=str(number), root=f"/w/{place}", created_at=_NOW
            )
            for place in range(_TIMES)
        )
        return tuple(ProjectEntry(project=project, opened_at=_NOW) for project in projects)

    @override
    def words(self, value: tuple[ProjectEntry, ...]) -> Sequence[object]:
        return [entry.project.name for entry in value]


class WorkspaceFile(_OneValue[Workspace]):
    NAME = "workspace.json"

    @override
    def opened(self) -> StoredValue[Workspace]:
        return workspace_file(self.path, self.bus)

    @override
    def spelled(self, number: int) -> Workspace:
        tabs = tuple(
            Tab(id=TabId(f"t{place}"), project=ProjectId(f"{number}-{place}"))
            for place in range(_TIMES)
        )
        return Workspace(windows=(Window(id=WindowId("w"), tabs=tabs, active=tabs[0].id),))

    @override
    def words(self, value: Workspace) -> Sequence[object]:
        return [_before_dash(tab.project) for window in value.windows for tab in window.tabs]


class _InProject(KeptStore):
    """A store that a project's open folder belongs to."""

    def __init__(self, folder: Path, bus: EventBus) -> None:
        super().__init__(folder, bus)
        self.root = folder / "work"
        self.root.mkdir(exist_ok=True)
        self.project = Project(id=_PROJECT, name="work", root=str(self.root), created_at=_NOW)
        self.folders = FileProjectFolders(bus)

    @override
    async def close(self) -> None:
        await self.folders.close_all()


class Facts(_InProject):
    @property
    @override
    def path(self) -> Path:
        return self.root / ".ideai" / "project.json"

    @override
    async def load(self) -> tuple[int, Sequence[str]]:
        opened = await self.folders.open(self.project)
        words = list(opened.facts.setting_overrides.values())
        return _number(words), opened.notices

    @override
    async def save(self, number: int) -> None:
        overrides = {f"s{place}": number for place in range(_TIMES)}
        facts = ProjectFacts(id=_PROJECT, name="work", created_at=_NOW, setting_overrides=overrides)
        self.folders.save(_PROJECT, facts)
        await self.folders._held[_PROJECT].facts.flush()


class Grid(_InProject):
    def __init__(self, folder: Path, bus: EventBus) -> None:
        super().__init__(folder, bus)
        self.store = FileLayoutStore(self.folders, folder / "state", lambda _: self.project, bus)

    @property
    @override
    def path(self) -> Path:
        return self.root / ".ideai" / "layout.json"

    @override
    async def load(self) -> tuple[int, Sequence[str]]:
        found = await self.store.load(_PROJECT)
        return _number(_leaves(found.tree)), found.notices

    @override
    async def save(self, number: int) -> None:
        leaves = (Leaf(id=NodeId(f"{number}-{place}")) for place in range(_TIMES))
        children = tuple(Child(node=leaf) for leaf in leaves)
        tree = Split(id=NodeId(f"{number}-s"), direction=Direction.ROW, children=children)
        self.store.save_tree(_PROJECT, tree)
        await self.store.flush(_PROJECT)

    @override
    async def close(self) -> None:
        await self.store.close_all()
        await super().close()


class Cells(Grid):
    @property
    @override
    def path(self) -> Path:
        return self.folder / "state" / "cells" / "p1.json"

    @override
    async def load(self) -> tuple[int, Sequence[str]]:
        (self.folder / "state").mkdir(exist_ok=True)
        found = await self.store.load(_PROJECT)
        return _number([_before_dash(one) for one in found.sessions.values()]), found.notices

    @override
    async def save(self, number: int) -> None:
        shown = {NodeId(f"n{place}"): SessionId(f"{number}-{place}") for place in range(_TIMES)}
        self.store.save_sessions(_PROJECT, shown)
        await self.store.flush(_PROJECT)


class SessionRecords(KeptStore):
    def __init__(self, folder: Path, bus: EventBus) -> None:
        super().__init__(folder, bus)
        self.store = FileSessionStore(folder)
        self.writer = RecordWriter(self.store, bus)

    @property
    @override
    def path(self) -> Path:
        return self.folder / "p1" / "s1" / "session.json"

    @override
    async def load(self) -> tuple[int, Sequence[str]]:
        records, notices = await self.store.load()
        return _number([word for one in records for word in one.session.command]), notices

    @override
    async def save(self, number: int) -> None:
        session = TerminalSession(
            id=SessionId("s1"),
            project=_PROJECT,
            command=(str(number),) * _TIMES,
            cwd="/work",
            size=Size(columns=80, rows=24),
            status=Running(4711),
            started_at=_NOW,
        )
        self.writer.forget(session.id)  # So that another attempt is waited for.
        self.writer.save(SessionRecord(session=session))
        self.writer._hurry.set()
        await self.writer.written(session.id)

    @override
    async def close(self) -> None:
        await self.writer.close()


class Address(KeptStore):
    """Where the engine says how it is reached; it writes the file again when that failed."""

    def __init__(self, folder: Path, bus: EventBus) -> None:
        super().__init__(folder, bus)
        self.is_failing = False

    @property
    @override
    def path(self) -> Path:
        return self.folder / "engine.json"

    @override
    async def load(self) -> tuple[int, Sequence[str]]:
        sweep(self.folder)
        found = read_address(self.path)
        return (0 if found is None else _number([found.pid, *found.token.split()])), ()

    @override
    async def save(self, number: int) -> None:
        try:
            write_address(self.path, EngineAddress(pid=number, token=f"{number} " * _TIMES))
        except NotSavedError as error:
            self.is_failing = True
            self.bus.publish(NotSaved(error.path, error.reason))
        else:
            if self.is_failing:
                self.is_failing = False
                self.bus.publish(Noticed(f"{self.path} is saved again."))

    @override
    async def close(self) -> None:
        return


STORES: Mapping[str, type[KeptStore]] = {
    "grid": Grid,
    "cells of a grid": Cells,
    "project.json": Facts,
    "projects": Registry,
    "workspace": WorkspaceFile,
    "settings": Settings,
    "session records": SessionRecords,
    "engine address": Address,
}
"""Every store that exists; nothing of IdeA ever writes `keymap.json`."""


def _number(words: Sequence[object]) -> int:
    if not words:
        return 0
    found = {str(word) for word in words}
    return int(found.pop()) if len(found) == 1 and len(words) >= _TIMES else MIXED


def _leaves(node: LayoutNode | None) -> list[str]:
    match node:
        case None:
            return []
        case Split(children=children):
            return [word for child in children for word in _leaves(child.node)]
        case _:
            return [_before_dash(node.id)]


def _before_dash(word: object) -> str:
    return str(word).partition("-")[0]
