"""Let an interrupted agent rest."""

from dataclasses import dataclass

from idea.application.agents.agent_views import AgentViews
from idea.application.agents.agents import Agents
from idea.application.agents.launches import AgentLaunches
from idea.application.agents.views import AgentView
from idea.application.terminals.sessions import Sessions
from idea.application.use_case import Caller, Request


@dataclass(frozen=True, slots=True, kw_only=True)
class DismissResumableRequest(Request[AgentView]):
    """Which agent."""

    project: str
    agent: str


class DismissResumable:
    """Offer an interrupted agent no more to be resumed; it can be launched at any time."""

    def __init__(
        self, agents: Agents, launches: AgentLaunches, sessions: Sessions, views: AgentViews
    ) -> None:
        self._agents = agents
        self._launches = launches
        self._sessions = sessions
        self._views = views

    async def execute(self, request: DismissResumableRequest, caller: Caller, /) -> AgentView:
        """Remember it with the session.

        Raises:
            NotFoundError: There is no such project or agent.
        """
        del caller
        project, agent = await self._agents.find(request.project, request.agent)
        record = self._launches.newest(project, agent.id)
        if record is not None and record.session.run is not None:
            self._sessions.set_run(record.session.id, record.session.run.as_dismissed())
        return await self._views.one(project, agent)
