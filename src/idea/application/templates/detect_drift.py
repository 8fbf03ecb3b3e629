"""See which agents are behind their templates."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from idea.application.agents.agents import Agents
from idea.application.templates.syncs import Syncs
from idea.application.templates.views import DriftView
from idea.application.use_case import Caller, Request
from idea.domain.ids import ProjectId
from idea.domain.project import Project


@dataclass(frozen=True, slots=True, kw_only=True)
class DetectDriftRequest(Request[tuple[DriftView, ...]]):
    """Of one project, or of all that are known."""

    project: str = ""


class DetectDrift:
    """Tell how agents that came from templates stand to them; writes nothing."""

    def __init__(
        self,
        syncs: Syncs,
        agents: Agents,
        projects: Callable[[], Sequence[Project]],
        looked_into: Callable[[ProjectId], Awaitable[object]],
    ) -> None:
        """`projects` are all that are known; `looked_into` hears of each that was held for it."""
        self._syncs = syncs
        self._agents = agents
        self._projects = projects
        self._looked_into = looked_into

    async def execute(
        self, request: DetectDriftRequest, caller: Caller, /
    ) -> tuple[DriftView, ...]:
        """Answer one line for each such agent.

        Raises:
            NotFoundError: There is no such project.
        """
        del caller
        if request.project:
            return await self._syncs.drifts(await self._agents.project(request.project))
        found: list[DriftView] = []
        for project in self._projects():
            found += await self._syncs.drifts(project)
            if not self._agents.is_troubled(project.id):  # Else the next look tells them again.
                await self._looked_into(project.id)
        return tuple(found)
