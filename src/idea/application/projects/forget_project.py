"""Take a project off the list."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from idea.application.projects.projects import Projects
from idea.application.use_case import Caller, Request
from idea.application.views import ProjectView
from idea.domain.errors import ConflictError
from idea.domain.events import ProjectClosed, ProjectForgotten
from idea.domain.ids import ProjectId
from idea.domain.ports.event_bus import EventBus


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgetProjectRequest(Request[ProjectView]):
    """Which project."""

    project: str
    """An id, a unique name or a path."""


class ForgetProject:
    """Take a project off the list; its files stay."""

    def __init__(
        self,
        projects: Projects,
        events: EventBus,
        count_live_sessions: Callable[[ProjectId], int],
        *release: Callable[[ProjectId], Awaitable[object]],
    ) -> None:
        """`release` lets go of what is known of a project, each of its own part."""
        self._projects = projects
        self._events = events
        self._count_live_sessions = count_live_sessions
        self._release = release

    async def execute(self, request: ForgetProjectRequest, caller: Caller, /) -> ProjectView:
        """Close the tab, drop the entry, then announce both.

        Raises:
            ConflictError: Sessions of the project still run.
        """
        del caller
        project = await self._projects.resolve(request.project)
        live = self._count_live_sessions(project.id)
        if live:
            what = "a running session" if live == 1 else f"{live} running sessions"
            raise ConflictError(f"{project.name} has {what}; stop what runs first.")
        was_open = self._projects.is_open(project.id)
        for release in self._release:
            await release(project.id)
        await self._projects.forget(project.id)
        if was_open:
            self._events.publish(ProjectClosed(project.id))
        self._events.publish(ProjectForgotten(project.id))
        return self._projects.view(project)
