"""Merge cells."""

from dataclasses import dataclass

from idea.application.layouts.layouts import Layouts
from idea.application.layouts.words import range_words
from idea.application.use_case import Caller, Request
from idea.application.views import LayoutView
from idea.domain.layout.address import locate_block
from idea.domain.layout.layout import Layout
from idea.domain.layout.merging import merge_cells
from idea.domain.layout.shape import FreshId


@dataclass(frozen=True, slots=True, kw_only=True)
class MergeCellsRequest(Request[LayoutView]):
    """Which cells."""

    project: str
    """An id, a unique name or a path."""
    cells: str
    """A range such as A1:B2."""
    base_revision: int | None = None
    """The revision the caller looked at; None for whatever is current."""


class MergeCells:
    """Merge a range of cells into one; the first session stays visible."""

    def __init__(self, layouts: Layouts) -> None:
        self._layouts = layouts

    async def execute(self, request: MergeCellsRequest, caller: Caller, /) -> LayoutView:
        """Merge them, keep the grid, then announce it; the other sessions go to the background.

        Raises:
            NotFoundError: There is no such project or cell.
            InvalidError: The range is none, has one cell only, or crosses containers.
            ConflictError: The grid changed since `base_revision`, or there is only one cell.
        """
        del caller

        def changed(layout: Layout, _fresh: FreshId) -> Layout:
            return merge_cells(layout, locate_block(layout.tree, request.cells))

        return await self._layouts.change(
            request.project,
            changed,
            name=lambda tree: f"merge {range_words(tree, request.cells)}",
            base_revision=request.base_revision,
        )
