"""Unmerge a cell, or what is merged in a range."""

from dataclasses import dataclass

from idea.application.layouts.layouts import Layouts
from idea.application.layouts.words import place_words, range_words
from idea.application.use_case import Caller, Request
from idea.application.views import LayoutView
from idea.domain.layout.address import locate, locate_block
from idea.domain.layout.merging import unmerge, unmerge_block
from idea.domain.layout.shape import FreshId
from idea.domain.layout.tree import LayoutNode


@dataclass(frozen=True, slots=True, kw_only=True)
class UnmergeCellRequest(Request[LayoutView]):
    """Which cell, or which range of cells."""

    project: str
    """An id, a unique name or a path."""
    cell: str
    """An address such as B2, a cell's id, or a range such as A1:B2."""
    base_revision: int | None = None
    """The revision the caller looked at; None for whatever is current."""


class UnmergeCell:
    """Take a merged cell apart again, or all that are in a range."""

    def __init__(self, layouts: Layouts) -> None:
        self._layouts = layouts

    async def execute(self, request: UnmergeCellRequest, caller: Caller, /) -> LayoutView:
        """Give the merged places back, keep the grid, then announce it.

        Raises:
            NotFoundError: There is no such project or cell.
            InvalidError: It is neither a cell nor a range.
            ConflictError: The grid changed since `base_revision`, or nothing there is merged.
        """
        del caller
        is_range = ":" in request.cell

        def shaped(tree: LayoutNode, fresh: FreshId) -> LayoutNode:
            if is_range:
                return unmerge_block(tree, locate_block(tree, request.cell), fresh)
            return unmerge(tree, locate(tree, request.cell), fresh)

        words = range_words if is_range else place_words
        return await self._layouts.reshape(
            request.project,
            shaped,
            name=lambda tree: f"unmerge {words(tree, request.cell)}",
            base_revision=request.base_revision,
        )
