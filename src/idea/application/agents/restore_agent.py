"""Take a removed agent back."""

from collections.abc import Collection
from dataclasses import dataclass

from idea.application.agents.agent_views import AgentViews
from idea.application.agents.agents import Agents
from idea.application.agents.views import AgentView
from idea.application.use_case import Caller, Request
from idea.domain.agents.agent import Agent, FromTemplate, Origin, Scratch
from idea.domain.agents.manifest import Manifest
from idea.domain.errors import InvalidError
from idea.domain.ids import AgentId, ProfileId, TemplateId
from idea.domain.ports.id_factory import IdFactory
from idea.domain.skill import SkillRef


@dataclass(frozen=True, slots=True, kw_only=True)
class RestoreAgentRequest(Request[AgentView]):
    """What `agents.delete_agent` answered."""

    project: str
    kept: str
    name: str
    profile: str
    skills: tuple[str, ...] = ()
    id: str = ""
    """Empty for a new one."""
    template: str = ""
    """The template it came from; empty for none."""
    template_version: int = 0
    synchronized: bool = False
    """Whether it goes on following that template."""


class RestoreAgent:
    """Take an agent back whose role is in the project's trash."""

    def __init__(self, agents: Agents, views: AgentViews, ids: IdFactory) -> None:
        self._agents = agents
        self._views = views
        self._ids = ids

    async def execute(self, request: RestoreAgentRequest, caller: Caller, /) -> AgentView:
        """Move the role back, keep the agent, announce it.

        Raises:
            NotFoundError: There is no such project, or nothing of it in the trash.
            ConflictError: Another agent has its name or its file.
            InvalidError: That is no text of the trash, or it cannot have come from a template so.
            StoreError: The role could not be moved.
        """
        del caller
        if not request.kept.startswith("trash/") or ".." in request.kept:
            raise InvalidError(f"{request.kept!r} is nothing in the trash.")
        project = await self._agents.project(request.project)
        origin: Origin = Scratch()
        if request.template:
            origin = FromTemplate(TemplateId(request.template), request.template_version)

        def define(manifest: Manifest, files: Collection[str]) -> Agent:
            return Agent(
                id=AgentId(request.id or self._ids.fresh()),
                name=request.name,
                role_path=manifest.free_role_path(request.name, files),
                profile=ProfileId(request.profile),
                origin=origin,
                synchronized=request.synchronized,
                skills=tuple(SkillRef.parse(one) for one in request.skills),
            )

        agent = await self._agents.restore(project, request.kept, define)
        return await self._views.one(project, agent)
