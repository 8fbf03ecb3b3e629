"""The side bar: a rail of pages, the list of the one shown, and an edge that can be dragged."""

from math import ceil
from typing import override

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QAccessible, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QScrollArea, QWidget

from idea.domain.settings import setting_named
from idea.presentation.desktop.panels.page_head import PageHead
from idea.presentation.desktop.panels.rail import Rail
from idea.presentation.desktop.panels.session_list import SessionList
from idea.presentation.desktop.panels.survivors_line import SurvivorsLine
from idea.presentation.desktop.theme import metrics
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.viewmodels.library_rows import PAGE_TITLES, Page
from idea.presentation.desktop.viewmodels.panels import SideBarView
from idea.presentation.desktop.viewmodels.survivors import SurvivorsNote
from idea.presentation.desktop.widgets.drawing import draw_edge, hairline
from idea.presentation.desktop.widgets.spoken import SpokenWidget, call_it

_GRIP = 5
_MOST_SHARE = 0.4
"""Of a window, however narrow that is."""
_WIDTH = setting_named("window.side_bar_width")


class _Edge(SpokenWidget):
    """The right edge of the side bar, which can be dragged."""

    ROLE = QAccessible.Role.Splitter

    dragged = Signal(int)
    """Carries the wanted width."""
    released = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName("Width of the side bar")
        self.setCursor(Qt.CursorShape.SplitHCursor)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.dragged.emit(self.mapToParent(event.position().toPoint()).x() + 1)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.released.emit()


class SideBar(SpokenWidget):
    """The list in a scroll area, with an edge that can be dragged."""

    resized = Signal(int)
    """Carries the width the person chose."""

    def __init__(self, skin: Skin, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._skin = skin
        self.setAccessibleName("Side bar")
        self.page = Page.SESSIONS
        """What the list shows."""
        self.rail = Rail(skin, self)
        self.head = PageHead(skin, self)
        self.head.hide()
        self.list = SessionList(skin)
        self._area = QScrollArea(self)
        self._area.setWidget(self.list)
        self._area.setWidgetResizable(True)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.reveal.connect(self._reveal)
        self.survivors = SurvivorsLine(skin, self)
        self._wanted = metrics.SIDE_BAR
        self._room = 2 * round(_WIDTH.most / _MOST_SHARE)
        self._edge = _Edge(self)
        self._edge.dragged.connect(self.set_width)
        self._edge.released.connect(self._tell_width)
        self.set_width(metrics.SIDE_BAR)
        skin.changed.connect(self.update)

    def set_width(self, width: int) -> None:
        """Take a width, within the limits and the window's room."""
        self._wanted = width
        within = min(max(width, _WIDTH.least), _WIDTH.most)
        self.setFixedWidth(round(min(within, self._room * _MOST_SHARE)))

    def fit(self, room: int) -> None:
        """Leave most of a window that is `room` wide to its cells."""
        self._room = room
        self.set_width(self._wanted)

    def show_page(self, page: Page, view: SideBarView, adds: str = "") -> None:
        """Show a page with its rows; `adds` says what the plus of its head does."""
        self.list.show_view(view)
        if page is self.page:
            return
        self.page = page
        self.rail.show_page(page)
        self.head.show_title(PAGE_TITLES[page], adds)
        self.head.setVisible(page is not Page.SESSIONS)
        call_it(self.list, "Sessions" if page is Page.SESSIONS else PAGE_TITLES[page])
        self._area.verticalScrollBar().setValue(0)
        self._place()

    def show_survivors(self, note: SurvivorsNote) -> None:
        """Say below the sessions what the ended ones left running, or nothing."""
        self.survivors.show_view(note)
        self._place()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def _place(self) -> None:
        inside = self.width() - ceil(hairline(self))
        taken = 0 if self.survivors.isHidden() else self.survivors.height()
        rest = self.height() - taken
        top = self.rail.height()
        self.rail.setGeometry(0, 0, inside, top)
        if not self.head.isHidden():
            self.head.setGeometry(0, top, inside, self.head.height())
            top += self.head.height()
        self._area.setGeometry(0, top, inside, max(rest - top, 0))
        self.survivors.setGeometry(0, rest, inside, taken or self.survivors.height())
        self._edge.setGeometry(self.width() - _GRIP, 0, _GRIP, self.height())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colors = self._skin.theme.colors
        painter = QPainter(self)
        painter.fillRect(self.rect(), colors.bg1)
        draw_edge(painter, QRectF(self.rect()), Qt.Edge.RightEdge, colors.line)
        painter.end()

    def _reveal(self, top: int, height: int) -> None:
        self._area.ensureVisible(0, top + height // 2, 0, height)

    def _tell_width(self) -> None:
        self.resized.emit(self.width())
