"""Remove a skill."""

from dataclasses import dataclass

from idea.application.agents.agents import Agents
from idea.application.skills.skills import Skills
from idea.application.use_case import Caller, Request
from idea.domain.errors import ConflictError
from idea.domain.skill import SkillRef


@dataclass(frozen=True, slots=True, kw_only=True)
class DeletedSkill:
    """What was removed."""

    skill: str
    kept: str
    """Where its text is now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteSkillRequest(Request[DeletedSkill]):
    """Which skill, as `commit` or `project:commit`."""

    skill: str
    project: str = ""


class DeleteSkill:
    """Move a skill that no agent of the project has into the trash."""

    def __init__(self, skills: Skills, agents: Agents) -> None:
        self._skills = skills
        self._agents = agents

    async def execute(self, request: DeleteSkillRequest, caller: Caller, /) -> DeletedSkill:
        """Move it and tell where it is.

        Raises:
            NotFoundError: There is no such project or skill.
            ConflictError: An agent has it.
            StoreError: It could not be moved.
        """
        del caller
        ref = SkillRef.parse(request.skill)
        project = await self._agents.project(request.project) if request.project else None
        if project is not None:
            users = (await self._agents.of(project)).using(ref)
            if users:
                names = ", ".join(agent.name for agent in users)
                raise ConflictError(f"{names} has the skill {ref.id}; take it away first.")
        return DeletedSkill(skill=str(ref), kept=await self._skills.delete(ref, project))
