"""See a project's agents."""

from dataclasses import dataclass

from idea.application.agents.agent_views import AgentViews
from idea.application.agents.agents import Agents
from idea.application.agents.views import AgentView
from idea.application.use_case import Caller, Request


@dataclass(frozen=True, slots=True, kw_only=True)
class ListAgentsRequest(Request[tuple[AgentView, ...]]):
    """Of which project."""

    project: str


class ListAgents:
    """List a project's agents, and which of them run."""

    def __init__(self, agents: Agents, views: AgentViews) -> None:
        self._agents = agents
        self._views = views

    async def execute(self, request: ListAgentsRequest, caller: Caller, /) -> tuple[AgentView, ...]:
        """Answer them in the person's order.

        Raises:
            NotFoundError: There is no such project.
        """
        del caller
        return await self._views.all(await self._agents.project(request.project))
