"""Agents as every door shows them, put together from definition, engine, role and session."""

from idea.application.agents.agents import Agents
from idea.application.agents.launches import AgentLaunches
from idea.application.agents.views import AgentView
from idea.application.profiles.profiles import Profiles
from idea.application.terminals.sessions import Sessions
from idea.domain.agents.agent import Agent, FromTemplate
from idea.domain.errors import IdeaError
from idea.domain.ports.profile_store import KnownProfile
from idea.domain.project import Project


class AgentViews:
    """Looks at agents; changes nothing."""

    def __init__(
        self, agents: Agents, launches: AgentLaunches, profiles: Profiles, sessions: Sessions
    ) -> None:
        self._agents = agents
        self._launches = launches
        self._profiles = profiles
        self._sessions = sessions

    async def all(self, project: Project) -> tuple[AgentView, ...]:
        """Return a project's agents in the person's order."""
        engines = await self._profiles.all(project.id.value)
        known = {one.profile.id: one for one in engines.profiles}
        manifest = await self._agents.of(project)
        return tuple(
            [await self._one(project, agent, known.get(agent.profile)) for agent in manifest]
        )

    async def one(self, project: Project, agent: Agent) -> AgentView:
        """Return one agent."""
        engines = await self._profiles.all(project.id.value)
        known = {one.profile.id: one for one in engines.profiles}
        return await self._one(project, agent, known.get(agent.profile))

    async def _one(self, project: Project, agent: Agent, engine: KnownProfile | None) -> AgentView:
        folder = await self._agents.folder(project)
        live = self._launches.live(project, agent.id)
        shown = None if live is None else self._sessions.view(live.session.id)
        origin = agent.origin
        faults = await self._faults(project, agent, engine)
        return AgentView(
            id=agent.id.value,
            project=project.id.value,
            name=agent.name,
            role_path=folder.path(agent.role_path),
            profile=agent.profile.value,
            engine=agent.profile.value if engine is None else engine.profile.name,
            skills=tuple(str(skill) for skill in agent.skills),
            template="" if agent.template is None else agent.template.value,
            template_version=origin.synced_version if isinstance(origin, FromTemplate) else 0,
            synchronized=agent.synchronized,
            session="" if live is None else live.session.id.value,
            cell="" if shown is None or shown.address is None else shown.address,
            since="" if live is None else live.session.started_at.isoformat(),
            faults=faults,
        )

    async def _faults(
        self, project: Project, agent: Agent, engine: KnownProfile | None
    ) -> tuple[str, ...]:
        faults = []
        if engine is None:
            faults.append(f"There is no engine {agent.profile.value!r}; choose another.")
        try:
            await self._agents.role(project, agent)
        except IdeaError as error:
            faults.append(error.sentence)
        return tuple(faults)
