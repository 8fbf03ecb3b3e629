"""Make cells equally large."""

from dataclasses import dataclass

from idea.application.layouts.layouts import Layouts
from idea.application.layouts.words import place_words, range_words
from idea.application.use_case import Caller, Request
from idea.application.views import LayoutView
from idea.domain.layout.shape import FreshId
from idea.domain.layout.tree import LayoutNode
from idea.domain.layout.weights import equalise, equalise_range


@dataclass(frozen=True, slots=True, kw_only=True)
class EqualiseCellsRequest(Request[LayoutView]):
    """Which cells."""

    project: str
    """An id, a unique name or a path."""
    cells: str = ""
    """A range such as A1:B2, or one address for the container it names or is in; empty for all."""
    base_revision: int | None = None
    """The revision the caller looked at; None for whatever is current."""


class EqualiseCells:
    """Make the cells of a range, or all of them, equally large."""

    def __init__(self, layouts: Layouts) -> None:
        self._layouts = layouts

    async def execute(self, request: EqualiseCellsRequest, caller: Caller, /) -> LayoutView:
        """Share the room out evenly, keep the grid, then announce it.

        Raises:
            NotFoundError: There is no such project or cell.
            InvalidError: The range is none or crosses containers.
            ConflictError: The grid changed since `base_revision`, or there is only one cell.
        """
        del caller

        def shaped(tree: LayoutNode, _fresh: FreshId) -> LayoutNode:
            return equalise_range(tree, request.cells) if request.cells.strip() else equalise(tree)

        return await self._layouts.reshape(
            request.project,
            shaped,
            name=lambda tree: f"equalise {_words(tree, request.cells)}",
            base_revision=request.base_revision,
        )


def _words(tree: LayoutNode, cells: str) -> str:
    if not cells.strip():
        return "all cells"
    return range_words(tree, cells) if ":" in cells else place_words(tree, cells)
