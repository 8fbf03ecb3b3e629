"""Remove an agent."""

from dataclasses import dataclass

from idea.application.agents.agent_views import AgentViews
from idea.application.agents.agents import Agents
from idea.application.agents.launches import AgentLaunches
from idea.application.agents.views import AgentView
from idea.application.use_case import Caller, Request


@dataclass(frozen=True, slots=True, kw_only=True)
class DeletedAgent:
    """What was removed, and how to get it back."""

    agent: AgentView
    kept: str
    """The role's name in the trash, for `agents.restore_agent`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteAgentRequest(Request[DeletedAgent]):
    """Which agent."""

    project: str
    agent: str


class DeleteAgent:
    """Remove an agent that does not run; its role goes into the project's trash."""

    def __init__(self, agents: Agents, launches: AgentLaunches, views: AgentViews) -> None:
        self._agents = agents
        self._launches = launches
        self._views = views

    async def execute(self, request: DeleteAgentRequest, caller: Caller, /) -> DeletedAgent:
        """Move the role, forget the agent, announce it.

        Raises:
            NotFoundError: There is no such project or agent.
            ConflictError: It runs.
            StoreError: The role could not be moved.
        """
        del caller
        project, agent = await self._agents.find(request.project, request.agent)
        async with self._launches.kept_resting(project, agent):
            view = await self._views.one(project, agent)
            return DeletedAgent(agent=view, kept=await self._agents.discard(project, agent))
