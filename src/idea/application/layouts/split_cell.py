"""Split a cell."""

from dataclasses import dataclass

from idea.application.layouts.layouts import Layouts
from idea.application.layouts.words import place_words, side_named
from idea.application.use_case import Caller, Request
from idea.application.views import LayoutView
from idea.domain.layout.address import locate
from idea.domain.layout.even_splitting import split_evenly


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitCellRequest(Request[LayoutView]):
    """Which cell, and on which side the new one goes."""

    project: str
    """An id, a unique name or a path."""
    cell: str
    """An address such as B2, or a cell's id."""
    side: str
    """Where the new cell goes: left, right, up or down."""
    count: int = 2
    """Into how many cells of one size, itself included."""
    base_revision: int | None = None
    """The revision the caller looked at; None for whatever is current."""


class SplitCell:
    """Split a cell in two or more; the new ones are empty."""

    def __init__(self, layouts: Layouts) -> None:
        self._layouts = layouts

    async def execute(self, request: SplitCellRequest, caller: Caller, /) -> LayoutView:
        """Split it, keep the grid, then announce it.

        Raises:
            NotFoundError: There is no such project or cell.
            InvalidError: The side or the count is none, or the place is divided already.
            ConflictError: The grid changed since `base_revision`, or the cell is too small.
        """
        del caller
        side = side_named(request.side)
        return await self._layouts.reshape(
            request.project,
            lambda tree, fresh: split_evenly(
                tree, locate(tree, request.cell), side, request.count, fresh
            ),
            name=lambda tree: f"split {place_words(tree, request.cell)}",
            base_revision=request.base_revision,
        )
