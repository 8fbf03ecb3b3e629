"""Takes what a grid's cells are asked, by mouse, to the model and the commands."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPoint, Qt

from idea.domain.actions.spec import Menu
from idea.presentation.desktop.grid.grid_view import GridView
from idea.presentation.desktop.shell.layout_commands import LayoutCommands
from idea.presentation.desktop.shell.news_desk import NewsDesk
from idea.presentation.desktop.viewmodels.desk import Desk


class GridWiring:
    """Connects grids; main thread only."""

    def __init__(
        self,
        desk: Desk,
        layouts: LayoutCommands,
        news: NewsDesk,
        invoke: Callable[[str], None],
        show_menu: Callable[[Menu, QPoint], None],
    ) -> None:
        self._desk = desk
        self._layouts = layouts
        self._news = news
        self._invoke = invoke
        self._show_menu = show_menu

    def connect(self, grid: GridView) -> None:
        """Listen to a grid."""
        grid.cell_pressed.connect(self._on_cell_pressed)
        grid.cell_focused.connect(self._on_cell_focused)
        grid.action_asked.connect(self._on_action_asked)
        grid.menu_asked.connect(self.ask_menu)
        grid.range_dragged.connect(self._desk.mark_between)
        grid.cells_chosen.connect(self._on_cells_chosen)
        grid.weights_chosen.connect(self._layouts.set_weights)
        grid.note_answered.connect(self._news.answer)
        grid.cell_dropped.connect(self._layouts.drop)

    def ask_menu(self, cell: str, point: QPoint) -> None:
        """Open what can be done to a cell, or to the range it is in."""
        marked = self._desk.marked(self._desk.current)
        if marked is not None and cell in marked.cells:
            self._show_menu(Menu.RANGE_CONTEXT, point)
            return
        self._on_cell_focused(cell)
        self._show_menu(Menu.CELL_CONTEXT, point)

    def _on_cell_pressed(self, cell: str, held: Qt.KeyboardModifier) -> None:
        if held & Qt.KeyboardModifier.ShiftModifier and cell != self._desk.focused_cell:
            self._desk.mark_to(cell)
        else:
            self._desk.focus(cell)

    def _on_cell_focused(self, cell: str) -> None:
        if cell and cell != self._desk.focused_cell:
            self._desk.focus(cell)

    def _on_action_asked(self, cell: str, action: str) -> None:
        self._on_cell_focused(cell)
        self._invoke(action)

    def _on_cells_chosen(self, cells: Sequence[str]) -> None:
        if len(cells) > 1:
            self._desk.focus(cells[0])
            self._desk.mark_to(cells[-1])
        elif cells:
            self._desk.focus(cells[0])
