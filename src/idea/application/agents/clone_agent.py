"""Have an agent twice."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from idea.application.agents.agent_views import AgentViews
from idea.application.agents.agents import Agents
from idea.application.agents.views import AgentView
from idea.application.use_case import Caller, Request
from idea.domain.agents.agent import Agent
from idea.domain.agents.manifest import Manifest
from idea.domain.ids import AgentId
from idea.domain.ports.id_factory import IdFactory


@dataclass(frozen=True, slots=True, kw_only=True)
class CloneAgentRequest(Request[AgentView]):
    """Which agent, and what to call the other."""

    project: str
    agent: str
    name: str = ""
    """Empty for its name with the first free number."""


class CloneAgent:
    """Define an agent like another one, so that both can run at once."""

    def __init__(self, agents: Agents, views: AgentViews, ids: IdFactory) -> None:
        self._agents = agents
        self._views = views
        self._ids = ids

    async def execute(self, request: CloneAgentRequest, caller: Caller, /) -> AgentView:
        """Copy the role into a file of its own, keep the clone, announce it.

        Raises:
            NotFoundError: There is no such project or agent, or its role is missing.
            ConflictError: Another agent has the name.
            StoreError: The role could not be written.
        """
        del caller
        project, agent = await self._agents.find(request.project, request.agent)

        def define(manifest: Manifest, files: Collection[str]) -> Agent:
            name = request.name or manifest.free_name(agent.name)
            return replace(
                agent,
                id=AgentId(self._ids.fresh()),
                name=name,
                role_path=manifest.free_role_path(name, files),
            )

        role = await self._agents.role(project, agent)
        clone = await self._agents.add(project, define, role)
        return await self._views.one(project, clone)
