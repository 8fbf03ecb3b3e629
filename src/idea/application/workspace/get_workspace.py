"""Tell the windows and their tabs."""

from collections.abc import Callable
from dataclasses import dataclass

from idea.application.use_case import Caller, Request
from idea.application.workspace.current_workspace import CurrentWorkspace, workspace_view
from idea.application.workspace.views import WorkspaceView
from idea.domain.ids import ProjectId


@dataclass(frozen=True, slots=True, kw_only=True)
class GetWorkspaceRequest(Request[WorkspaceView]):
    """Asks nothing in particular."""


class GetWorkspace:
    """Show the windows, where they were, and the projects in their tabs."""

    def __init__(
        self, workspace: CurrentWorkspace, known: Callable[[], frozenset[ProjectId]]
    ) -> None:
        self._workspace = workspace
        self._known = known

    async def execute(self, request: GetWorkspaceRequest, caller: Caller, /) -> WorkspaceView:
        """Look."""
        del request, caller
        return workspace_view(self._workspace.value, self._known())
