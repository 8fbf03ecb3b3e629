"""Write a skill down."""

from dataclasses import dataclass

from idea.application.agents.agents import Agents
from idea.application.skills.skills import Skills
from idea.application.skills.views import SkillView
from idea.application.use_case import Caller, Request
from idea.domain.ids import SkillId, slug_from
from idea.domain.skill import Skill, SkillRef, SkillScope


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateSkillRequest(Request[SkillView]):
    """What to call it and what it says; with a project it travels with that."""

    name: str
    content: str
    """Markdown."""
    project: str = ""
    id: str = ""
    """Empty for one made of the name."""


class CreateSkill:
    """Write a new skill down, for every project or for one."""

    def __init__(self, skills: Skills, agents: Agents) -> None:
        self._skills = skills
        self._agents = agents

    async def execute(self, request: CreateSkillRequest, caller: Caller, /) -> SkillView:
        """Write it; nobody has it yet.

        Raises:
            NotFoundError: There is no such project.
            ConflictError: There is a skill of this id.
            InvalidError: Name, id or text cannot be right.
            StoreError: It could not be written.
        """
        del caller
        project = await self._agents.project(request.project) if request.project else None
        scope = SkillScope.GLOBAL if project is None else SkillScope.PROJECT
        name = SkillId(request.id or slug_from(request.name, otherwise="skill"))
        skill = Skill(
            ref=SkillRef(scope, name), name=request.name.strip(), content=request.content.strip()
        )
        await self._skills.create(skill, project)
        return SkillView(id=name.value, scope=scope.value, name=skill.name, content=skill.content)
