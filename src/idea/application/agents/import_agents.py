"""Take over roles that a project has already, in files of other programs."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from idea.application.agents.agent_views import AgentViews
from idea.application.agents.agents import Agents
from idea.application.agents.views import AgentView
from idea.application.profiles.profiles import Profiles
from idea.application.text_folder import TextFolder, texts_of_root
from idea.application.use_case import Caller, Request
from idea.domain.agents.agent import Agent
from idea.domain.agents.importing import imported_role
from idea.domain.agents.manifest import Manifest
from idea.domain.errors import NotFoundError, StoreError
from idea.domain.ids import AgentId, ProfileId
from idea.domain.ports.id_factory import IdFactory
from idea.domain.ports.profile_store import KnownProfile
from idea.domain.ports.remote_host import RemoteHosts
from idea.domain.project import Project


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportableView:
    """A file that could become an agent's role."""

    file: str
    """Relative to the project's root."""
    name: str
    """What the agent would be called."""
    profile: str
    """The engine whose file it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListImportableRequest(Request[tuple[ImportableView, ...]]):
    """Of which project."""

    project: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportAgentsRequest(Request[tuple[AgentView, ...]]):
    """Which files, as `agents.list_importable` names them."""

    project: str
    files: tuple[str, ...]
    profile: str = ""
    """What the agents run on; empty for the engine whose file it is."""


class ImportableFiles:
    """Finds such files in a project's root, by what profiles say of them."""

    def __init__(self, agents: Agents, profiles: Profiles, hosts: RemoteHosts) -> None:
        self._agents = agents
        self._profiles = profiles
        self._hosts = hosts

    async def all(self, project: Project) -> tuple[tuple[ImportableView, str], ...]:
        """Return each file with its text."""
        root = await texts_of_root(project, self._hosts)
        profiles = (await self._profiles.all(project.id.value)).profiles
        found: dict[str, tuple[ImportableView, str]] = {}
        for known in profiles:
            for file in [*_own_files(known), *await _role_files(known, root)]:
                text = None if file in found else await _text(root, file)
                if text is not None and text.strip():
                    view = ImportableView(
                        file=file,
                        name=imported_role(file, text).name,
                        profile=known.profile.id.value,
                    )
                    found[file] = (view, text)
        return tuple(found.values())


class ListImportable:
    """List files of other programs in a project that could become agents' roles."""

    def __init__(self, agents: Agents, files: ImportableFiles) -> None:
        self._agents = agents
        self._files = files

    async def execute(
        self, request: ListImportableRequest, caller: Caller, /
    ) -> tuple[ImportableView, ...]:
        """Answer them; nothing is changed.

        Raises:
            NotFoundError: There is no such project.
        """
        del caller
        project = await self._agents.project(request.project)
        return tuple(view for view, _ in await self._files.all(project))


class ImportAgents:
    """Define agents whose roles are copies of files of other programs; the files stay."""

    def __init__(
        self,
        *,
        agents: Agents,
        files: ImportableFiles,
        profiles: Profiles,
        views: AgentViews,
        ids: IdFactory,
    ) -> None:
        self._agents = agents
        self._files = files
        self._profiles = profiles
        self._views = views
        self._ids = ids

    async def execute(
        self, request: ImportAgentsRequest, caller: Caller, /
    ) -> tuple[AgentView, ...]:
        """Define one agent for each file, numbered where a name is taken.

        Raises:
            NotFoundError: There is no such project, file or engine.
            StoreError: A role could not be written; the agents before it are defined.
        """
        del caller
        project = await self._agents.project(request.project)
        there = {view.file: (view, text) for view, text in await self._files.all(project)}
        for file in request.files:
            if file not in there:
                raise NotFoundError(f"There is nothing to import in {file}.")
        if request.profile:
            await self._profiles.known(request.profile, request.project)
        made = []
        for file in request.files:
            view, text = there[file]
            profile = ProfileId(request.profile or view.profile)
            made.append(await self._define(project, profile, file, text))
        return tuple([await self._views.one(project, agent) for agent in made])

    async def _define(self, project: Project, profile: ProfileId, file: str, text: str) -> Agent:
        imported = imported_role(file, text)

        def define(manifest: Manifest, files: Collection[str]) -> Agent:
            name = manifest.free_name(imported.name)
            return Agent(
                id=AgentId(self._ids.fresh()),
                name=name,
                role_path=manifest.free_role_path(name, files),
                profile=profile,
            )

        return await self._agents.add(project, define, f"{imported.role}\n")


def _own_files(known: KnownProfile) -> Iterator[str]:
    """Yield the names under which a program looks for instructions, its first names only."""
    for group in known.profile.instructions.reads:
        yield from group[:1]


async def _role_files(known: KnownProfile, root: TextFolder) -> list[str]:
    files = []
    for folder in known.profile.instructions.roles:
        try:
            names = await root.names(folder)
        except StoreError:
            continue  # A file of this name, say.
        files += [f"{folder}/{name}" for name in names if name.endswith(".md")]
    return files


async def _text(root: TextFolder, file: str) -> str | None:
    try:
        return await root.read(file)
    except StoreError:
        return None  # No text; nothing to import.
