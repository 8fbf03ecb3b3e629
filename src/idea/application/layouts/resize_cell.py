"""Resize a cell."""

from dataclasses import dataclass

from idea.application.layouts.layouts import Layouts
from idea.application.layouts.words import place_words, side_named
from idea.application.use_case import Caller, Request
from idea.application.views import LayoutView
from idea.domain.layout.address import locate
from idea.domain.layout.weights import resize


@dataclass(frozen=True, slots=True, kw_only=True)
class ResizeCellRequest(Request[LayoutView]):
    """Which cell, which edge, and how far."""

    project: str
    """An id, a unique name or a path."""
    cell: str
    """An address such as B2, or a cell's id."""
    side: str
    """Which edge: left, right, up or down."""
    percent: float
    """How far outwards, in hundredths of the container; negative for inwards."""
    base_revision: int | None = None
    """The revision the caller looked at; None for whatever is current."""


class ResizeCell:
    """Move one edge of a cell, in percent of its container."""

    def __init__(self, layouts: Layouts) -> None:
        self._layouts = layouts

    async def execute(self, request: ResizeCellRequest, caller: Caller, /) -> LayoutView:
        """Move the edge, keep the grid, then announce it.

        Raises:
            NotFoundError: There is no such project or cell.
            InvalidError: The side or the percentage is none.
            ConflictError: The grid changed since `base_revision`, or there is no border or no room.
        """
        del caller
        side = side_named(request.side)
        return await self._layouts.reshape(
            request.project,
            lambda tree, _fresh: resize(tree, locate(tree, request.cell), side, request.percent),
            name=lambda tree: f"resize {place_words(tree, request.cell)}",
            base_revision=request.base_revision,
        )
