"""Say anew what an agent does."""

from dataclasses import dataclass

from idea.application.agents.agent_views import AgentViews
from idea.application.agents.agents import Agents
from idea.application.agents.kept_roles import KeptRoles
from idea.application.agents.views import AgentText
from idea.application.use_case import Caller, Request
from idea.domain.errors import ConflictError, InvalidError, NotFoundError


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteRoleRequest(Request[AgentText]):
    """Which agent, and its whole role."""

    project: str
    agent: str
    role: str
    """Markdown."""
    instead_of: str | None = None
    """What the role said when it was read; None to write whatever it says by now."""
    keep_replaced: bool = False
    """Whether the text that is replaced goes into the trash."""


class WriteRole:
    """Write an agent's role; a running one reads it at its next launch."""

    def __init__(self, agents: Agents, views: AgentViews, kept: KeptRoles) -> None:
        self._agents = agents
        self._views = views
        self._kept = kept

    async def execute(self, request: WriteRoleRequest, caller: Caller, /) -> AgentText:
        """Write and announce it.

        Raises:
            NotFoundError: There is no such project or agent.
            InvalidError: The role says nothing.
            ConflictError: It says something else by now than it is to be written instead of.
            StoreError: It could not be written.
        """
        del caller
        project, agent = await self._agents.find(request.project, request.agent)
        if not request.role.strip():
            raise InvalidError(f"The role of {agent.name} must say something.")
        if request.instead_of is not None or request.keep_replaced:
            await self._check(request)
        await self._agents.write_role(project, agent, request.role)
        return AgentText(agent=await self._views.one(project, agent), role=request.role)

    async def _check(self, request: WriteRoleRequest) -> None:
        project, agent = await self._agents.find(request.project, request.agent)
        try:
            now = await self._agents.role(project, agent)
        except NotFoundError:
            return  # Nothing is replaced: the file is written anew.
        if request.instead_of is not None and now not in {request.instead_of, request.role}:
            raise ConflictError(f"The role of {agent.name} was changed elsewhere meanwhile.")
        if request.keep_replaced and now != request.role:
            await self._kept.keep(project, agent, now)
