"""Let an agent follow a template."""

from dataclasses import dataclass

from idea.application.agents.agent_views import AgentViews
from idea.application.agents.agents import Agents
from idea.application.agents.views import AgentView
from idea.application.templates.templates import Templates
from idea.application.use_case import Caller, Request
from idea.domain.agents.agent import FromTemplate
from idea.domain.ids import TemplateId


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkAgentRequest(Request[AgentView]):
    """Which agent, to which template."""

    project: str
    agent: str
    template: str
    follow: bool = True
    """Whether it follows; otherwise a newer version is only told."""
    version: int = 0
    """The version its role is taken to be at; 0 to find that out."""


class LinkAgent:
    """Link an agent to a template, or let it follow or no longer follow its own; writes no role."""

    def __init__(self, templates: Templates, agents: Agents, views: AgentViews) -> None:
        self._templates = templates
        self._agents = agents
        self._views = views

    async def execute(self, request: LinkAgentRequest, caller: Caller, /) -> AgentView:
        """Keep the link; an agent new to the template counts as one of its first version.

        Raises:
            NotFoundError: There is no such project, agent or template.
        """
        del caller
        project, agent = await self._agents.find(request.project, request.agent)
        template = await self._templates.get(TemplateId(request.template))
        origin = agent.origin
        same = isinstance(origin, FromTemplate) and origin.template == template.id
        version = origin.synced_version if same and isinstance(origin, FromTemplate) else 1
        role = await self._agents.role(project, agent)
        for known in await self._templates.versions(template.id):
            # A role that is the text of a version is at that version.
            if same or request.version:
                break
            if await self._templates.version(template.id, known) == role:
                version = known
                break
        linked = await self._agents.change_agent(
            project,
            agent.id,
            lambda current: current.linked(
                template.id, request.version or version, synchronized=request.follow
            ),
        )
        return await self._views.one(project, linked)
