"""Make a folder a project."""

from dataclasses import dataclass

from idea.application.projects.projects import Projects
from idea.application.use_case import Caller, Request
from idea.application.views import ProjectView


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateProjectRequest(Request[ProjectView]):
    """Which folder, and what to call it."""

    path: str
    """Absolute; made when it does not exist."""
    name: str = ""
    """The folder's name when left out."""


class CreateProject:
    """Make a folder a project without opening it."""

    def __init__(self, projects: Projects) -> None:
        self._projects = projects

    async def execute(self, request: CreateProjectRequest, caller: Caller, /) -> ProjectView:
        """Register the folder and make its `.ideai`."""
        del caller
        project = await self._projects.create(request.path, request.name)
        return self._projects.view(project)
