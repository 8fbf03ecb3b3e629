"""Say anew what an agent does."""

from dataclasses import dataclass

from idea.application.agents.agent_views import AgentViews
from idea.application.agents.agents import Agents
from idea.application.agents.views import AgentText
from idea.application.use_case import Caller, Request
from idea.domain.errors import InvalidError


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteRoleRequest(Request[AgentText]):
    """Which agent, and its whole role."""

    project: str
    agent: str
    role: str
    """Markdown."""


class WriteRole:
    """Write an agent's role; a running one reads it at its next launch."""

    def __init__(self, agents: Agents, views: AgentViews) -> None:
        self._agents = agents
        self._views = views

    async def execute(self, request: WriteRoleRequest, caller: Caller, /) -> AgentText:
        """Write and announce it.

        Raises:
            NotFoundError: There is no such project or agent.
            InvalidError: The role says nothing.
            StoreError: It could not be written.
        """
        del caller
        project, agent = await self._agents.find(request.project, request.agent)
        if not request.role.strip():
            raise InvalidError(f"The role of {agent.name} must say something.")
        await self._agents.write_role(project, agent, request.role)
        return AgentText(agent=await self._views.one(project, agent), role=request.role)
