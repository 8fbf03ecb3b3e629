"""Takes a dragged cell beyond its grid: over tabs, over other grids, and out of all windows.

A session belongs to its project, so a cell goes to no grid of another one. A tab it is held over
comes to the front, so that a popped-out cell finds the way back to its own grid.
"""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QPoint
from PySide6.QtWidgets import QWidget

from idea.presentation.desktop.grid.grid_view import GridView
from idea.presentation.desktop.panels.tab_spring import TabSpring
from idea.presentation.desktop.panels.tab_strip import TabStrip
from idea.presentation.desktop.shell.notices import Notices
from idea.presentation.desktop.shell.other_windows import OtherWindows, PlaceForCells
from idea.presentation.desktop.shell.pages import Pages
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.viewmodels.cells import CellView
from idea.presentation.desktop.viewmodels.desk import Desk
from idea.presentation.desktop.widgets.drag_label import DragLabel
from idea.presentation.desktop.widgets.window_under import window_under

_GRIP = QPoint(60, 40)
"""Where the pointer is in a window that a cell was dragged out into."""


class CellCarrying(QObject):
    """A place for cells: what one window does with those carried out of its grids, or into them.

    Main thread only.
    """

    def __init__(
        self,
        desk: Desk,
        window: QWidget,
        *,
        tabs: TabStrip,
        pages: Pages,
        skin: Skin,
        notices: Notices,
        others: Callable[[], OtherWindows],
        pop_out: Callable[[str, str, QPoint], object],
        bring_back: Callable[[str], object],
    ) -> None:
        """Serve `window`; `pop_out` is told the project, the cell and the corner of its window."""
        super().__init__(window)
        self._desk = desk
        self._window = window
        self._tabs = tabs
        self._pages = pages
        self._skin = skin
        self._notices = notices
        self._others = others
        self._pop_out = pop_out
        self._bring_back = bring_back
        self._spring = TabSpring(self)
        self._spring.sprung.connect(desk.show_project)
        self._place: PlaceForCells | None = None
        """Where the cell that is carried from here is now."""
        self._shown: GridView | None = None
        """The grid that shows what letting a cell go would do."""
        self.label: DragLabel | None = None
        """What is beside the pointer while a cell is carried from here."""

    def listen(self, grid: GridView, project: str) -> None:
        """Listen to what shows cells of a project: its grid, or the window of one."""
        grid.cell_drag.carried.connect(partial(self._on_carried, grid, project))
        grid.cell_drag.left.connect(partial(self._on_left, grid, project))

    def hover(self, project: str, cell: str, point: QPoint) -> str:
        """Show what letting a cell go at a global position in this window would do, and say it."""
        tab = self._tabs.project_at(self._tabs.mapFromGlobal(point))
        self._spring.hold_over(tab)
        grid = self._grid_at(point)
        if grid is not self._shown:
            self._forget()
        if grid is None:
            shown = self._desk.state.project(tab)
            return "" if shown is None or tab == self._desk.current else f"show {shown.name}"
        if self._desk.current != project:
            return f"stays in {self._name(project)}"
        if grid.cell_at(point) == cell:
            return "back in its place"
        self._shown = grid
        grid.cell_drag.hover(cell, point)
        return ""

    def leave(self) -> None:
        """Show nothing of a cell that is carried elsewhere."""
        self._spring.hold_over("")
        self._forget()

    def drop(self, project: str, cell: str, point: QPoint) -> None:
        """Let a cell go at a global position in this window."""
        self.leave()
        grid = self._grid_at(point)
        if grid is None:
            return
        if self._desk.current != project:
            name = self._name(project)
            self._notices.say(f"A cell stays in the grid of its project; this one is of {name}.")
            return
        if grid.cell_at(point) != cell:
            grid.cell_drag.drop(cell, point)
        if cell in self._desk.state.popped_out:
            self._bring_back(cell)

    def _grid_at(self, point: QPoint) -> GridView | None:
        grid = self._pages.grid(self._desk.current)
        if grid is None or not grid.isVisible():
            return None
        return grid if grid.rect().contains(grid.mapFromGlobal(point)) else None

    def _forget(self) -> None:
        if self._shown is not None:
            self._shown.cell_drag.leave()
            self._shown = None

    def _name(self, project: str) -> str:
        known = self._desk.state.project(project)
        return "another project" if known is None else known.name

    def _place_at(self, grid: GridView, point: QPoint) -> PlaceForCells | None:
        """Return the window with tabs at a global position that a cell of `grid` is carried to."""
        top = window_under(point, grid.window())
        if top is None:
            return None
        return self if top is self._window else self._others().place_in(top)

    def _can_pop_out(self, grid: GridView, project: str, cell: str, point: QPoint) -> bool:
        view = self._view(project, cell)
        is_outside = window_under(point, grid.window()) is None
        return is_outside and view is not None and view.look is not None and not view.popped_out

    def _view(self, project: str, cell: str) -> CellView | None:
        return self._desk.cells(project).get(cell)

    def _on_carried(self, grid: GridView, project: str, cell: str, point: QPoint | None) -> None:
        if point is None:
            self._end()
            return
        place = self._place_at(grid, point)
        if self._place is not None and self._place is not place:
            self._place.leave()
        self._place = place
        if place is not None:
            todo = place.hover(project, cell, point)
        else:
            can = self._can_pop_out(grid, project, cell, point)
            todo = "in a window of its own" if can else ""
        if self.label is None:
            self.label = DragLabel(self._skin, self._window)
        view = self._view(project, cell)
        name = view.look.name if view is not None and view.look is not None else "empty cell"
        self.label.show_at(point, name, todo)

    def _on_left(self, grid: GridView, project: str, cell: str, point: QPoint) -> None:
        place = self._place_at(grid, point)
        if place is not None:
            place.drop(project, cell, point)
        elif self._can_pop_out(grid, project, cell, point):
            self._pop_out(project, cell, point - _GRIP)

    def _end(self) -> None:
        if self._place is not None:
            self._place.leave()
            self._place = None
        if self.label is not None:
            self.label.hide()
            self.label.deleteLater()
            self.label = None
