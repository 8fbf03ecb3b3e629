"""Take a skill from an agent."""

from dataclasses import dataclass

from idea.application.agents.agent_views import AgentViews
from idea.application.agents.agents import Agents
from idea.application.agents.views import AgentView
from idea.application.use_case import Caller, Request
from idea.domain.errors import NotFoundError
from idea.domain.skill import SkillRef


@dataclass(frozen=True, slots=True, kw_only=True)
class UnassignSkillRequest(Request[AgentView]):
    """Which skill, from whom."""

    project: str
    agent: str
    skill: str
    """As `commit` or `project:commit`."""


class UnassignSkill:
    """Take a skill from an agent; the skill itself stays."""

    def __init__(self, agents: Agents, views: AgentViews) -> None:
        self._agents = agents
        self._views = views

    async def execute(self, request: UnassignSkillRequest, caller: Caller, /) -> AgentView:
        """Keep and announce it.

        Raises:
            NotFoundError: There is no such project or agent, or the agent has no such skill.
            InvalidError: That names no skill.
        """
        del caller
        ref = SkillRef.parse(request.skill)
        project, agent = await self._agents.find(request.project, request.agent)
        if ref not in agent.skills:
            raise NotFoundError(f"{agent.name} has no skill {ref}.")
        without = await self._agents.change_agent(
            project, agent.id, lambda current: current.without_skill(ref)
        )
        return await self._views.one(project, without)
