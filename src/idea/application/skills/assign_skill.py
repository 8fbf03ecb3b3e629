"""Give a skill to an agent."""

from dataclasses import dataclass

from idea.application.agents.agent_views import AgentViews
from idea.application.agents.agents import Agents
from idea.application.agents.views import AgentView
from idea.application.skills.skills import Skills
from idea.application.use_case import Caller, Request
from idea.domain.skill import SkillRef


@dataclass(frozen=True, slots=True, kw_only=True)
class AssignSkillRequest(Request[AgentView]):
    """Which skill, to whom."""

    project: str
    agent: str
    skill: str
    """As `commit` or `project:commit`."""
    at: int = -1
    """Its place among the agent's skills, from 0; the last one when below."""


class AssignSkill:
    """Give an agent a skill, or another place among its skills; it is read at the next launch."""

    def __init__(self, skills: Skills, agents: Agents, views: AgentViews) -> None:
        self._skills = skills
        self._agents = agents
        self._views = views

    async def execute(self, request: AssignSkillRequest, caller: Caller, /) -> AgentView:
        """Keep and announce it.

        Raises:
            NotFoundError: There is no such project, agent or skill.
            InvalidError: That names no skill.
        """
        del caller
        ref = SkillRef.parse(request.skill)
        project, agent = await self._agents.find(request.project, request.agent)
        await self._skills.get(ref, project)
        at = request.at if request.at >= 0 else None
        given = await self._agents.change_agent(
            project,
            agent.id,
            lambda current: current.without_skill(ref).with_skill(ref, at=at),
        )
        return await self._views.one(project, given)
