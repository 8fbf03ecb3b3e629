"""What the person points at in the grid of each project: focus, zoom, selected cells."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType

from idea.application.workspace.views import WindowView
from idea.domain.ids import NodeId
from idea.domain.layout.excerpt import shown_alone
from idea.domain.layout.focus import cell_in_place_of
from idea.domain.layout.tree import LayoutNode, leaf_ids
from idea.presentation.desktop.viewmodels.cells import Selection

_NOTHING = Selection()
NOTHING_ALONE: Mapping[str, tuple[str, ...]] = MappingProxyType({})


def settled(selection: Selection, before: LayoutNode | None, tree: LayoutNode) -> Selection:
    """Return what is pointed at in a grid that was `before` another one, or unknown."""
    cells = [leaf.value for leaf in leaf_ids(tree)]
    zoomed = _still_alone(tree, selection.zoomed.intersection(cells))
    grown = selection.grown if selection.grown in cells else ""
    focused = selection.focused
    if focused not in cells:
        found = cell_in_place_of(NodeId(focused), before, tree) if focused and before else None
        focused = found.value if found else cells[0]
        if zoomed and focused not in zoomed:
            focused = next(cell for cell in cells if cell in zoomed)
    return Selection(focused=focused, cells=selection.cells, zoomed=zoomed, grown=grown)


def _still_alone(tree: LayoutNode, zoomed: frozenset[str]) -> frozenset[str]:
    """Return the cells that are shown alone by now, with those that came between them."""
    if not zoomed:
        return zoomed
    shown = leaf_ids(shown_alone(tree, [NodeId(cell) for cell in zoomed]))
    return frozenset(leaf.value for leaf in shown)


class Pointing:
    """One `Selection` per project."""

    def __init__(self) -> None:
        self._selections: dict[str, Selection] = {}
        self._pointed: set[str] = set()
        """The projects in which somebody pointed at a cell since the window began."""

    def of(self, project: str) -> Selection:
        """Return what the person points at in a project's grid."""
        return self._selections.get(project, _NOTHING)

    def choose(self, project: str, selection: Selection) -> None:
        """Point as the person wants it."""
        self._pointed.add(project)
        self._selections[project] = selection

    def settle(self, project: str, selection: Selection) -> None:
        """Point at what is there, which is no wish of the person's."""
        self._selections[project] = selection

    def remember(self, project: str, cell: str) -> None:
        """Point at a cell of a grid that is not known yet, if it will be there."""
        self.choose(project, Selection(focused=cell))

    def first_at(
        self,
        cells: Mapping[str, str],
        zoomed: Mapping[str, tuple[str, ...]],
        tree: Callable[[str], LayoutNode | None],
    ) -> None:
        """Point at cells by project, as in the window before, where nobody has pointed since.

        Those of `zoomed` are shown alone, as they were, where one of them is in focus then.
        """
        for project, cell in cells.items():
            known = tree(project)
            is_gone = known is not None and NodeId(cell) not in leaf_ids(known)
            if project not in self._pointed and not is_gone:
                self.remember(project, cell)
            selection, alone = self.of(project), frozenset(zoomed.get(project, ()))
            if selection == Selection(focused=selection.focused) and selection.focused in alone:
                self.settle(project, replace(selection, zoomed=alone))

    def follow(
        self, before: WindowView, now: WindowView, tree: Callable[[str], LayoutNode | None]
    ) -> None:
        """Forget projects whose tabs left a window, and point in those that came as they were."""
        for project in set(before.projects) - set(now.projects):
            self._pointed.discard(project)
            self._selections.pop(project, None)
        came = set(now.projects) - set(before.projects)
        cells = {project: cell for project, cell in now.focused.items() if project in came}
        self.first_at(cells, now.zoomed, tree)

    def focused(self, projects: Iterable[str]) -> Mapping[str, str]:
        """Return the cell in focus of each of these projects that has one."""
        return {one: self.of(one).focused for one in projects if self.of(one).focused}

    def zoomed(self, projects: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
        """Return the cells that are shown alone, of each of these projects that shows some so."""
        return {one: tuple(sorted(self.of(one).zoomed)) for one in projects if self.of(one).zoomed}
