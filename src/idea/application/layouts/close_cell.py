"""Close a cell."""

from dataclasses import dataclass

from idea.application.layouts.layouts import Layouts
from idea.application.layouts.words import place_words
from idea.application.use_case import Caller, Request
from idea.application.views import LayoutView
from idea.domain.layout.address import locate
from idea.domain.layout.layout import Layout
from idea.domain.layout.shape import FreshId
from idea.domain.layout.splitting import close_cell


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseCellRequest(Request[LayoutView]):
    """Which cell."""

    project: str
    """An id, a unique name or a path."""
    cell: str
    """An address such as B2, or a cell's id."""
    base_revision: int | None = None
    """The revision the caller looked at; None for whatever is current."""


class CloseCell:
    """Remove a cell; its session goes to the background and lives on."""

    def __init__(self, layouts: Layouts) -> None:
        self._layouts = layouts

    async def execute(self, request: CloseCellRequest, caller: Caller, /) -> LayoutView:
        """Close it, keep the grid, then announce it; the last cell is only emptied.

        Raises:
            NotFoundError: There is no such project or cell.
            ConflictError: The grid changed since `base_revision`, or nothing can take its room.
        """
        del caller

        def changed(layout: Layout, _fresh: FreshId) -> Layout:
            return close_cell(layout, locate(layout.tree, request.cell))

        return await self._layouts.change(
            request.project,
            changed,
            name=lambda tree: f"close {place_words(tree, request.cell)}",
            base_revision=request.base_revision,
            closes=request.cell,
        )
