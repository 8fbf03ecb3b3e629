"""Make a template."""

from dataclasses import dataclass

from idea.application.agents.agents import Agents
from idea.application.templates.list_templates import template_view
from idea.application.templates.templates import Templates
from idea.application.templates.views import TemplateView
from idea.application.use_case import Caller, Request
from idea.domain.errors import InvalidError
from idea.domain.ids import ProfileId, TemplateId, slug_from
from idea.domain.templates.template import AgentTemplate


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateTemplateRequest(Request[TemplateView]):
    """What to call it, and its text or the agent whose role it is."""

    name: str
    content: str = ""
    """Markdown."""
    project: str = ""
    agent: str = ""
    """An agent of that project, which follows the template from then on."""
    profile: str = ""
    id: str = ""
    """Empty for one made of the name."""


class CreateTemplate:
    """Make a template of a text, or of an agent that follows it from then on."""

    def __init__(self, templates: Templates, agents: Agents) -> None:
        self._templates = templates
        self._agents = agents

    async def execute(self, request: CreateTemplateRequest, caller: Caller, /) -> TemplateView:
        """Keep its first version.

        Raises:
            NotFoundError: There is no such project or agent.
            ConflictError: There is a template of this id.
            InvalidError: Name or text cannot be right, or both text and agent are given.
            StoreError: It could not be written.
        """
        del caller
        if bool(request.content.strip()) is bool(request.agent):
            raise InvalidError("A template is made of a text or of an agent: give one of them.")
        name = TemplateId(request.id or slug_from(request.name, otherwise="template"))
        content, profile = request.content, request.profile
        source = None
        if request.agent:
            source = await self._agents.find(request.project, request.agent)
            content = await self._agents.role(*source)
            profile = profile or source[1].profile.value
        made = await self._templates.create(
            AgentTemplate(
                id=name,
                name=request.name,
                content=content,
                default_profile=ProfileId(profile) if profile else None,
            )
        )
        if source is not None:
            project, agent = source
            await self._agents.change_agent(
                project,
                agent.id,
                lambda current: current.linked(made.id, made.version, synchronized=True),
            )
        return template_view(made, await self._templates.versions(made.id))
