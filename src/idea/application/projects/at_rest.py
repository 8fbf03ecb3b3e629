"""Closed projects in which nothing runs: their folders and grids are let go of."""

from collections.abc import Awaitable, Callable
from typing import Final

from idea.application.projects.projects import Projects
from idea.domain.ids import ProjectId

KEPT: Final = 4
"""So many of the last closed keep what is only in memory, such as the steps of undo."""


class ProjectsAtRest:
    """Lets go of what nobody uses, so that it is held by nothing and open to others.

    Used on the event loop's thread.
    """

    def __init__(
        self,
        projects: Projects,
        count_live_sessions: Callable[[ProjectId], int],
        *release: Callable[[ProjectId], Awaitable[object]],
    ) -> None:
        """`release` lets go of what is known of a project, each of its own part."""
        self._projects = projects
        self._count_live_sessions = count_live_sessions
        self._release = release
        self._closed: dict[ProjectId, None] = {}
        """In the order in which their tabs were closed."""

    async def add(self, project: ProjectId) -> None:
        """Hear that a tab was closed, and let go of the projects that rest longest."""
        self._closed.pop(project, None)
        self._closed[project] = None
        for one in self._resting()[:-KEPT]:
            if one in self._closed:  # Else another closing let go of it meanwhile.
                del self._closed[one]
                await self._let_go(one)

    async def looked_into(self, project: ProjectId) -> None:
        """Let go of a project again that was held only because somebody looked into it."""
        is_used = self._projects.is_open(project) or self._count_live_sessions(project)
        if project not in self._closed and not is_used:
            await self._let_go(project)

    def _resting(self) -> list[ProjectId]:
        known = self._projects.known
        for one in tuple(self._closed):
            if one not in known or self._projects.is_open(one):
                del self._closed[one]
        return [one for one in self._closed if not self._count_live_sessions(one)]

    async def _let_go(self, project: ProjectId) -> None:
        for release in self._release:
            await release(project)
        await self._projects.let_go(project)
