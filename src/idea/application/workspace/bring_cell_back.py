"""Bring a cell back from its own window."""

from dataclasses import dataclass

from idea.application.use_case import Caller, Request
from idea.application.workspace.current_workspace import CurrentWorkspace
from idea.domain.errors import ConflictError
from idea.domain.ids import NodeId


@dataclass(frozen=True, slots=True, kw_only=True)
class BringCellBackRequest(Request[None]):
    """Which cell."""

    cell: str
    """Its id."""


class BringCellBack:
    """Show a cell that was popped out in its grid again; its session goes on."""

    def __init__(self, workspace: CurrentWorkspace) -> None:
        self._workspace = workspace

    async def execute(self, request: BringCellBackRequest, caller: Caller, /) -> None:
        """Bring it back, keep that, then announce it.

        Raises:
            ConflictError: It has no window of its own.
        """
        del caller
        cell = NodeId(request.cell)
        if self._workspace.value.popped_out_cell(cell) is None:
            raise ConflictError("That cell is in its grid already.")
        self._workspace.bring_back(cell)
