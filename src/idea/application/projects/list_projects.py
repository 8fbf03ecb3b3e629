"""Tell the known projects."""

from dataclasses import dataclass

from idea.application.projects.projects import Projects
from idea.application.use_case import Caller, Request
from idea.application.views import ProjectView


@dataclass(frozen=True, slots=True, kw_only=True)
class ListProjectsRequest(Request[tuple[ProjectView, ...]]):
    """Asks nothing in particular."""


class ListProjects:
    """List the known projects, open ones first."""

    def __init__(self, projects: Projects) -> None:
        self._projects = projects

    async def execute(
        self, request: ListProjectsRequest, caller: Caller, /
    ) -> tuple[ProjectView, ...]:
        """Look."""
        del request, caller
        return tuple(self._projects.view(project) for project in self._projects.all())
