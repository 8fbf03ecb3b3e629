"""Insert a row."""

from dataclasses import dataclass

from idea.application.layouts.layouts import Layouts
from idea.application.layouts.words import place_words
from idea.application.use_case import Caller, Request
from idea.application.views import LayoutView
from idea.domain.layout.address import locate
from idea.domain.layout.lines import insert_row


@dataclass(frozen=True, slots=True, kw_only=True)
class InsertRowRequest(Request[LayoutView]):
    """Beside which cell, and on which side."""

    project: str
    """An id, a unique name or a path."""
    cell: str
    """An address such as B2, or a cell's id."""
    after: bool = True
    """Below the cell, or above it."""
    base_revision: int | None = None
    """The revision the caller looked at; None for whatever is current."""


class InsertRow:
    """Insert a row of empty cells beside a cell."""

    def __init__(self, layouts: Layouts) -> None:
        self._layouts = layouts

    async def execute(self, request: InsertRowRequest, caller: Caller, /) -> LayoutView:
        """Insert it, keep the grid, then announce it.

        Raises:
            NotFoundError: There is no such project or cell.
            InvalidError: The grid would grow beyond its limits.
            ConflictError: The grid changed since `base_revision`.
        """
        del caller
        side = "below" if request.after else "above"
        return await self._layouts.reshape(
            request.project,
            lambda tree, fresh: insert_row(
                tree, locate(tree, request.cell), fresh, after=request.after
            ),
            name=lambda tree: f"insert a row {side} {place_words(tree, request.cell)}",
            base_revision=request.base_revision,
        )
