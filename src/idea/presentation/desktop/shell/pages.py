"""One grid per open project, made when its tab first comes to the front."""

from collections.abc import Iterable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from idea.presentation.desktop.grid.content import GridContent
from idea.presentation.desktop.grid.grid_view import GridView
from idea.presentation.desktop.grid.terminal_parts import TerminalParts
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.viewmodels.desk import Desk


class Pages(QObject):
    """Keeps the grids of the open projects; a hidden one keeps its terminals attached."""

    made = Signal(object)
    """Carries a new `GridView`, to be connected."""

    def __init__(self, parts: TerminalParts, skin: Skin, parent: QWidget) -> None:
        super().__init__(parent)
        self._parts = parts
        self._skin = skin
        self._grids: dict[str, GridView] = {}
        self.stack = QStackedWidget(parent)

    def grid(self, project: str) -> GridView | None:
        """Return the grid of a project whose tab was in front once."""
        return self._grids.get(project)

    def show(self, desk: Desk, *, strips: bool) -> GridView | None:
        """Bring the grid of the project in front up to date; None without one."""
        project = desk.current
        layout, tree = desk.state.layouts.get(project), desk.tree(project)
        if layout is None or tree is None:
            return None
        grid = self._grids.get(project)
        if grid is None:
            grid = self._grids[project] = GridView(self._parts, self._skin)
            self.stack.addWidget(grid)
            self.made.emit(grid)
        grid.show_content(
            GridContent(
                tree=tree,
                revision=layout.revision,
                cells=desk.cells(project),
                selection=desk.selection(project),
                marked=desk.marked(project),
                strips=strips,
            )
        )
        if self.stack.currentWidget() is not grid:
            held = self.stack.focusWidget()
            if held is not None:
                held.clearFocus()  # The stack would hand the keyboard to any cell of the grid.
            self.stack.setCurrentWidget(grid)
        return grid

    def keep_only(self, projects: Iterable[str]) -> None:
        """Take away the grids of closed tabs; their sessions go on."""
        for project in self._grids.keys() - set(projects):
            grid = self._grids.pop(project)
            grid.close_terminals()
            self.stack.removeWidget(grid)
            grid.deleteLater()

    def close(self) -> None:
        """Detach from everything."""
        for grid in self._grids.values():
            grid.close_terminals()
