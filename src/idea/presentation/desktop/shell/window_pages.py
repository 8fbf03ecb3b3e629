"""Pages of the window, such as its settings, in place of the grids; one at a time, or none."""

from collections.abc import Set as AbstractSet

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QStackedWidget, QWidget

from idea.presentation.desktop.panels.window_page import WindowPage
from idea.presentation.desktop.shell.keyboard_focus import KeyboardFocus
from idea.presentation.desktop.shell.pages import seen_beside_page

_AGENTS = {"agent.shown", "agent.rests"}
"""Facts about the agent whose page, or whose cell, is hidden."""


class WindowPages(QObject):
    """Main thread only."""

    def __init__(self, grids: QWidget, keyboard: KeyboardFocus, parent: QWidget) -> None:
        super().__init__(parent)
        self._grids = grids
        self._keyboard = keyboard
        keyboard.over = lambda: self.front
        self._place: tuple[str, str, QWidget | None] | None = None
        self.stack = QStackedWidget(parent)
        self.stack.addWidget(grids)

    @property
    def front(self) -> WindowPage | None:
        """The page in front; None while a grid is."""
        page = self.stack.currentWidget()
        return page if isinstance(page, WindowPage) else None

    def add(self, page: WindowPage) -> None:
        """Take a page that may come to the front."""
        self.stack.addWidget(page)
        page.closed.connect(self.close)

    def shows(self, page: WindowPage) -> bool:
        """Whether a page is in front."""
        return self.front is page

    def show(self, page: WindowPage) -> None:
        """Bring a page to the front and give it the keyboard."""
        self._place = None
        self.stack.setCurrentWidget(page)
        page.begin()

    def close(self) -> bool:
        """Show the grids again; answers whether a page was in front."""
        if self.front is None:
            return False
        self.stack.setCurrentWidget(self._grids)
        self._keyboard.give_back()
        return True

    def follow(self, project: str, cell: str, page: QWidget | None) -> None:
        """Go when the person goes to another project, cell or page of an agent."""
        place = (project, cell, page)
        if self.front is not None and self._place not in {None, place}:
            self.close()
        self._place = place

    def seen(self, facts: AbstractSet[str]) -> frozenset[str]:
        """Return what is true of the window now: what a page hides is not pointed at."""
        if self.front is None:
            return frozenset(facts)
        return seen_beside_page(facts) - _AGENTS
