"""What the grid shows, and what it asks for, as frozen values."""

from collections.abc import Mapping
from dataclasses import dataclass

from idea.domain.ids import NodeId
from idea.domain.layout.tree import Direction, LayoutNode
from idea.presentation.desktop.viewmodels.cells import CellView, Selection
from idea.presentation.desktop.viewmodels.ranges import CellRange


@dataclass(frozen=True, slots=True, kw_only=True)
class GridContent:
    """Everything the grid shows."""

    tree: LayoutNode
    revision: int
    cells: Mapping[str, CellView]
    """By cell id, in reading order."""
    selection: Selection
    marked: CellRange | None = None
    """The selected range."""
    strips: bool = True
    grown: str = ""
    """The cell that has room at the cost of the others; empty for none."""

    @property
    def alone(self) -> tuple[NodeId, ...]:
        """The cells that are shown alone; empty while all are shown."""
        return tuple(NodeId(cell) for cell in self.selection.zoomed)


@dataclass(frozen=True, slots=True, kw_only=True)
class WeightsChosen:
    """A divider was dragged and let go."""

    node: str
    direction: Direction
    weights: tuple[float, ...]
    base_revision: int


def moves(before: GridContent, after: GridContent) -> bool:
    """Whether anything changes its place between two contents."""
    return (
        before.tree != after.tree
        or before.strips != after.strips
        or before.selection.zoomed != after.selection.zoomed
        or before.grown != after.grown
        or before.revision != after.revision
    )
