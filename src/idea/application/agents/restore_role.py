"""Give an agent a role back that it had before."""

from dataclasses import dataclass

from idea.application.agents.agent_views import AgentViews
from idea.application.agents.agents import Agents
from idea.application.agents.kept_roles import KeptRoles
from idea.application.agents.views import AgentText
from idea.application.use_case import Caller, Request


@dataclass(frozen=True, slots=True, kw_only=True)
class RestoreRoleRequest(Request[AgentText]):
    """Which agent, and which of its texts in the trash."""

    project: str
    agent: str
    kept: str
    """As `agents.list_kept_roles` calls it."""
    preview: bool = False
    """Whether only to answer the text."""


class RestoreRole:
    """Make an agent's role what it was before; what it is now goes into the trash."""

    def __init__(self, agents: Agents, views: AgentViews, kept: KeptRoles) -> None:
        self._agents = agents
        self._views = views
        self._kept = kept

    async def execute(self, request: RestoreRoleRequest, caller: Caller, /) -> AgentText:
        """Write the text, with the version of the template it was at.

        Raises:
            NotFoundError: There is no such project or agent, or that text is gone.
            InvalidError: That is no text of this agent's.
            StoreError: The role could not be written.
        """
        del caller
        project, agent = await self._agents.find(request.project, request.agent)
        text, version = await self._kept.text(project, agent, request.kept)
        if not request.preview:
            now = await self._agents.role(project, agent)
            if now != text:
                await self._kept.keep(project, agent, now)
                await self._agents.write_role(project, agent, text)
            template = agent.template
            if template is not None and version:
                agent = await self._agents.change_agent(
                    project,
                    agent.id,
                    lambda current: current.linked(
                        template, version, synchronized=current.synchronized
                    ),
                )
        return AgentText(agent=await self._views.one(project, agent), role=text)
