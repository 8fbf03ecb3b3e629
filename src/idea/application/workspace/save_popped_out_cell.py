"""Keep where the window of a popped-out cell is."""

from dataclasses import dataclass, replace

from idea.application.use_case import Caller, Request
from idea.application.workspace.current_workspace import CurrentWorkspace
from idea.domain.ids import NodeId
from idea.domain.workspace import WindowGeometry


@dataclass(frozen=True, slots=True, kw_only=True)
class SavePoppedOutCellRequest(Request[None]):
    """The window of a cell as it is now, in logical pixels, not maximised."""

    cell: str
    """The cell's id."""
    x: int
    y: int
    width: int
    height: int
    maximised: bool = False
    full_screen: bool = False
    screen: str = ""


class SavePoppedOutCell:
    """Keep where a popped-out cell's window is."""

    def __init__(self, workspace: CurrentWorkspace) -> None:
        self._workspace = workspace

    async def execute(self, request: SavePoppedOutCellRequest, caller: Caller, /) -> None:
        """Keep it; a cell that came back meanwhile is passed over.

        Raises:
            InvalidError: No window can be at that place.
        """
        del caller
        known = self._workspace.value.popped_out_cell(NodeId(request.cell))
        if known is None:
            return
        geometry = WindowGeometry(
            x=request.x,
            y=request.y,
            width=request.width,
            height=request.height,
            maximised=request.maximised,
            full_screen=request.full_screen,
            screen=request.screen,
        )
        self._workspace.pop_out(replace(known, geometry=geometry))
