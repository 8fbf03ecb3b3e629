"""The head of a page of the side bar: its title, and what can be added to it."""

from typing import override

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from idea.presentation.desktop.theme import metrics
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.widgets.buttons import IconButton
from idea.presentation.desktop.widgets.drawing import draw_text
from idea.presentation.desktop.widgets.icons import Icon
from idea.presentation.desktop.widgets.plain_text import explain
from idea.presentation.desktop.widgets.spoken import SpokenWidget, call_it

HEIGHT = 32
_LEFT = 14
_GAP = 2


class PageHead(SpokenWidget):
    """Main thread only."""

    add_asked = Signal()
    menu_asked = Signal(object)
    """Carries the global position at which the page's menu is wanted."""

    def __init__(self, skin: Skin, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._skin = skin
        self._title = ""
        self.setFixedHeight(HEIGHT)
        self.add = IconButton(Icon.ADD, "New", skin, self)
        self.more = IconButton(Icon.MORE, "More", skin, self)
        self.add.clicked.connect(self.add_asked)
        self.more.clicked.connect(self._ask_menu)
        skin.changed.connect(self.update)

    def show_title(self, title: str, adds: str) -> None:
        """Show a page's title; `adds` says what its plus does, if it has one."""
        call_it(self, title)
        self.add.setVisible(bool(adds))
        explain(self.add, adds)
        call_it(self.add, adds)
        self._title = title
        self.update()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        top = (self.height() - self.add.height()) // 2
        self.more.move(self.width() - self.more.width() - 8, top)
        self.add.move(self.more.x() - self.add.width() - _GAP, top)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._skin.theme
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.colors.bg1)
        draw_text(
            painter,
            self._title,
            theme.fonts.semibold(metrics.INTERFACE_TEXT),
            theme.colors.text,
            left=_LEFT,
            middle=self.height() / 2,
            room=self.add.x() - _LEFT - 8,
        )
        painter.end()

    def _ask_menu(self) -> None:
        self.menu_asked.emit(self.more.mapToGlobal(QPoint(0, self.more.height())))
