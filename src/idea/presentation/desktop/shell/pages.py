"""One grid per open project, made when its tab first comes to the front."""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from idea.presentation.desktop.grid.content import GridContent
from idea.presentation.desktop.grid.grid_view import GridView
from idea.presentation.desktop.grid.terminal_parts import TerminalParts
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.viewmodels.desk import Desk

_ON_THE_GRID = ("cell.", "range.", "session.", "layout.")
"""Facts about what a page hides; what needs them waits until the grid is back."""
_STILL_SEEN = frozenset({"session.background"})


class Pages(QObject):
    """Keeps the grids of the open projects; a hidden one keeps its terminals attached."""

    made = Signal(object)
    """Carries a new `GridView`, to be connected."""

    def __init__(self, parts: TerminalParts, skin: Skin, parent: QWidget) -> None:
        super().__init__(parent)
        self._parts = parts
        self._skin = skin
        self._grids: dict[str, GridView] = {}
        self._in_place: dict[str, QWidget] = {}
        """What stands in the place of a project's grid."""
        self.stack = QStackedWidget(parent)

    def grid(self, project: str) -> GridView | None:
        """Return the grid of a project whose tab was in front once."""
        return self._grids.get(project)

    def open_page(self, project: str, page: QWidget) -> None:
        """Let a page stand in the place of a project's grid, whose terminals go on hidden."""
        if self.stack.indexOf(page) < 0:
            self.stack.addWidget(page)
        self._in_place[project] = page

    def close_page(self, project: str) -> None:
        """Let the grid be in its place again; the page stays as it is."""
        self._in_place.pop(project, None)

    def drop(self, page: QWidget) -> None:
        """Let go of a page that stands in no place any more."""
        self.stack.removeWidget(page)
        page.deleteLater()

    def page(self, project: str) -> QWidget | None:
        """Return what stands in the place of a project's grid; None while the grid does."""
        return self._in_place.get(project)

    def show(self, desk: Desk) -> GridView | None:
        """Bring the grid of the project in front up to date; None without one."""
        project = desk.current
        content = grid_content(desk, project)
        if content is None:
            return None
        grid = self._grids.get(project)
        if grid is None:
            grid = self._grids[project] = GridView(self._parts, self._skin)
            self.stack.addWidget(grid)
            self.made.emit(grid)
        grid.show_content(content)
        shown = self._in_place.get(project, grid)
        if self.stack.currentWidget() is not shown:
            held = self.stack.focusWidget()
            if held is not None:
                held.clearFocus()  # The stack would hand the keyboard to any cell of the grid.
            self.stack.setCurrentWidget(shown)
        return grid

    def follow_behind(self, desk: Desk, project: str) -> None:
        """Bring the grid of a project up to date that may be behind another one, if it is made."""
        grid, content = self._grids.get(project), grid_content(desk, project)
        if grid is not None and content is not None:
            grid.show_content(content)

    def keep_only(self, projects: Iterable[str]) -> None:
        """Take away the grids of closed tabs; their sessions go on."""
        for project in self._grids.keys() - set(projects):
            grid = self._grids.pop(project)
            held = grid.focusWidget()
            if held is not None:
                held.clearFocus()  # The stack would hand the keyboard to any cell of another grid.
            grid.close_terminals()
            self.stack.removeWidget(grid)
            grid.deleteLater()

    def close(self) -> None:
        """Detach from everything."""
        for grid in self._grids.values():
            grid.close_terminals()


def grid_content(desk: Desk, project: str) -> GridContent | None:
    """Return what the grid of a project shows; None for one that is not known."""
    layout, tree = desk.state.layouts.get(project), desk.tree(project)
    if layout is None or tree is None:
        return None
    return GridContent(
        tree=tree,
        revision=layout.revision,
        cells=desk.cells(project),
        selection=desk.selection(project),
        marked=desk.marked(project),
        strips=desk.state.setting("window.show_strips", default=True),
        grown=desk.grown(project),
    )


def seen_beside_page(facts: AbstractSet[str]) -> frozenset[str]:
    """Return what is true of the window while a page hides the grid, of what `facts` say."""
    seen = {one for one in facts if not one.startswith(_ON_THE_GRID) or one in _STILL_SEEN}
    return frozenset(seen | {"page.shown"})
