"""Make a folder a project."""

from dataclasses import dataclass, replace

from idea.application.projects.projects import Projects
from idea.application.use_case import Caller, Request
from idea.application.views import ProjectView
from idea.domain.events import ProjectCreated
from idea.domain.ports.event_bus import EventBus


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateProjectRequest(Request[ProjectView]):
    """Which folder, and what to call it."""

    path: str
    """Absolute."""
    name: str = ""
    """The folder's name when left out."""
    make: bool = False
    """Whether to make the folder when it does not exist."""


class CreateProject:
    """Make a folder a project without opening it."""

    def __init__(self, projects: Projects, events: EventBus) -> None:
        self._projects = projects
        self._events = events

    async def execute(self, request: CreateProjectRequest, caller: Caller, /) -> ProjectView:
        """Register the folder, make its `.ideai`, and announce it."""
        del caller
        project, notices = await self._projects.create(
            request.path, request.name, make=request.make
        )
        self._events.publish(ProjectCreated(project))
        return replace(self._projects.view(project), notices=notices)
