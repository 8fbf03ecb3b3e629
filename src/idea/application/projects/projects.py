"""The projects this machine knows, and which of them have a tab."""

import asyncio
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace

from idea.application.agreements import Agreements
from idea.application.projects.resolve import project_meant
from idea.application.views import ProjectView
from idea.application.workspace.current_workspace import CurrentWorkspace
from idea.domain.errors import ConflictError, InvalidError, NotFoundError
from idea.domain.events import Noticed
from idea.domain.ids import ProjectId
from idea.domain.location import Location, location_of
from idea.domain.ports.clock import Clock
from idea.domain.ports.event_bus import EventBus
from idea.domain.ports.file_system import FileKind
from idea.domain.ports.id_factory import IdFactory
from idea.domain.ports.project_folders import ProjectFolders
from idea.domain.ports.remote_host import RemoteHosts
from idea.domain.ports.stored_value import StoredValue
from idea.domain.project import Project, ProjectEntry, ProjectFacts
from idea.domain.setting import SettingValue
from idea.domain.setting_overrides import (
    override_fingerprint,
    project_overrides,
    withheld_overrides,
)
from idea.domain.settings import setting_faults, setting_named


class Projects:
    """Knows, finds, opens and forgets projects; used on the event loop's thread."""

    def __init__(
        self,
        *,
        registry: StoredValue[tuple[ProjectEntry, ...]],
        folders: ProjectFolders,
        workspace: CurrentWorkspace,
        hosts: RemoteHosts,
        clock: Clock,
        ids: IdFactory,
        events: EventBus,
        agreements: Agreements,
    ) -> None:
        self._registry = registry
        self._folders = folders
        self._workspace = workspace
        self._hosts = hosts
        self._clock = clock
        self._ids = ids
        self._events = events
        self._agreements = agreements
        self._entries: dict[ProjectId, ProjectEntry] = {}
        self._one_at_a_time = asyncio.Lock()

    async def load(self) -> tuple[str, ...]:
        """Read the registry; answers what the person should know."""
        loaded = await self._registry.load()
        self._entries = {entry.project.id: entry for entry in loaded.value}
        return loaded.notices

    @property
    def known(self) -> frozenset[ProjectId]:
        """The ids of all known projects."""
        return frozenset(self._entries)

    def all(self) -> tuple[Project, ...]:
        """Return open projects in tab order, then the others, the last opened first."""
        tabs = self._workspace.value.projects
        shown = [self._entries[one].project for one in tabs if one in self._entries]
        rest = [entry for entry in self._entries.values() if entry.project.id not in tabs]
        rest.sort(key=lambda entry: entry.opened_at, reverse=True)
        return (*shown, *(entry.project for entry in rest))

    def get(self, project: ProjectId) -> Project:
        """Return a known project.

        Raises:
            NotFoundError: It is not known.
        """
        if project not in self._entries:
            raise NotFoundError(f"There is no project {project}.")
        return self._entries[project].project

    def opened(self) -> tuple[Project, ...]:
        """Return the projects that have a tab, in tab order; held again when the engine starts."""
        return tuple(project for project in self.all() if self.is_open(project.id))

    def with_grids(self, with_sessions: Collection[str]) -> tuple[Project, ...]:
        """Return the projects whose cells somebody may ask for: open ones, and those named here."""
        return tuple(
            project
            for project in self.all()
            if self.is_open(project.id) or str(project.id) in with_sessions
        )

    def is_open(self, project: ProjectId) -> bool:
        """Whether a known project has a tab."""
        return project in self._entries and project in self._workspace.value.projects

    def view(self, project: Project) -> ProjectView:
        """Return a project as every door shows it."""
        return ProjectView(
            id=project.id.value,
            name=project.name,
            root=project.root,
            is_open=self.is_open(project.id),
            created_at=project.created_at.isoformat(),
            settings=dict(self.overrides(project.id)),
        )

    def overrides(self, project: ProjectId) -> Mapping[str, object]:
        """Return the settings a project has otherwise, of what it may and was agreed to."""
        return project_overrides(self._folders.overrides(project), self._agreed(project))

    def withheld(self, project: ProjectId) -> Mapping[str, SettingValue]:
        """Return the settings a project wants otherwise that the person has not agreed to."""
        return withheld_overrides(self._folders.overrides(project), self._agreed(project))

    def override_faults(self, project: ProjectId) -> tuple[str, ...]:
        """Return a sentence for each of a project's own settings that cannot be right."""
        return setting_faults(self._folders.overrides(project))

    async def override(self, project: ProjectId, name: str, value: SettingValue | None) -> None:
        """Let a setting be otherwise in an open project, None for as everywhere.

        Raises:
            NotFoundError: There is no such project.
            ConflictError: It is not open, or its folder may not be written.
        """
        known = self.get(project)
        if not self.is_open(project):
            raise ConflictError(f"Open {known.name} first: its settings are in its folder.")
        opened = await self._folders.open(known)
        if not opened.writable:
            raise ConflictError(f"The settings of {known.name} cannot be written.")
        chosen = {**opened.facts.setting_overrides}
        chosen.pop(name, None)
        if value is not None:
            chosen[name] = value
        self._folders.save(project, replace(opened.facts, setting_overrides=chosen))

    async def agree(self, project: ProjectId, name: str, value: SettingValue) -> None:
        """Let a project's own value of a setting count on this machine."""
        if setting_named(name).is_asked:
            await self._agreements.add(project.value, override_fingerprint(name, value))

    def _agreed(self, project: ProjectId) -> Callable[[str, object], bool]:
        return lambda name, value: self._agreements.has(
            project.value, override_fingerprint(name, value)
        )

    def find(self, text: str) -> Project:
        """Return the project an id, a unique name, a unique id prefix or a real path means.

        Raises:
            NotFoundError: There is no such project.
            ConflictError: Several are meant.
            InvalidError: None is named.
        """
        location, path = location_of(text)
        rules = location.rules(path)
        place = (location, rules.normalise(path)) if rules.is_absolute(path) else None
        return project_meant(text, place, self.all())

    async def resolve(self, text: str) -> Project:
        """Return what `find` does, for a path that may lead through links as well.

        Raises:
            NotFoundError: There is no such project.
            ConflictError: Several are meant.
            InvalidError: None is named.
        """
        try:
            return self.find(text)
        except NotFoundError:
            location, path = location_of(text)
            if not location.rules(path).is_absolute(path):
                raise
            host = await self._hosts.connect(location)
            return self.find(await host.files.real_path(path))

    async def create(self, path: str, name: str, *, make: bool) -> tuple[Project, tuple[str, ...]]:
        """Make a project of a folder, and the folder itself if asked; tells what is wrong with it.

        Raises:
            InvalidError: The path is relative or a file.
            NotFoundError: There is no such folder, and none was to be made.
            ConflictError: It is a project already.
            StoreError: The folder could not be made.
            RemoteError: Its location cannot be reached.
        """
        location, root = location_of(path)
        location.check_root(root)
        files = (await self._hosts.connect(location)).files
        if make:
            await files.create_folders(root)
        async with self._one_at_a_time:
            root = await self._existing_root(location, root)
            there = self._at(location, root)
            if there is not None:
                raise ConflictError(f"{root} is the project {there.name} already.")
            project = await self._register(location, root, name)
        return project, await self.hold(project)

    async def open(self, path: str) -> Project:
        """Give the project of a folder a tab; a folder that is none yet becomes one.

        Raises:
            InvalidError: The path is relative or a file.
            NotFoundError: There is no such folder.
            StoreError: The folder may not be read.
            RemoteError: Its location cannot be reached.
        """
        location, root = location_of(path)
        location.check_root(root)
        async with self._one_at_a_time:
            root = await self._existing_root(location, root)
            project = self._at(location, root) or await self._register(location, root, "")
        await self.hold(project)
        self._entries[project.id] = ProjectEntry(project=project, opened_at=self._clock.now())
        self._keep()
        self._workspace.open(project.id)
        return project

    async def hold(self, project: Project) -> tuple[str, ...]:
        """Make and lock a project's own folder, saying what is wrong with it."""
        opened = await self._folders.open(project)
        notices = (*opened.notices, *self._wishes(project))
        for sentence in notices:
            self._events.publish(Noticed(sentence))
        return notices

    def _wishes(self, project: Project) -> tuple[str, ...]:
        """Say which of a project's own settings wait for the person."""
        withheld = self.withheld(project.id)
        if not withheld:
            return ()
        names = " and ".join(withheld)
        return (f"{project.name} wants its own {names}; the settings ask whether you agree.",)

    def close(self, project: ProjectId) -> None:
        """Close a project's tab."""
        self._workspace.close(project)

    async def let_go(self, project: ProjectId) -> None:
        """Release the folder of a project that has no tab; it is held again when it is used."""
        if not self.is_open(project):
            await self._folders.close(project)

    async def forget(self, project: ProjectId) -> None:
        """Take a project off the list and let go of its folder; the files stay."""
        self._workspace.close(project)
        del self._entries[project]
        self._keep()
        await self._folders.close(project)

    def _at(self, location: Location, root: str) -> Project | None:
        for entry in self._entries.values():
            if entry.project.is_at(location, root):
                return entry.project
        return None

    async def _existing_root(self, location: Location, root: str) -> str:
        files = (await self._hosts.connect(location)).files
        real = await files.real_path(root)
        match await files.kind(real):
            case FileKind.FOLDER:
                return real
            case None:
                raise NotFoundError(f"There is no folder {root}.")
            case _:
                raise InvalidError(f"{root} is not a folder; a project is a folder.")

    async def _register(self, location: Location, root: str, name: str) -> Project:
        facts = await self._folders.peek(root) or self._facts(location, root)
        known = self._entries.get(facts.id)
        if known is not None and await self._was_moved(known.project, location):
            # Its sessions, agents and grid are known by its id, and come along.
            project = replace(known.project, name=name or known.project.name, root=root)
            self._entries[project.id] = replace(known, project=project)
            self._keep()
            return project
        if known is not None:
            # The folder is a copy, or a second clone, of a project that is known already.
            facts = replace(facts, id=ProjectId(self._ids.fresh()))
        project = Project(
            id=facts.id,
            name=name or facts.name,
            root=root,
            created_at=facts.created_at,
            location=location,
        )
        self._entries[project.id] = ProjectEntry(project=project, opened_at=self._clock.now())
        self._keep()
        return project

    async def _was_moved(self, known: Project, location: Location) -> bool:
        """Whether a known project is not where it was, so that a folder of its id is the same."""
        if known.location != location:
            return False
        files = (await self._hosts.connect(location)).files
        return await files.kind(known.root) is None

    def _facts(self, location: Location, root: str) -> ProjectFacts:
        return ProjectFacts(
            id=ProjectId(self._ids.fresh()),
            name=location.rules(root).name(root) or root,
            created_at=self._clock.now(),
            location=location,
        )

    def _keep(self) -> None:
        self._registry.save(tuple(self._entries.values()))
