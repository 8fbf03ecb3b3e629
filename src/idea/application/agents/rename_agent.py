"""Call an agent otherwise."""

from dataclasses import dataclass

from idea.application.agents.agent_views import AgentViews
from idea.application.agents.agents import Agents
from idea.application.agents.launches import AgentLaunches
from idea.application.agents.views import AgentView
from idea.application.terminals.sessions import Sessions
from idea.application.use_case import Caller, Request


@dataclass(frozen=True, slots=True, kw_only=True)
class RenameAgentRequest(Request[AgentView]):
    """Which agent, and its new name."""

    project: str
    agent: str
    name: str


class RenameAgent:
    """Rename an agent, and the cell in which it runs; its role's file stays where it is."""

    def __init__(
        self, agents: Agents, launches: AgentLaunches, sessions: Sessions, views: AgentViews
    ) -> None:
        self._agents = agents
        self._launches = launches
        self._sessions = sessions
        self._views = views

    async def execute(self, request: RenameAgentRequest, caller: Caller, /) -> AgentView:
        """Rename, keep, announce.

        Raises:
            NotFoundError: There is no such project or agent.
            ConflictError: Another agent has the name.
            InvalidError: It is no name.
        """
        del caller
        project, agent = await self._agents.find(request.project, request.agent)
        renamed = await self._agents.change_agent(
            project, agent.id, lambda current: current.renamed(request.name)
        )
        live = self._launches.live(project, agent.id)
        if live is not None and live.session.run is not None:
            self._sessions.set_run(live.session.id, live.session.run.renamed(request.name))
        return await self._views.one(project, renamed)
