"""A divider under way: previewed with the layout's own functions, told once at the end."""

from idea.domain.layout.address import Block
from idea.domain.layout.dragging import drag
from idea.domain.layout.excerpt import excerpt, spliced
from idea.domain.layout.geometry import Divider, Placement
from idea.domain.layout.tree import LayoutNode
from idea.domain.layout.weights import set_weights
from idea.presentation.desktop.grid.content import WeightsChosen


class DividerDrag:
    """Knows the grid from before the drag, so that every preview starts there.

    With a `block`, only that is shown of it, and what is dragged is a part of the whole.
    """

    def __init__(
        self,
        tree: LayoutNode,
        placement: Placement,
        divider: Divider,
        revision: int,
        block: Block | None = None,
    ) -> None:
        self._whole = tree
        self._block = block
        self._tree = tree if block is None else excerpt(tree, block)
        self._placement = placement
        self._divider = divider
        self._weights = drag(tree, placement, divider, 0)
        self.revision = revision
        """The revision of the grid from before."""

    @property
    def tree(self) -> LayoutNode:
        """The grid as it would be now."""
        divider = self._divider
        return set_weights(self._whole, divider.node, self._all_weights(), divider.direction)

    @property
    def changes_something(self) -> bool:
        """Whether letting go here would change the grid."""
        return self.tree != self._whole

    def move(self, pixels: int) -> None:
        """Move the divider to so many pixels from where it was."""
        self._weights = drag(self._tree, self._placement, self._divider, pixels)

    def even_out(self) -> None:
        """Give both sides of the divider the same size."""
        index = self._divider.index
        weights = list(self._weights)
        weights[index] = weights[index + 1] = (weights[index] + weights[index + 1]) / 2
        self._weights = tuple(weights)

    def chosen(self) -> WeightsChosen:
        """Return what to ask of the engine."""
        return WeightsChosen(
            node=self._divider.node.value,
            direction=self._divider.direction,
            weights=self._all_weights(),
            base_revision=self.revision,
        )

    def _all_weights(self) -> tuple[float, ...]:
        divider, block = self._divider, self._block
        if block is None or block.container != divider.node:
            return self._weights
        return spliced(self._whole, block, divider.direction, self._weights)
