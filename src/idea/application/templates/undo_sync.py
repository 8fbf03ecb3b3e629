"""Take a sync back."""

from dataclasses import dataclass

from idea.application.agents.agent_views import AgentViews
from idea.application.agents.agents import Agents
from idea.application.agents.views import AgentView
from idea.application.templates.syncs import Syncs
from idea.application.use_case import Caller, Request


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoSyncRequest(Request[AgentView]):
    """Which agent, and what `templates.sync_agents` answered for it."""

    project: str
    agent: str
    undo: str


class UndoSync:
    """Give an agent the very role back that it had before a sync."""

    def __init__(self, syncs: Syncs, agents: Agents, views: AgentViews) -> None:
        self._syncs = syncs
        self._agents = agents
        self._views = views

    async def execute(self, request: UndoSyncRequest, caller: Caller, /) -> AgentView:
        """Write role and version as they were.

        Raises:
            NotFoundError: There is no such project or agent, or its role before is not kept.
            ConflictError: That is no sync of this agent.
            StoreError: The role could not be written.
        """
        del caller
        project, agent = await self._agents.find(request.project, request.agent)
        before = await self._syncs.undo(project, agent, request.undo)
        return await self._views.one(project, before)
