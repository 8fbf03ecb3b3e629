"""See one agent."""

from dataclasses import dataclass

from idea.application.agents.agent_views import AgentViews
from idea.application.agents.agents import Agents
from idea.application.agents.views import AgentText
from idea.application.use_case import Caller, Request


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowAgentRequest(Request[AgentText]):
    """A name, an id or the beginning of one."""

    project: str
    agent: str


class ShowAgent:
    """Show an agent with its role."""

    def __init__(self, agents: Agents, views: AgentViews) -> None:
        self._agents = agents
        self._views = views

    async def execute(self, request: ShowAgentRequest, caller: Caller, /) -> AgentText:
        """Answer definition and role.

        Raises:
            NotFoundError: There is no such project or agent, or its role is missing.
            ConflictError: Several are meant.
        """
        del caller
        project, agent = await self._agents.find(request.project, request.agent)
        role = await self._agents.role(project, agent)
        return AgentText(agent=await self._views.one(project, agent), role=role)
