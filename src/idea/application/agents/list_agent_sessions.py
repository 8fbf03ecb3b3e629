"""See where an agent ran, and what it can go on with."""

from dataclasses import dataclass

from idea.application.agents.agents import Agents
from idea.application.agents.launches import AgentLaunches
from idea.application.agents.views import AgentSessionView
from idea.application.terminals.session_view import reason_of
from idea.application.terminals.sessions import Sessions
from idea.application.use_case import Caller, Request
from idea.domain.agents.agent import Agent
from idea.domain.errors import IdeaError
from idea.domain.project import Project
from idea.domain.session_record import SessionRecord

_LOOKED_INTO = 20
"""Older ones are listed, but nobody looks for what was said in them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListAgentSessionsRequest(Request[tuple[AgentSessionView, ...]]):
    """Of which agent."""

    project: str
    agent: str


class ListAgentSessions:
    """List an agent's sessions, the newest first, and which conversations can be gone on with."""

    def __init__(self, agents: Agents, launches: AgentLaunches, sessions: Sessions) -> None:
        self._agents = agents
        self._launches = launches
        self._sessions = sessions

    async def execute(
        self, request: ListAgentSessionsRequest, caller: Caller, /
    ) -> tuple[AgentSessionView, ...]:
        """Answer them; starts nothing.

        Raises:
            NotFoundError: There is no such project or agent.
        """
        del caller
        project, agent = await self._agents.find(request.project, request.agent)
        own = self._launches.of(project, agent.id)
        return tuple(
            [await self._view(project, agent, place, one) for place, one in enumerate(own)]
        )

    async def _view(
        self, project: Project, agent: Agent, place: int, record: SessionRecord
    ) -> AgentSessionView:
        session, run = record.session, record.session.run
        known = "" if run is None else run.conversation
        conversation = ""
        # A conversation whose id has to be looked for is the one that was held last.
        if not session.is_live and (place == 0 or known) and place < _LOOKED_INTO:
            try:
                conversation = await self._launches.conversation_of(project, agent, record)
            except IdeaError:
                conversation = ""  # Its engine is gone; the agent itself says so.
        shown = self._sessions.view(session.id)
        return AgentSessionView(
            session=session.id.value,
            engine="" if run is None else run.engine,
            started_at=session.started_at.isoformat(),
            ended_at="" if record.ended_at is None else record.ended_at.isoformat(),
            reason="" if session.is_live else reason_of(record),
            live=session.is_live,
            cell=shown.address or "",
            conversation=conversation or known,
            can_resume=bool(conversation),
        )
