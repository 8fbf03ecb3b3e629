"""Insert a column."""

from dataclasses import dataclass

from idea.application.layouts.layouts import Layouts
from idea.application.layouts.words import place_words
from idea.application.use_case import Caller, Request
from idea.application.views import LayoutView
from idea.domain.layout.address import locate
from idea.domain.layout.lines import insert_column


@dataclass(frozen=True, slots=True, kw_only=True)
class InsertColumnRequest(Request[LayoutView]):
    """Beside which cell, and on which side."""

    project: str
    """An id, a unique name or a path."""
    cell: str
    """An address such as B2, or a cell's id."""
    after: bool = True
    """Right of the cell, or left of it."""
    base_revision: int | None = None
    """The revision the caller looked at; None for whatever is current."""


class InsertColumn:
    """Insert a column of empty cells beside a cell."""

    def __init__(self, layouts: Layouts) -> None:
        self._layouts = layouts

    async def execute(self, request: InsertColumnRequest, caller: Caller, /) -> LayoutView:
        """Insert it, keep the grid, then announce it.

        Raises:
            NotFoundError: There is no such project or cell.
            InvalidError: The grid would grow beyond its limits.
            ConflictError: The grid changed since `base_revision`.
        """
        del caller
        side = "right" if request.after else "left"
        return await self._layouts.reshape(
            request.project,
            lambda tree, fresh: insert_column(
                tree, locate(tree, request.cell), fresh, after=request.after
            ),
            name=lambda tree: f"insert a column {side} of {place_words(tree, request.cell)}",
            base_revision=request.base_revision,
        )
