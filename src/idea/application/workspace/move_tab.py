"""Move a tab: within its window, to another one, or to a new one."""

from collections.abc import Callable
from dataclasses import dataclass

from idea.application.use_case import Caller, Request
from idea.application.workspace.current_workspace import CurrentWorkspace, workspace_view
from idea.application.workspace.views import WorkspaceView
from idea.domain.errors import ConflictError, NotFoundError
from idea.domain.ids import ProjectId, WindowId
from idea.domain.workspace import WindowGeometry


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveTabRequest(Request[WorkspaceView]):
    """Which tab, and where to."""

    project: str
    """The id of the project in the tab."""
    window: str = ""
    """The id of the window; empty for a new one."""
    at: int | None = None
    """How many tabs are to be left of it; None for all."""
    x: int = 0
    y: int = 0
    width: int = 0
    """The place of a new window, in logical pixels; 0 for one beside the window it is in."""
    height: int = 0


class MoveTab:
    """Move a project's tab; its sessions go on, and their cells stay as they are."""

    def __init__(
        self, workspace: CurrentWorkspace, known: Callable[[], frozenset[ProjectId]]
    ) -> None:
        self._workspace = workspace
        self._known = known

    async def execute(self, request: MoveTabRequest, caller: Caller, /) -> WorkspaceView:
        """Move it.

        Raises:
            NotFoundError: The project is not open, or there is no such window.
            ConflictError: A new window would hold what its window holds now.
            InvalidError: No window can be at that place.
        """
        del caller
        workspace, project = self._workspace.value, ProjectId(request.project)
        source = workspace.window_of(project)
        if source is None:
            raise NotFoundError(f"The project {project} is not open.")
        if request.window:
            target = workspace.window(WindowId(request.window))
        elif len(source.tabs) == 1:
            raise ConflictError("This tab is the only one of its window.")
        else:
            place = None
            if request.width:
                place = WindowGeometry(
                    x=request.x, y=request.y, width=request.width, height=request.height
                )
            target = self._workspace.add_window(source, place)
        last = len(target.tabs)
        self._workspace.move(project, target.id, last if request.at is None else max(request.at, 0))
        return workspace_view(self._workspace.value, self._known())
