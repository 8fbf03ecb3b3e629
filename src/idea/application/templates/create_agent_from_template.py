"""Define an agent by a template."""

from collections.abc import Collection
from dataclasses import dataclass

from idea.application.agents.agent_views import AgentViews
from idea.application.agents.agents import Agents
from idea.application.agents.views import AgentView
from idea.application.profiles.profiles import Profiles
from idea.application.templates.templates import Templates
from idea.application.use_case import Caller, Request
from idea.domain.agents.agent import Agent, FromTemplate
from idea.domain.agents.manifest import Manifest
from idea.domain.ids import AgentId, TemplateId
from idea.domain.ports.id_factory import IdFactory
from idea.domain.skill import SkillRef


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateAgentFromTemplateRequest(Request[AgentView]):
    """Which template, and what is the agent's own."""

    project: str
    template: str
    name: str = ""
    """Empty for the template's name, numbered when it is taken."""
    profile: str = ""
    """Empty for the template's engine, or else the one chosen for new agents."""
    skills: tuple[str, ...] = ()
    follow: bool = True
    """Whether it follows the template."""


class CreateAgentFromTemplate:
    """Define an agent whose role is a template's; nothing is started."""

    def __init__(
        self,
        *,
        templates: Templates,
        agents: Agents,
        profiles: Profiles,
        views: AgentViews,
        ids: IdFactory,
    ) -> None:
        self._templates = templates
        self._agents = agents
        self._profiles = profiles
        self._views = views
        self._ids = ids

    async def execute(
        self, request: CreateAgentFromTemplateRequest, caller: Caller, /
    ) -> AgentView:
        """Write its role, keep it, announce it.

        Raises:
            NotFoundError: There is no such project, template or engine.
            ConflictError: Another agent has the name.
            InvalidError: Name or skills cannot be right, or no engine is named.
            StoreError: The role could not be written; there is no agent then.
        """
        del caller
        project = await self._agents.project(request.project)
        template = await self._templates.get(TemplateId(request.template))
        usual = "" if template.default_profile is None else template.default_profile.value
        known = await self._profiles.for_new_agent(request.profile, usual, project=request.project)

        def define(manifest: Manifest, files: Collection[str]) -> Agent:
            name = request.name or manifest.free_name(template.name)
            return Agent(
                id=AgentId(self._ids.fresh()),
                name=name,
                role_path=manifest.free_role_path(name, files),
                profile=known.profile.id,
                origin=FromTemplate(template.id, template.version),
                synchronized=request.follow,
                skills=tuple(SkillRef.parse(one) for one in request.skills),
            )

        agent = await self._agents.add(project, define, template.content)
        return await self._views.one(project, agent)
