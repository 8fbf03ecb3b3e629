"""Close a project's tab."""

from dataclasses import dataclass

from idea.application.projects.at_rest import ProjectsAtRest
from idea.application.projects.projects import Projects
from idea.application.use_case import Caller, Request
from idea.application.views import ProjectView
from idea.domain.events import ProjectClosed
from idea.domain.ports.event_bus import EventBus


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseProjectRequest(Request[ProjectView]):
    """Which project."""

    project: str
    """An id, a unique name or a path."""


class CloseProject:
    """Close a project's tab; its sessions go on."""

    def __init__(self, projects: Projects, events: EventBus, at_rest: ProjectsAtRest) -> None:
        self._projects = projects
        self._events = events
        self._at_rest = at_rest

    async def execute(self, request: CloseProjectRequest, caller: Caller, /) -> ProjectView:
        """Close the tab, then announce it; a project without one stays as it is."""
        del caller
        project = await self._projects.resolve(request.project)
        if self._projects.is_open(project.id):
            self._projects.close(project.id)
            self._events.publish(ProjectClosed(project.id))
            await self._at_rest.add(project.id)
        return self._projects.view(project)
