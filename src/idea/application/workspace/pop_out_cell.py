"""Give a cell a window of its own."""

from dataclasses import dataclass

from idea.application.layouts.layouts import Layouts
from idea.application.use_case import Caller, Request
from idea.application.workspace.current_workspace import CurrentWorkspace
from idea.domain.errors import ConflictError, NotFoundError
from idea.domain.ids import ProjectId
from idea.domain.layout.address import locate
from idea.domain.layout.shape import find_leaf
from idea.domain.workspace import PoppedOutCell, WindowGeometry


@dataclass(frozen=True, slots=True, kw_only=True)
class PopOutCellRequest(Request[None]):
    """Which cell, and where its window is to be."""

    project: str
    """An id, a unique name or a path."""
    cell: str
    """An address such as B2, or a cell's id."""
    x: int = 0
    y: int = 0
    width: int = 0
    """The place of the window, in logical pixels; 0 for wherever it fits."""
    height: int = 0


class PopOutCell:
    """Show a cell in a window of its own; its session goes on, and its place in the grid stays."""

    def __init__(self, workspace: CurrentWorkspace, layouts: Layouts) -> None:
        self._workspace = workspace
        self._layouts = layouts

    async def execute(self, request: PopOutCellRequest, caller: Caller, /) -> None:
        """Pop it out, keep that, then announce it; one that is out already stays so.

        Raises:
            NotFoundError: There is no such project or cell, or the project is not open.
            InvalidError: The place is divided into cells, or no window can be at that place.
            ConflictError: The cell is empty.
        """
        del caller
        project = ProjectId((await self._layouts.show(request.project)).project)
        layout = (await self._layouts.grid(project)).layout
        cell = find_leaf(layout.tree, locate(layout.tree, request.cell)).id
        if self._workspace.value.window_of(project) is None:
            raise NotFoundError(f"The project {project} is not open.")
        session = layout.sessions.get(cell)
        if session is None:
            raise ConflictError("That cell shows no session.")
        if self._workspace.value.popped_out_cell(cell) is not None:
            return
        place = None
        if request.width:
            place = WindowGeometry(
                x=request.x, y=request.y, width=request.width, height=request.height
            )
        self._workspace.pop_out(
            PoppedOutCell(project=project, cell=cell, session=session, geometry=place)
        )
