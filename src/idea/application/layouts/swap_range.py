"""Swap a range of cells with what is beside it."""

from dataclasses import dataclass

from idea.application.layouts.layouts import Layouts
from idea.application.layouts.words import range_words, side_named
from idea.application.use_case import Caller, Request
from idea.application.views import LayoutView
from idea.domain.layout.address import locate_block
from idea.domain.layout.block_moving import swap_block
from idea.domain.layout.shape import FreshId
from idea.domain.layout.tree import LayoutNode


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapRangeRequest(Request[LayoutView]):
    """Which cells, and to which side."""

    project: str
    """An id, a unique name or a path."""
    cells: str
    """A range such as A1:B2."""
    side: str
    """Left, right, up or down."""
    base_revision: int | None = None
    """The revision the caller looked at; None for whatever is current."""


class SwapRange:
    """Let a range of cells and what is beside it change places, with their sessions."""

    def __init__(self, layouts: Layouts) -> None:
        self._layouts = layouts

    async def execute(self, request: SwapRangeRequest, caller: Caller, /) -> LayoutView:
        """Swap them, keep the grid, then announce it; one step for undo.

        Raises:
            NotFoundError: There is no such project or cell.
            InvalidError: The range is none or crosses containers, or the side is none.
            ConflictError: The grid changed since `base_revision`, nothing is on that side, or the
                tree cannot express it.
        """
        del caller
        side = side_named(request.side)

        def shaped(tree: LayoutNode, fresh: FreshId) -> LayoutNode:
            return swap_block(tree, locate_block(tree, request.cells), side, fresh)

        return await self._layouts.reshape(
            request.project,
            shaped,
            name=lambda tree: f"swap {range_words(tree, request.cells)} {side}",
            base_revision=request.base_revision,
        )
