"""Say anew what a skill is."""

from dataclasses import dataclass

from idea.application.agents.agents import Agents
from idea.application.skills.skills import Skills
from idea.application.skills.views import SkillView
from idea.application.text_folder import refuse_if_changed
from idea.application.use_case import Caller, Request
from idea.domain.skill import Skill, SkillRef


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdateSkillRequest(Request[SkillView]):
    """Which skill, its name and its whole text."""

    skill: str
    """As `commit` or `project:commit`."""
    name: str
    content: str
    project: str = ""
    instead_of: str | None = None
    """What it said when it was read; None to write whatever it says by now."""
    keep_replaced: bool = False
    """Whether the text that is replaced goes into the trash."""


class UpdateSkill:
    """Change a skill; agents that have it read it at their next launch."""

    def __init__(self, skills: Skills, agents: Agents) -> None:
        self._skills = skills
        self._agents = agents

    async def execute(self, request: UpdateSkillRequest, caller: Caller, /) -> SkillView:
        """Write and announce it.

        Raises:
            NotFoundError: There is no such project or skill.
            InvalidError: Name or text cannot be right.
            ConflictError: It says something else by now than it is to be written instead of.
            StoreError: It could not be written.
        """
        del caller
        ref = SkillRef.parse(request.skill)
        project = await self._agents.project(request.project) if request.project else None
        skill = Skill(ref=ref, name=request.name.strip(), content=request.content.strip())
        if request.instead_of is not None:
            now = (await self._skills.get(ref, project)).content
            refuse_if_changed(f"The skill {skill.name}", now, request.instead_of)
        await self._skills.update(skill, project, keep_replaced=request.keep_replaced)
        return SkillView(
            id=ref.id.value, scope=ref.scope.value, name=skill.name, content=skill.content
        )
