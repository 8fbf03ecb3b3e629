"""Transpose a grid."""

from dataclasses import dataclass

from idea.application.layouts.layouts import Layouts
from idea.application.layouts.words import place_words
from idea.application.use_case import Caller, Request
from idea.application.views import LayoutView
from idea.domain.layout.address import locate
from idea.domain.layout.moving import transpose
from idea.domain.layout.shape import FreshId
from idea.domain.layout.tree import LayoutNode


@dataclass(frozen=True, slots=True, kw_only=True)
class TransposeRequest(Request[LayoutView]):
    """What to mirror."""

    project: str
    """An id, a unique name or a path."""
    cell: str = ""
    """The address or id of a container, or of a cell in it; empty for the whole grid."""
    base_revision: int | None = None
    """The revision the caller looked at; None for whatever is current."""


class Transpose:
    """Turn rows into columns and columns into rows."""

    def __init__(self, layouts: Layouts) -> None:
        self._layouts = layouts

    async def execute(self, request: TransposeRequest, caller: Caller, /) -> LayoutView:
        """Mirror it, keep the grid, then announce it.

        Raises:
            NotFoundError: There is no such project or cell.
            ConflictError: The grid changed since `base_revision`, or there is only one cell.
        """
        del caller

        def shaped(tree: LayoutNode, _fresh: FreshId) -> LayoutNode:
            return transpose(tree, locate(tree, request.cell) if request.cell.strip() else None)

        return await self._layouts.reshape(
            request.project,
            shaped,
            name=lambda tree: (
                f"transpose {place_words(tree, request.cell)}"
                if request.cell.strip()
                else "transpose"
            ),
            base_revision=request.base_revision,
        )
