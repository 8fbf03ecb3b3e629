"""Keep a window's place and tabs."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from idea.application.use_case import Caller, Request
from idea.application.workspace.current_workspace import CurrentWorkspace, workspace_view
from idea.application.workspace.views import WorkspaceView
from idea.domain.ids import NodeId, ProjectId, WindowId
from idea.domain.workspace import WindowGeometry


@dataclass(frozen=True, slots=True, kw_only=True)
class SaveWindowRequest(Request[WorkspaceView]):
    """A window as it is now, in logical pixels, not maximised."""

    window: str = ""
    """Its id; empty for the newest window."""
    x: int = 0
    y: int = 0
    width: int = 0
    """0 keeps the whole geometry as it was."""
    height: int = 0
    maximised: bool = False
    full_screen: bool = False
    screen: str = ""
    projects: tuple[str, ...] = ()
    """Project ids in the order of the tabs; those left out stay behind them."""
    active: str = ""
    """Id of the project in front; empty leaves it."""
    text_percents: Mapping[str, int] | None = None
    """How large the text of cells is, by their ids, where that is not as everywhere."""
    focused: Mapping[str, str] | None = None
    """The cell that has the keyboard, by project; projects that are left out have none."""
    zoomed: Mapping[str, tuple[str, ...]] | None = None
    """The cells that are shown alone, by project; projects that are left out have none."""


class SaveWindow:
    """Keep where a window is and how its tabs are ordered."""

    def __init__(
        self, workspace: CurrentWorkspace, known: Callable[[], frozenset[ProjectId]]
    ) -> None:
        self._workspace = workspace
        self._known = known

    async def execute(self, request: SaveWindowRequest, caller: Caller, /) -> WorkspaceView:
        """Change the workspace and keep it.

        Raises:
            InvalidError: A size of text is none.
        """
        del caller
        geometry = None
        if request.width:
            geometry = WindowGeometry(
                x=request.x,
                y=request.y,
                width=request.width,
                height=request.height,
                maximised=request.maximised,
                full_screen=request.full_screen,
                screen=request.screen,
            )
        self._workspace.save_window(
            WindowId(request.window) if request.window else None,
            geometry,
            tuple(ProjectId(project) for project in request.projects),
            ProjectId(request.active) if request.active else None,
            text_percents=request.text_percents,
            focused=_cells(request.focused),
            zoomed=_sets_of_cells(request.zoomed),
        )
        return workspace_view(self._workspace.value, self._known())


def _cells(cells: Mapping[str, str] | None) -> Mapping[ProjectId, NodeId] | None:
    if cells is None:
        return None
    return {ProjectId(project): NodeId(cell) for project, cell in cells.items()}


def _sets_of_cells(
    cells: Mapping[str, tuple[str, ...]] | None,
) -> Mapping[ProjectId, tuple[NodeId, ...]] | None:
    if cells is None:
        return None
    return {
        ProjectId(project): tuple(NodeId(cell) for cell in one) for project, one in cells.items()
    }
