"""Move a cell."""

from dataclasses import dataclass

from idea.application.layouts.layouts import Layouts
from idea.application.layouts.words import place_words, side_named
from idea.application.use_case import Caller, Request
from idea.application.views import LayoutView
from idea.domain.layout.address import locate
from idea.domain.layout.layout import Layout
from idea.domain.layout.moving import move_cell
from idea.domain.layout.shape import FreshId


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveCellRequest(Request[LayoutView]):
    """Which cell, and where to."""

    project: str
    """An id, a unique name or a path."""
    cell: str
    """An address such as B2, or a cell's id."""
    to: str
    """The address or id of the cell at that place."""
    side: str = ""
    """On which side of it: left, right, up or down. Empty takes its place: in a row or column those
    between move up, elsewhere it must be empty."""
    base_revision: int | None = None
    """The revision the caller looked at; None for whatever is current."""


class MoveCell:
    """Move a cell, with its session, to another place."""

    def __init__(self, layouts: Layouts) -> None:
        self._layouts = layouts

    async def execute(self, request: MoveCellRequest, caller: Caller, /) -> LayoutView:
        """Move it, keep the grid, then announce it.

        Raises:
            NotFoundError: There is no such project or cell.
            InvalidError: The target is the cell itself or inside it, or the side is none.
            ConflictError: The grid changed since `base_revision`, or the target is taken.
        """
        del caller
        side = side_named(request.side) if request.side.strip() else None

        def changed(layout: Layout, fresh: FreshId) -> Layout:
            cell = locate(layout.tree, request.cell)
            target = locate(layout.tree, request.to)
            return move_cell(layout, cell, target, fresh, side)

        return await self._layouts.change(
            request.project,
            changed,
            name=lambda tree: f"move {place_words(tree, request.cell)}",
            base_revision=request.base_revision,
        )
