"""See the skills."""

from dataclasses import dataclass

from idea.application.agents.agents import Agents
from idea.application.skills.skills import Skills
from idea.application.skills.views import SkillsView, SkillView
from idea.application.use_case import Caller, Request


@dataclass(frozen=True, slots=True, kw_only=True)
class ListSkillsRequest(Request[SkillsView]):
    """Those that agents of a project may have, or the person's alone."""

    project: str = ""


class ListSkills:
    """List skills, the person's and the project's, and which agents have them."""

    def __init__(self, skills: Skills, agents: Agents) -> None:
        self._skills = skills
        self._agents = agents

    async def execute(self, request: ListSkillsRequest, caller: Caller, /) -> SkillsView:
        """Answer them by scope and id.

        Raises:
            NotFoundError: There is no such project.
            StoreError: A folder of skills cannot be read.
        """
        del caller
        project = await self._agents.project(request.project) if request.project else None
        skills, notices = await self._skills.all(project)
        manifest = () if project is None else await self._agents.of(project)
        views = [
            SkillView(
                id=skill.ref.id.value,
                scope=skill.ref.scope.value,
                name=skill.name,
                content=skill.content,
                used_by=tuple(agent.name for agent in manifest if skill.ref in agent.skills),
            )
            for skill in skills
        ]
        return SkillsView(skills=tuple(views), notices=notices)
