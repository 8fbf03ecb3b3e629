"""What the person points at in the grid of each project: focus, zoom, selected cells."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType

from idea.application.workspace.views import WindowView
from idea.domain.ids import NodeId
from idea.domain.layout.tree import LayoutNode, leaf_ids
from idea.presentation.desktop.viewmodels.cells import Selection

_NOTHING = Selection()
NOWHERE: Mapping[str, str] = MappingProxyType({})


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
        zoomed: Mapping[str, str],
        tree: Callable[[str], LayoutNode | None],
    ) -> None:
        """Point at cells by project, as in the window before, where nobody has pointed since.

        Those of `zoomed` that are in focus then are shown alone, as they were.
        """
        for project, cell in cells.items():
            known = tree(project)
            is_gone = known is not None and NodeId(cell) not in leaf_ids(known)
            if project not in self._pointed and not is_gone:
                self.remember(project, cell)
            selection = self.of(project)
            if selection == Selection(focused=zoomed.get(project, "")):
                self.settle(project, replace(selection, zoomed=selection.focused))

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

    def zoomed(self, projects: Iterable[str]) -> Mapping[str, str]:
        """Return the cell that is shown alone, of each of these projects that shows one so."""
        return {one: self.of(one).zoomed for one in projects if self.of(one).zoomed}
