"""Takes the keyboard round the window: terminal, buttons in its cell, banner, side bar, tabs."""

from PySide6.QtWidgets import QApplication, QWidget

from idea.presentation.desktop.grid.grid_view import GridView
from idea.presentation.desktop.panels.banner import Banner
from idea.presentation.desktop.panels.page_in_place import PageInPlace
from idea.presentation.desktop.panels.side_bar import SideBar
from idea.presentation.desktop.panels.tab_strip import TabStrip
from idea.presentation.desktop.panels.welcome import WelcomePage
from idea.presentation.desktop.viewmodels.desk import Desk
from idea.presentation.desktop.widgets.buttons import WordButton


class PartsCycle:
    """Knows the parts in their order, and where the keyboard is."""

    def __init__(self, desk: Desk, banner: Banner, side_bar: SideBar, tabs: TabStrip) -> None:
        self._desk = desk
        self._banner = banner
        self._side_bar = side_bar
        self._tabs = tabs

    def go_on(self, over: QWidget | None, below: GridView | WelcomePage) -> None:
        """Give the keyboard to the next part there is; `over` stands in place of what is below."""
        page = over if isinstance(over, PageInPlace) else below
        stops = (
            lambda: self._take_terminal(page),
            lambda: self._take_buttons(page),
            self._take_banner,
            self._take_side_bar,
            self._take_tabs,
        )
        here = self._here(page)
        for step in range(1, len(stops) + 1):
            if stops[(here + step) % len(stops)]():
                return

    def _here(self, page: GridView | WelcomePage | PageInPlace) -> int:
        focus = QApplication.focusWidget()
        if focus is None:
            return -1
        holders = (None, page, self._banner, self._side_bar, self._tabs)
        for place, holder in enumerate(holders):
            if holder is not None and (holder is focus or holder.isAncestorOf(focus)):
                in_terminal = holder is page and not isinstance(focus, WordButton)
                return 0 if in_terminal else place
        return len(holders) - 1

    def _take_terminal(self, page: GridView | WelcomePage | PageInPlace) -> bool:
        if isinstance(page, GridView):
            page.focus_cell(self._desk.focused_cell)
        else:
            page.take_keyboard()
        return True

    def _take_buttons(self, page: GridView | WelcomePage | PageInPlace) -> bool:
        if not isinstance(page, GridView):
            return False
        page.focus_buttons(self._desk.focused_cell)
        return isinstance(QApplication.focusWidget(), WordButton)

    def _take_banner(self) -> bool:
        if self._banner.isHidden():
            return False
        self._banner.take_keyboard()
        return True

    def _take_side_bar(self) -> bool:
        if self._side_bar.isHidden():
            return False
        self._side_bar.list.take_keyboard()
        return True

    def _take_tabs(self) -> bool:
        self._tabs.take_keyboard()
        return True
