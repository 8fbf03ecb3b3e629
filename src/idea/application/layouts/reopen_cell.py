"""Open the cell again that was closed last."""

from dataclasses import dataclass

from idea.application.layouts.layouts import Layouts
from idea.application.use_case import Caller, Request
from idea.application.views import LayoutView


@dataclass(frozen=True, slots=True, kw_only=True)
class ReopenCellRequest(Request[LayoutView]):
    """Which project."""

    project: str
    """An id, a unique name or a path."""
    base_revision: int | None = None
    """The revision the caller looked at; None for whatever is current."""


class ReopenCell:
    """Open the cell again that was closed last, with its session if that still runs."""

    def __init__(self, layouts: Layouts) -> None:
        self._layouts = layouts

    async def execute(self, request: ReopenCellRequest, caller: Caller, /) -> LayoutView:
        """Bring the cell back, keep the grid, then announce it; a step for undo.

        Raises:
            NotFoundError: There is no such project.
            ConflictError: The grid changed since `base_revision`, or no closed cell is left.
        """
        del caller
        return await self._layouts.reopen(request.project, base_revision=request.base_revision)
