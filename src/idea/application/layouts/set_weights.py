"""Set the weights of a container."""

from dataclasses import dataclass

from idea.application.layouts.layouts import Layouts
from idea.application.layouts.words import direction_named
from idea.application.use_case import Caller, Request
from idea.application.views import LayoutView
from idea.domain.layout.address import locate
from idea.domain.layout.shape import FreshId
from idea.domain.layout.tree import LayoutNode
from idea.domain.layout.weights import set_weights


@dataclass(frozen=True, slots=True, kw_only=True)
class SetWeightsRequest(Request[LayoutView]):
    """Which container, and its new weights."""

    project: str
    """An id, a unique name or a path."""
    node: str
    """The container's id or address."""
    weights: tuple[float, ...]
    """One for each child, column or row; relative to each other."""
    direction: str = ""
    """For a grid: `row` for the widths of columns, `column` for the heights of rows."""
    base_revision: int | None = None
    """The revision the caller looked at; None for whatever is current."""


class SetWeights:
    """Share the room of a row, column or grid out anew, as after dragging a divider."""

    def __init__(self, layouts: Layouts) -> None:
        self._layouts = layouts

    async def execute(self, request: SetWeightsRequest, caller: Caller, /) -> LayoutView:
        """Set them, keep the grid, then announce it; one step for undo.

        Raises:
            NotFoundError: There is no such project or cell.
            InvalidError: The weights do not fit.
            ConflictError: The grid changed since `base_revision`.
        """
        del caller
        direction = direction_named(request.direction)

        def shaped(tree: LayoutNode, _fresh: FreshId) -> LayoutNode:
            weights = tuple(float(weight) for weight in request.weights)
            return set_weights(tree, locate(tree, request.node), weights, direction)

        return await self._layouts.reshape(
            request.project,
            shaped,
            name=lambda _tree: "drag a divider",
            base_revision=request.base_revision,
        )
