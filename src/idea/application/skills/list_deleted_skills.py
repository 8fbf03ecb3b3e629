"""See the deleted skills."""

from dataclasses import dataclass

from idea.application.agents.agents import Agents
from idea.application.deleted_texts import DeletedText
from idea.application.skills.skills import Skills
from idea.application.use_case import Caller, Request


@dataclass(frozen=True, slots=True, kw_only=True)
class ListDeletedSkillsRequest(Request[tuple[DeletedText, ...]]):
    """The person's; with a project, its own as well."""

    project: str = ""


class ListDeletedSkills:
    """List the skills that are in the trash and can be restored."""

    def __init__(self, skills: Skills, agents: Agents) -> None:
        self._skills = skills
        self._agents = agents

    async def execute(
        self, request: ListDeletedSkillsRequest, caller: Caller, /
    ) -> tuple[DeletedText, ...]:
        """Answer them, those deleted last first, the person's before the project's.

        Raises:
            NotFoundError: There is no such project.
            StoreError: The trash cannot be read.
        """
        del caller
        project = await self._agents.project(request.project) if request.project else None
        return await self._skills.deleted(project)
