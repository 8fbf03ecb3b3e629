"""Close a cell, or a range of them."""

from dataclasses import dataclass

from idea.application.layouts.layouts import Layouts
from idea.application.layouts.words import place_words, range_words
from idea.application.use_case import Caller, Request
from idea.application.views import LayoutView
from idea.domain.layout.address import locate
from idea.domain.layout.cell_set import locate_cells
from idea.domain.layout.layout import Layout
from idea.domain.layout.shape import FreshId
from idea.domain.layout.splitting import close_cell
from idea.domain.layout.tree import LayoutNode


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseCellRequest(Request[LayoutView]):
    """Which cell, or which range of cells."""

    project: str
    """An id, a unique name or a path."""
    cell: str
    """An address such as B2, a cell's id, or a range such as A1:B2."""
    base_revision: int | None = None
    """The revision the caller looked at; None for whatever is current."""


class CloseCell:
    """Remove a cell; its session goes to the background and lives on."""

    def __init__(self, layouts: Layouts) -> None:
        self._layouts = layouts

    async def execute(self, request: CloseCellRequest, caller: Caller, /) -> LayoutView:
        """Close it, keep the grid, then announce it; the last cell is only emptied.

        A range is one step of undo; reopening is for cells that were closed one by one.

        Raises:
            NotFoundError: There is no such project or cell.
            InvalidError: It is neither a cell nor a range.
            ConflictError: The grid changed since `base_revision`, or nothing can take its room.
        """
        del caller

        is_range = ":" in request.cell

        def changed(layout: Layout, _fresh: FreshId) -> Layout:
            if not is_range:
                return close_cell(layout, locate(layout.tree, request.cell))
            for leaf in locate_cells(layout.tree, request.cell):
                layout = close_cell(layout, leaf)
            return layout

        def named(tree: LayoutNode) -> str:
            words = range_words if is_range else place_words
            return f"close {words(tree, request.cell)}"

        return await self._layouts.change(
            request.project,
            changed,
            name=named,
            base_revision=request.base_revision,
            closes="" if is_range else request.cell,
        )
