"""Close one of several windows."""

from dataclasses import dataclass

from idea.application.projects.projects import Projects
from idea.application.use_case import Caller, Request
from idea.application.workspace.current_workspace import CurrentWorkspace
from idea.domain.errors import ConflictError
from idea.domain.events import ProjectClosed
from idea.domain.ids import WindowId
from idea.domain.ports.event_bus import EventBus


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseWindowRequest(Request[tuple[str, ...]]):
    """Which window."""

    window: str


class CloseWindow:
    """Close a window with its tabs, while there are others; all sessions go on."""

    def __init__(self, workspace: CurrentWorkspace, projects: Projects, events: EventBus) -> None:
        self._workspace = workspace
        self._projects = projects
        self._events = events

    async def execute(self, request: CloseWindowRequest, caller: Caller, /) -> tuple[str, ...]:
        """Close it, then announce what was closed; answers the ids of the projects in its tabs.

        Raises:
            NotFoundError: There is no such window.
            ConflictError: It is the only one.
        """
        del caller
        window = WindowId(request.window)
        gone = self._workspace.value.window(window)
        if len(self._workspace.value.windows) == 1:
            raise ConflictError("This is the only window; quit closes it.")
        closed = [tab.project for tab in gone.tabs if self._projects.is_open(tab.project)]
        # The window first: who shows it hears once that it is gone, with what was in it.
        self._workspace.close_window(window, closed)
        for project in closed:
            self._projects.close(project)
        for project in closed:
            self._events.publish(ProjectClosed(project))
        return tuple(project.value for project in closed)
