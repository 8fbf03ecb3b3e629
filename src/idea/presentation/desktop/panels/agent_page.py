"""The page of one agent, in place of the grid: role, what it reads, sessions, history.

Main thread only.
"""

from collections.abc import Sequence
from typing import cast, override

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from idea.application.agents.views import ContextView
from idea.presentation.desktop.panels.agent_head import MARGIN, AgentHead
from idea.presentation.desktop.panels.context_list import SectionText
from idea.presentation.desktop.panels.page_rows import PageRows
from idea.presentation.desktop.panels.reading_panel import ReadingPanel
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.viewmodels.agent_page import (
    AgentPageView,
    PageRow,
    PageTab,
    fresh_lines,
)
from idea.presentation.desktop.widgets.markdown_editor import MarkdownEditor
from idea.presentation.desktop.widgets.spoken import call_it
from idea.presentation.desktop.widgets.tab_row import TabRow

_TABS = tuple(PageTab)
_READING_WIDTH = 500
_READING_SHARE = 0.42
"""Of a narrow page."""


class AgentPage(QWidget):
    """Shows what it is given, and says what the person asks for."""

    left = Signal()
    """The person goes back to the grid."""
    tab_chosen = Signal(str)
    """Carries the `PageTab` that came to the front."""
    row_asked = Signal(str, str)
    """Carries the name of an action on a row of sessions or history, and the row's id."""

    def __init__(self, skin: Skin, home: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._skin = skin
        self._section = -1
        """The place of the section that is read; -1 before one was chosen."""
        # Tab leads through them in the order in which they came into the page.
        self.head = AgentHead(skin, self)
        self.tabs = TabRow([tab.value for tab in _TABS], "Parts of the page", MARGIN, skin, self)
        self.editor = MarkdownEditor("Role", skin)
        self.section = SectionText(skin)
        self.reading = ReadingPanel(skin, home)
        self.sessions = PageRows("Sessions", "It has not run yet.", skin)
        self.history = PageRows(
            "History", "Nothing was replaced yet: what its role said before will be here.", skin
        )
        self._main = QStackedWidget(self)
        self._main.addWidget(self.editor)
        self._main.addWidget(self.section)
        both = QWidget(self)
        row = QHBoxLayout(both)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self._main, 1)
        row.addWidget(self.reading)
        self._body = QStackedWidget(self)
        for part in (both, self.sessions, self.history):
            self._body.addWidget(part)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for part in (self.head, self.tabs):
            column.addWidget(part)
        column.addWidget(self._body, 1)
        self.tabs.chosen.connect(self._on_tab)
        self.reading.chosen.connect(self._on_section)
        self.reading.difference_asked.connect(self._on_difference)
        self.editor.left.connect(self.left)
        self.sessions.asked.connect(self.row_asked)
        self.history.asked.connect(self.row_asked)
        skin.changed.connect(self.update)

    @property
    def tab(self) -> PageTab:
        """The part in front."""
        return _TABS[self.tabs.at]

    @property
    def has_unsaved(self) -> bool:
        """Whether something was typed that is not saved."""
        return self.editor.is_changed

    def show_tab(self, tab: PageTab) -> None:
        """Bring a part to the front."""
        self.tabs.choose(_TABS.index(tab))

    def show_view(self, view: AgentPageView) -> None:
        """Show the agent as it is now."""
        call_it(self, f"{view.name}, {view.state}")
        self.head.show_view(view)

    def show_context(self, context: ContextView) -> None:
        """Show what it would read if it were launched now."""
        roles = [place for place, one in enumerate(context.sections) if one.name == "role"]
        if not 0 <= self._section < len(context.sections):
            self._section = next(iter(roles), 0)
        self.reading.show_context(context, self._section)
        self._show_section()
        self.editor.mark_lines(fresh_lines(context, self.editor.kept))

    def show_sessions(self, rows: Sequence[PageRow]) -> None:
        """Show where it runs and ran."""
        self.sessions.show_rows(rows)

    def show_history(self, rows: Sequence[PageRow]) -> None:
        """Show what its role said before."""
        self.history.show_rows(rows)

    def take_keyboard(self) -> None:
        """Give the keyboard to what the part in front is about."""
        # The stubs do not know that there may be none.
        focus = cast("QWidget | None", self.focusWidget())
        if focus is not None and focus.isVisible():
            focus.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        match self.tab:
            case PageTab.ROLE:
                self.editor.take_keyboard()
            case PageTab.CONTEXT:
                self.reading.list.setFocus(Qt.FocusReason.OtherFocusReason)
            case _:
                self.tabs.setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.reading.setFixedWidth(min(_READING_WIDTH, int(self.width() * _READING_SHARE)))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(QRectF(self.rect()), self._skin.theme.colors.bg1)
        painter.end()

    def _on_tab(self, place: int) -> None:
        tab = _TABS[place]
        main = tab in {PageTab.ROLE, PageTab.CONTEXT}
        self._body.setCurrentIndex(0 if main else place - 1)
        if main:
            self._main.setCurrentWidget(self.editor if tab is PageTab.ROLE else self.section)
        self.tab_chosen.emit(tab.value)

    def _on_section(self, place: int) -> None:
        self._section = place
        self._show_section()
        self.show_tab(PageTab.CONTEXT)

    def _on_difference(self) -> None:
        context = self.reading.context
        if context is not None:
            self.show_tab(PageTab.CONTEXT)
            self.section.setPlainText(context.difference)

    def _show_section(self) -> None:
        context = self.reading.context
        if context is not None and 0 <= self._section < len(context.sections):
            self.section.show_section(context.sections[self._section])
