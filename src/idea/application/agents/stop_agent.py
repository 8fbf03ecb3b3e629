"""Stop an agent."""

from dataclasses import dataclass

from idea.application.agents.agent_views import AgentViews
from idea.application.agents.agents import Agents
from idea.application.agents.launches import AgentLaunches
from idea.application.agents.views import AgentView
from idea.application.use_case import Caller, Request


@dataclass(frozen=True, slots=True, kw_only=True)
class StopAgentRequest(Request[AgentView]):
    """Which agent."""

    project: str
    agent: str


class StopAgent:
    """Stop an agent's program with everything it started; its definition and conversation stay."""

    def __init__(self, agents: Agents, launches: AgentLaunches, views: AgentViews) -> None:
        self._agents = agents
        self._launches = launches
        self._views = views

    async def execute(self, request: StopAgentRequest, caller: Caller, /) -> AgentView:
        """Stop it and answer when it is gone; one that does not run is left as it is.

        Raises:
            NotFoundError: There is no such project or agent.
            ProcessError: It does not end.
        """
        del caller
        project, agent = await self._agents.find(request.project, request.agent)
        await self._launches.stop(project, agent)
        return await self._views.one(project, agent)
