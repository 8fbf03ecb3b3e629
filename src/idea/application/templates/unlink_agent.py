"""Let an agent go its own way."""

from dataclasses import dataclass

from idea.application.agents.agent_views import AgentViews
from idea.application.agents.agents import Agents
from idea.application.agents.views import AgentView
from idea.application.use_case import Caller, Request


@dataclass(frozen=True, slots=True, kw_only=True)
class UnlinkAgentRequest(Request[AgentView]):
    """Which agent."""

    project: str
    agent: str


class UnlinkAgent:
    """Forget that an agent came from a template; its role stays as it is."""

    def __init__(self, agents: Agents, views: AgentViews) -> None:
        self._agents = agents
        self._views = views

    async def execute(self, request: UnlinkAgentRequest, caller: Caller, /) -> AgentView:
        """Keep and announce it.

        Raises:
            NotFoundError: There is no such project or agent.
        """
        del caller
        project, agent = await self._agents.find(request.project, request.agent)
        unlinked = await self._agents.change_agent(
            project, agent.id, lambda current: current.unlinked()
        )
        return await self._views.one(project, unlinked)
