"""Choose the cells that are typed into together."""

from dataclasses import dataclass

from idea.application.layouts.layouts import Layouts
from idea.application.use_case import Caller, Request
from idea.application.views import LayoutView
from idea.domain.layout.cell_set import locate_cells


@dataclass(frozen=True, slots=True, kw_only=True)
class SetBroadcastRequest(Request[LayoutView]):
    """Which cells."""

    project: str
    """An id, a unique name or a path."""
    cells: str
    """Addresses, ids and ranges, with blanks or commas between: A1:B2 C3."""


class SetBroadcast:
    """Choose the cells that all get what is typed into one of them; the layout does not move."""

    def __init__(self, layouts: Layouts) -> None:
        self._layouts = layouts

    async def execute(self, request: SetBroadcastRequest, caller: Caller, /) -> LayoutView:
        """Choose them in place of those before, and announce it; a cell that goes leaves the set.

        Raises:
            NotFoundError: There is no such project or cell.
            InvalidError: No cell is named, or a range crosses containers.
        """
        del caller
        return await self._layouts.choose_broadcast(
            request.project, lambda tree: locate_cells(tree, request.cells)
        )
