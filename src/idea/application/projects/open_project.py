"""Open a folder as a project."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from idea.application.projects.projects import Projects
from idea.application.use_case import Caller, Request
from idea.application.views import ProjectView
from idea.domain.events import ProjectOpened
from idea.domain.ports.event_bus import EventBus
from idea.domain.project import Project


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenProjectRequest(Request[ProjectView]):
    """Which folder."""

    path: str
    """Absolute."""


class OpenProject:
    """Open a folder as a project in a tab, or bring its tab to the front."""

    def __init__(
        self,
        projects: Projects,
        events: EventBus,
        load_layout: Callable[[Project], Awaitable[object]],
    ) -> None:
        self._projects = projects
        self._events = events
        self._load_layout = load_layout

    async def execute(self, request: OpenProjectRequest, caller: Caller, /) -> ProjectView:
        """Find or register the project, load what its tab shows, then announce it."""
        del caller
        project = await self._projects.open(request.path)
        await self._load_layout(project)
        self._events.publish(ProjectOpened(project))
        return self._projects.view(project)
