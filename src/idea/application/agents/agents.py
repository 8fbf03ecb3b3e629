"""The agents of every project this engine works with: definitions, roles, hand edits.

Used on the event loop's thread. A change of the manifest does not wait, so that two never mix.
"""

import asyncio
import contextlib
from collections.abc import Callable, Collection

from idea.application.deleted_texts import trash_stamp
from idea.application.projects.project_lookup import ProjectLookup
from idea.application.text_folder import TextFolder, texts_of_project, texts_of_root
from idea.domain.agents.agent import Agent
from idea.domain.agents.manifest import Manifest
from idea.domain.errors import IdeaError, NotFoundError, StoreError
from idea.domain.events import AgentsChanged, Noticed
from idea.domain.ids import AgentId, ProjectId
from idea.domain.ports.agent_manifests import AgentManifests
from idea.domain.ports.clock import Clock
from idea.domain.ports.event_bus import EventBus
from idea.domain.ports.remote_host import RemoteHosts
from idea.domain.project import Project
from idea.domain.skill import content_hash

type Definition = Callable[[Manifest, Collection[str]], Agent]
"""Makes an agent that fits to those there are, and to the names of their roles' files."""

_LOOKS_PER_LOOK_AT_ROLES = 4
"""Roles are whole texts, and change less often than the list of agents."""


class Agents:
    """Loads, changes and announces the agents of projects."""

    def __init__(
        self,
        *,
        manifests: AgentManifests,
        projects: ProjectLookup,
        hosts: RemoteHosts,
        clock: Clock,
        events: EventBus,
    ) -> None:
        self._manifests = manifests
        self._projects = projects
        self._hosts = hosts
        self._clock = clock
        self._events = events
        self._known: dict[ProjectId, Manifest] = {}
        self._troubles: dict[ProjectId, tuple[str, ...]] = {}
        """What was wrong when the manifest was read last."""
        self._role_hashes: dict[str, str] = {}
        """By path, of what was read or written last."""
        self._looks = 0
        self._one_at_a_time = asyncio.Lock()
        self._adding = asyncio.Lock()

    async def project(self, text: str) -> Project:
        """Return the project a text means.

        Raises:
            NotFoundError: There is no such project.
            ConflictError: Several are meant.
        """
        return await self._projects.resolve(text)

    async def of(self, project: Project) -> Manifest:
        """Return a project's agents, as they are now, what was just edited by hand included."""
        while True:
            async with self._one_at_a_time:
                if project.id not in self._known:
                    loaded = await self._manifests.load(project.id)
                    self._known[project.id] = loaded.value
                    self._tell(project.id, loaded.notices)
            await self._refresh(project.id)
            if project.id in self._known:
                return self._known[project.id]  # Else it was let go of meanwhile.

    async def troubles(self, project: Project) -> tuple[str, ...]:
        """Return what is wrong with a project's list of agents as it is now, in sentences."""
        await self.of(project)
        return self._troubles.get(project.id, ())

    def is_troubled(self, project: ProjectId) -> bool:
        """Whether something was wrong with a project's list of agents when it was read last."""
        return bool(self._troubles.get(project))

    async def find(self, project: str, agent: str) -> tuple[Project, Agent]:
        """Return an agent and its project.

        Raises:
            NotFoundError: There is no such project or agent.
            ConflictError: Several are meant.
        """
        meant = await self._projects.resolve(project)
        return meant, (await self.of(meant)).find(agent)

    async def change(self, project: Project, change: Callable[[Manifest], Manifest]) -> Manifest:
        """Change a project's agents, keep them and announce it; what changes nothing is not.

        Raises:
            IdeaError: The change refused.
        """
        before = await self.of(project)
        after = change(before)
        if after != before:
            self._known[project.id] = after
            self._manifests.save(project.id, after)
            self._troubles.pop(project.id, None)  # What could not be read stands aside now.
            await self._manifests.flush(project.id)
            self._events.publish(AgentsChanged(project.id))
        return after

    async def add(self, project: Project, define: Definition, role: str) -> Agent:
        """Keep one more agent and its role; one after the other, so that no two take one file.

        Raises:
            IdeaError: The definition is refused; nothing was written.
            StoreError: The role could not be written; there is no agent then.
        """
        async with self._adding:
            manifest = await self.of(project)
            agent = define(manifest, await (await self.folder(project)).names("agents"))
            manifest.with_agent(agent)  # What cannot be is refused before anything is written.
            await self.write_role(project, agent, role)
            await self.change(project, lambda current: current.with_agent(agent))
            return agent

    async def change_agent(
        self, project: Project, agent: AgentId, change: Callable[[Agent], Agent]
    ) -> Agent:
        """Change one agent as it is by now, so that what others changed meanwhile stays.

        Raises:
            NotFoundError: It was deleted meanwhile.
            ConflictError: It would share its name with another.
            IdeaError: The change refused.
        """
        after = await self.change(
            project, lambda manifest: manifest.changed(change(manifest.get(agent)))
        )
        return after.get(agent)

    async def refresh(self) -> None:
        """Take in what other programs wrote into manifests and roles of loaded projects."""
        self._looks += 1
        for project in tuple(self._known):
            with contextlib.suppress(IdeaError):  # Out of reach, or forgotten a moment ago.
                await self._refresh(project)
                if self._looks % _LOOKS_PER_LOOK_AT_ROLES == 0:
                    await self._look_at_roles(project)

    async def loaded(self) -> tuple[Project, ...]:
        """Return the projects whose agents are looked after now."""
        return tuple([await self._projects.resolve(one.value) for one in tuple(self._known)])

    async def release(self, project: ProjectId) -> None:
        """Keep what is not kept yet and let go of a project's agents."""
        async with self._one_at_a_time:
            self._known.pop(project, None)
            self._troubles.pop(project, None)
            await self._manifests.release(project)

    async def folder(self, project: Project) -> TextFolder:
        """Return the texts of a project's own folder.

        Raises:
            RemoteError: The project's location cannot be reached.
        """
        return await texts_of_project(project, self._hosts)

    async def root(self, project: Project) -> TextFolder:
        """Return the texts of the project itself.

        Raises:
            RemoteError: The project's location cannot be reached.
        """
        return await texts_of_root(project, self._hosts)

    async def role(self, project: Project, agent: Agent) -> str:
        """Return what an agent's role says.

        Raises:
            NotFoundError: The file is gone.
            StoreError: It cannot be read.
        """
        folder = await self.folder(project)
        text = await folder.read(agent.role_path)
        if text is None:
            raise NotFoundError(
                f"The role of {agent.name} is missing: there is no {folder.path(agent.role_path)}."
            )
        self._role_hashes[folder.path(agent.role_path)] = content_hash(text)
        return text

    async def write_role(self, project: Project, agent: Agent, text: str) -> None:
        """Make an agent's role another, and announce it.

        Raises:
            StoreError: It could not be written.
        """
        folder = await self.folder(project)
        await folder.write(agent.role_path, text)
        self._role_hashes[folder.path(agent.role_path)] = content_hash(text)
        self._events.publish(AgentsChanged(project.id))

    async def discard(self, project: Project, agent: Agent) -> str:
        """Take an agent off the project and put its role into the trash; returns its name there.

        Raises:
            StoreError: The role could not be moved; nothing changed.
        """
        folder = await self.folder(project)
        stamp = trash_stamp(self._clock.now())
        kept = await folder.discard(agent.role_path, stamp)
        await self.change(project, lambda manifest: manifest.without(agent.id))
        return kept

    async def restore(self, project: Project, kept: str, define: Definition) -> Agent:
        """Take an agent back whose role is in the trash.

        Raises:
            NotFoundError: The trash has no such text.
            ConflictError: Its name was given to another meanwhile.
            StoreError: The role could not be moved.
        """
        folder = await self.folder(project)
        text = await folder.read(kept)
        if text is None:
            raise NotFoundError(f"The trash of {project.name} has no {kept} any more.")
        agent = await self.add(project, define, text)
        await folder.remove(kept)
        return agent

    async def _look_at_roles(self, project: ProjectId) -> None:
        """Announce roles that somebody edited since they were shown."""
        meant = await self._projects.resolve(project.value)
        folder = await self.folder(meant)
        changed = False
        for agent in self._known.get(project, Manifest()):
            path = folder.path(agent.role_path)
            if path in self._role_hashes:
                try:
                    text = await folder.read(agent.role_path) or ""
                except StoreError as error:
                    text = error.sentence  # That is news as well, but once only.
                changed |= self._role_hashes[path] != content_hash(text)
                self._role_hashes[path] = content_hash(text)
        if changed:
            self._events.publish(AgentsChanged(project))

    async def _refresh(self, project: ProjectId) -> None:
        found = await self._manifests.reload(project)
        if found is None or project not in self._known:
            return
        self._tell(project, found.notices)
        if found.value != self._known[project]:
            self._known[project] = found.value
            self._events.publish(AgentsChanged(project))

    def _tell(self, project: ProjectId, notices: tuple[str, ...]) -> None:
        """Tell who listens now, and keep it for who asks later."""
        self._troubles[project] = notices
        for sentence in notices:
            self._events.publish(Noticed(sentence))
