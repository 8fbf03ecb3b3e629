"""Delete a row."""

from dataclasses import dataclass

from idea.application.layouts.layouts import Layouts
from idea.application.layouts.words import place_words
from idea.application.use_case import Caller, Request
from idea.application.views import LayoutView
from idea.domain.layout.address import locate
from idea.domain.layout.lines import delete_row


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteRowRequest(Request[LayoutView]):
    """A cell of the row."""

    project: str
    """An id, a unique name or a path."""
    cell: str
    """An address such as B2, or a cell's id."""
    base_revision: int | None = None
    """The revision the caller looked at; None for whatever is current."""


class DeleteRow:
    """Delete the row of a cell; its sessions go to the background."""

    def __init__(self, layouts: Layouts) -> None:
        self._layouts = layouts

    async def execute(self, request: DeleteRowRequest, caller: Caller, /) -> LayoutView:
        """Delete it, keep the grid, then announce it.

        Raises:
            NotFoundError: There is no such project or cell.
            ConflictError: The grid changed since `base_revision`, or it is the only row.
        """
        del caller
        return await self._layouts.reshape(
            request.project,
            lambda tree, _fresh: delete_row(tree, locate(tree, request.cell)),
            name=lambda tree: f"delete the row of {place_words(tree, request.cell)}",
            base_revision=request.base_revision,
        )
