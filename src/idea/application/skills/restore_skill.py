"""Take a removed skill back."""

from dataclasses import dataclass

from idea.application.agents.agents import Agents
from idea.application.skills.skills import Skills
from idea.application.skills.views import SkillView
from idea.application.use_case import Caller, Request
from idea.domain.skill import SkillRef


@dataclass(frozen=True, slots=True, kw_only=True)
class RestoreSkillRequest(Request[SkillView]):
    """What `skills.delete_skill` answered."""

    skill: str
    """As `commit` or `project:commit`."""
    kept: str
    """Where its text is, in the trash."""
    project: str = ""


class RestoreSkill:
    """Take a skill back whose text is in the trash."""

    def __init__(self, skills: Skills, agents: Agents) -> None:
        self._skills = skills
        self._agents = agents

    async def execute(self, request: RestoreSkillRequest, caller: Caller, /) -> SkillView:
        """Move its text back and announce it.

        Raises:
            NotFoundError: There is no such project, or nothing of it in the trash.
            ConflictError: There is another skill of its id by now.
            StoreError: It could not be moved.
        """
        del caller
        ref = SkillRef.parse(request.skill)
        project = await self._agents.project(request.project) if request.project else None
        skill = await self._skills.restore(ref, request.kept, project)
        return SkillView(
            id=ref.id.value, scope=ref.scope.value, name=skill.name, content=skill.content
        )
