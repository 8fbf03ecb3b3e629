"""Takes the keyboard to where the person points: a cell of the grid, or the page in its place."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from idea.presentation.desktop.panels.page_in_place import PageInPlace
from idea.presentation.desktop.shell.pages import Pages
from idea.presentation.desktop.viewmodels.desk import Desk


class KeyboardFocus(QObject):
    """Main thread only."""

    moved = Signal(str, str)
    """Carries the project and the cell that have the keyboard."""

    def __init__(self, desk: Desk, pages: Pages, parent: QObject) -> None:
        super().__init__(parent)
        self._desk = desk
        self._pages = pages
        self._shown = ("", "", "")
        self.over: Callable[[], PageInPlace | None] = lambda: None
        """Returns what is in front of all grids."""

    def follow(self, session: str) -> None:
        """Give the keyboard to the focused cell when it, or what it shows, is another one."""
        wanted = (self._desk.current, self._desk.focused_cell, session)
        if wanted != self._shown:
            self._shown = wanted
            self.moved.emit(self._desk.current, self._desk.focused_cell)
            self.give_back()

    def forget(self) -> None:
        """Give the keyboard away anew at the next look."""
        self._shown = ("", "", "")

    @property
    def page(self) -> PageInPlace | None:
        """The page in front, in the place of the grid or of all grids; None without one."""
        page = self.over() or self._pages.page(self._desk.current)
        return page if isinstance(page, PageInPlace) else None

    def give_back(self) -> None:
        """Give the keyboard back to the page in front, or to the focused cell."""
        page, grid = self.page, self._pages.grid(self._desk.current)
        if page is not None:
            page.take_keyboard()
        elif grid is not None:
            grid.focus_cell(self._desk.focused_cell)
