"""Swap two cells."""

from dataclasses import dataclass

from idea.application.layouts.layouts import Layouts
from idea.application.layouts.words import place_words
from idea.application.use_case import Caller, Request
from idea.application.views import LayoutView
from idea.domain.layout.address import locate
from idea.domain.layout.moving import swap


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapCellsRequest(Request[LayoutView]):
    """Which two cells."""

    project: str
    """An id, a unique name or a path."""
    cell: str
    """An address such as B2, or a cell's id."""
    with_cell: str
    """The other one's address or id."""
    base_revision: int | None = None
    """The revision the caller looked at; None for whatever is current."""


class SwapCells:
    """Exchange two cells with their sessions."""

    def __init__(self, layouts: Layouts) -> None:
        self._layouts = layouts

    async def execute(self, request: SwapCellsRequest, caller: Caller, /) -> LayoutView:
        """Swap them, keep the grid, then announce it.

        Raises:
            NotFoundError: There is no such project or cell.
            InvalidError: One is the other, or inside it.
            ConflictError: The grid changed since `base_revision`.
        """
        del caller
        return await self._layouts.reshape(
            request.project,
            lambda tree, _fresh: swap(
                tree, locate(tree, request.cell), locate(tree, request.with_cell)
            ),
            name=lambda tree: (
                f"swap {place_words(tree, request.cell)} and {place_words(tree, request.with_cell)}"
            ),
            base_revision=request.base_revision,
        )
