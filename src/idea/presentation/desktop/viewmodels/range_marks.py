"""The selected range of each project's grid, and the cell at which its selection began."""

from idea.domain.layout.tree import LayoutNode, Side, leaf_ids
from idea.presentation.desktop.viewmodels.ranges import CellRange, far_end, range_around


class RangeMarks:
    """Plain Python; at most one range per project."""

    def __init__(self) -> None:
        self._marks: dict[str, CellRange] = {}
        self._anchors: dict[str, str] = {}

    def of(self, project: str) -> CellRange | None:
        """Return the selected range of a project's grid."""
        return self._marks.get(project)

    def choose(self, project: str, marked: CellRange | None) -> None:
        """Select a range, or none."""
        if marked is None:
            self._marks.pop(project, None)
        else:
            self._marks[project] = marked

    def anchor(self, project: str, otherwise: str) -> str:
        """Return where the selection began; it begins now where it did not yet."""
        return self._anchors.setdefault(project, otherwise) or otherwise

    def begin(self, project: str, cell: str) -> None:
        """Let the next selection begin at a cell."""
        self._anchors[project] = cell

    def next_end(self, project: str, tree: LayoutNode, focused: str, side: Side) -> str:
        """Return the cell up to which the range is selected one step further; empty for none."""
        anchor = self._anchors.get(project) or focused
        return far_end(tree, self._marks.get(project), anchor, side)

    def settle(self, project: str, tree: LayoutNode) -> frozenset[str]:
        """Follow the cells of a range through a change of the grid; returns those left selected.

        A range of which a cell is gone, or between whose cells others came, is no longer selected.
        """
        if self._anchors.get(project, "") not in {leaf.value for leaf in leaf_ids(tree)}:
            self._anchors.pop(project, None)
        marked = self._marks.get(project)
        if marked is None:
            return frozenset()
        now = range_around(tree, marked.cells)
        self.choose(project, now if now is not None and now.cells == marked.cells else None)
        kept = self._marks.get(project)
        return frozenset() if kept is None else kept.cells
