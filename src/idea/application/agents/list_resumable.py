"""See which agents were interrupted."""

from dataclasses import dataclass

from idea.application.agents.agent_views import AgentViews
from idea.application.agents.agents import Agents
from idea.application.agents.launches import AgentLaunches
from idea.application.agents.views import ResumableView
from idea.application.terminals.session_view import reason_of
from idea.application.use_case import Caller, Request
from idea.domain.agents.agent import Agent
from idea.domain.errors import IdeaError
from idea.domain.profiles.profile import AgentProfile
from idea.domain.project import Project
from idea.domain.session_record import SessionRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class ListResumableRequest(Request[tuple[ResumableView, ...]]):
    """Of which project."""

    project: str


class ListResumable:
    """List agents whose program was ended by a crash or a restart of the computer; starts nothing.

    What ended by itself or was stopped is not among them, nor what the person does not want.
    """

    def __init__(self, agents: Agents, launches: AgentLaunches, views: AgentViews) -> None:
        self._agents = agents
        self._launches = launches
        self._views = views

    async def execute(
        self, request: ListResumableRequest, caller: Caller, /
    ) -> tuple[ResumableView, ...]:
        """Answer each with its own conversation, if that is still there.

        Raises:
            NotFoundError: There is no such project.
        """
        del caller
        project = await self._agents.project(request.project)
        found = []
        for agent in await self._agents.of(project):
            record = self._launches.newest(project, agent.id)
            if record is None or record.session.own_run is None:
                continue
            if record.was_interrupted and not _is_dismissed(record):
                found.append(await self._view(project, agent, record))
        return tuple(found)

    async def _view(self, project: Project, agent: Agent, record: SessionRecord) -> ResumableView:
        view = await self._views.one(project, agent)
        try:
            conversation = await self._launches.conversation_of(project, agent, record)
            engine = await self._launches.engine_of(agent, project)
            sentence = _what_happens(conversation, engine)
        except IdeaError as error:
            conversation, sentence = "", error.sentence
        return ResumableView(
            agent=view,
            session=record.session.id.value,
            reason=reason_of(record),
            ended_at="" if record.ended_at is None else record.ended_at.isoformat(),
            conversation=conversation,
            can_resume=bool(conversation),
            sentence=sentence,
        )


def _what_happens(conversation: str, engine: AgentProfile) -> str:
    if conversation:
        return "It goes on with its own conversation."
    if not engine.conversations.can_resume:
        return f"{engine.name} cannot resume conversations: it starts afresh."
    return "Its conversation is gone, or nothing was said in it yet: it starts afresh."


def _is_dismissed(record: SessionRecord) -> bool:
    return record.session.run is not None and record.session.run.dismissed
