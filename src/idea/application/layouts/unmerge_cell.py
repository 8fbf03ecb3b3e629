"""Unmerge a cell."""

from dataclasses import dataclass

from idea.application.layouts.layouts import Layouts
from idea.application.layouts.words import place_words
from idea.application.use_case import Caller, Request
from idea.application.views import LayoutView
from idea.domain.layout.address import locate
from idea.domain.layout.merging import unmerge


@dataclass(frozen=True, slots=True, kw_only=True)
class UnmergeCellRequest(Request[LayoutView]):
    """Which cell."""

    project: str
    """An id, a unique name or a path."""
    cell: str
    """An address such as B2, or a cell's id."""
    base_revision: int | None = None
    """The revision the caller looked at; None for whatever is current."""


class UnmergeCell:
    """Take a merged cell apart again."""

    def __init__(self, layouts: Layouts) -> None:
        self._layouts = layouts

    async def execute(self, request: UnmergeCellRequest, caller: Caller, /) -> LayoutView:
        """Give the merged places back, keep the grid, then announce it.

        Raises:
            NotFoundError: There is no such project or cell.
            ConflictError: The grid changed since `base_revision`, or the cell is not merged.
        """
        del caller
        return await self._layouts.reshape(
            request.project,
            lambda tree, fresh: unmerge(tree, locate(tree, request.cell), fresh),
            name=lambda tree: f"unmerge {place_words(tree, request.cell)}",
            base_revision=request.base_revision,
        )
