"""Move a range of cells."""

from dataclasses import dataclass

from idea.application.layouts.layouts import Layouts
from idea.application.layouts.words import range_words, side_named
from idea.application.use_case import Caller, Request
from idea.application.views import LayoutView
from idea.domain.layout.address import locate_block
from idea.domain.layout.block_moving import move_block
from idea.domain.layout.shape import FreshId
from idea.domain.layout.tree import LayoutNode


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveRangeRequest(Request[LayoutView]):
    """Which cells, and to which side."""

    project: str
    """An id, a unique name or a path."""
    cells: str
    """A range such as A1:B2."""
    side: str
    """Left, right, up or down."""
    base_revision: int | None = None
    """The revision the caller looked at; None for whatever is current."""


class MoveRange:
    """Move a range of cells as one block, with their sessions."""

    def __init__(self, layouts: Layouts) -> None:
        self._layouts = layouts

    async def execute(self, request: MoveRangeRequest, caller: Caller, /) -> LayoutView:
        """Move them one place to a side, keep the grid, then announce it; one step for undo.

        Raises:
            NotFoundError: There is no such project or cell.
            InvalidError: The range is none or crosses containers, or the side is none.
            ConflictError: The grid changed since `base_revision`, nothing is on that side, or the
                tree cannot express it.
        """
        del caller
        side = side_named(request.side)

        def shaped(tree: LayoutNode, fresh: FreshId) -> LayoutNode:
            return move_block(tree, locate_block(tree, request.cells), side, fresh)

        return await self._layouts.reshape(
            request.project,
            shaped,
            name=lambda tree: f"move {range_words(tree, request.cells)} {side}",
            base_revision=request.base_revision,
        )
