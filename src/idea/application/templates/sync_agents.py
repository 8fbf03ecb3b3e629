"""Bring agents up to date with their templates."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from idea.application.agents.agents import Agents
from idea.application.templates.syncs import Syncs
from idea.application.templates.views import SyncView
from idea.application.use_case import Caller, Request
from idea.domain.project import Project


@dataclass(frozen=True, slots=True, kw_only=True)
class SyncAgentsRequest(Request[tuple[SyncView, ...]]):
    """Which agents; without any, all that follow a template and are behind."""

    project: str = ""
    """Empty for all projects that are known; agents are named within one."""
    agents: tuple[str, ...] = ()
    preview: bool = False
    """Whether to tell only what would be written."""
    overwrite: bool = False
    """Whether to drop what was edited here instead of merging it."""


class SyncAgents:
    """Write templates' newest texts into the roles of agents that follow them.

    What was edited here is merged; an agent that does not follow is written only when it is named.
    """

    def __init__(
        self, syncs: Syncs, agents: Agents, projects: Callable[[], Sequence[Project]]
    ) -> None:
        """`projects` are all that are known."""
        self._syncs = syncs
        self._agents = agents
        self._projects = projects

    async def execute(self, request: SyncAgentsRequest, caller: Caller, /) -> tuple[SyncView, ...]:
        """Sync one after the other and report each.

        Raises:
            NotFoundError: There is no such project or agent, or its template or role is gone.
            InvalidError: An agent that is named came from no template.
            StoreError: Something could not be written; the agents before it were synced.
        """
        del caller
        chosen = []
        if request.agents:
            chosen = [await self._agents.find(request.project, one) for one in request.agents]
        else:
            one = [await self._agents.project(request.project)] if request.project else None
            for project in one or self._projects():
                behind = {
                    drift.agent for drift in await self._syncs.drifts(project) if drift.drifting
                }
                manifest = await self._agents.of(project)
                chosen += [(project, agent) for agent in manifest if agent.id.value in behind]
        return tuple(
            [
                await self._syncs.sync(
                    project, agent, write=not request.preview, overwrite=request.overwrite
                )
                for project, agent in chosen
            ]
        )
