"""Define an agent."""

from collections.abc import Collection
from dataclasses import dataclass

from idea.application.agents.agent_views import AgentViews
from idea.application.agents.agents import Agents
from idea.application.agents.views import AgentView
from idea.application.profiles.profiles import Profiles
from idea.application.use_case import Caller, Request
from idea.domain.agents.agent import Agent
from idea.domain.agents.manifest import Manifest
from idea.domain.ids import AgentId
from idea.domain.ports.id_factory import IdFactory
from idea.domain.skill import SkillRef


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateAgentRequest(Request[AgentView]):
    """What to call it, what it runs on, and what it does."""

    project: str
    name: str
    profile: str = ""
    """Empty for the engine chosen for new agents."""
    role: str = ""
    """Markdown; empty for a first sentence to be gone on with."""
    skills: tuple[str, ...] = ()
    """As `commit` or `project:commit`."""


class CreateAgent:
    """Define an agent of a project; nothing is started."""

    def __init__(
        self, agents: Agents, profiles: Profiles, views: AgentViews, ids: IdFactory
    ) -> None:
        self._agents = agents
        self._profiles = profiles
        self._views = views
        self._ids = ids

    async def execute(self, request: CreateAgentRequest, caller: Caller, /) -> AgentView:
        """Write its role, keep it, announce it.

        Raises:
            NotFoundError: There is no such project or engine.
            ConflictError: Another agent has the name.
            InvalidError: Name or skills cannot be right, or no engine is named.
            StoreError: The role could not be written; there is no agent then.
        """
        del caller
        project = await self._agents.project(request.project)
        known = await self._profiles.for_new_agent(request.profile, project=request.project)

        def define(manifest: Manifest, files: Collection[str]) -> Agent:
            return Agent(
                id=AgentId(self._ids.fresh()),
                name=request.name,
                role_path=manifest.free_role_path(request.name, files),
                profile=known.profile.id,
                skills=tuple(SkillRef.parse(one) for one in request.skills),
            )

        role = request.role.strip() or f"# {request.name}\n\nYou are {request.name}."
        agent = await self._agents.add(project, define, f"{role}\n")
        return await self._views.one(project, agent)
