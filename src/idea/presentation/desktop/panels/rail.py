"""The rail on top of the side bar: an icon for each of its pages."""

from collections.abc import Mapping
from typing import override

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QAccessible, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.viewmodels.library_rows import PAGE_TITLES, Page
from idea.presentation.desktop.widgets.buttons import IconButton
from idea.presentation.desktop.widgets.drawing import paint_focus
from idea.presentation.desktop.widgets.icons import Icon, paint_icon
from idea.presentation.desktop.widgets.plain_text import explain
from idea.presentation.desktop.widgets.spoken import SpokenWidget

HEIGHT = 44
_LEFT = 10
_TOP = 8
_SIZE = 30, 28
_GAP = 2
_ICONS = {
    Page.SESSIONS: Icon.SESSIONS,
    Page.TEMPLATES: Icon.TEMPLATES,
    Page.SKILLS: Icon.SKILLS,
    Page.RECIPES: Icon.RECIPES,
    Page.ENGINES: Icon.ENGINES,
}


class RailButton(IconButton):
    """One page; the one that is shown stands on a ground."""

    def __init__(self, page: Page, skin: Skin, parent: QWidget) -> None:
        super().__init__(_ICONS[page], PAGE_TITLES[page], skin, parent)
        self._page = page
        self.setCheckable(True)
        self.setFixedSize(*_SIZE)

    @override
    def nextCheckState(self) -> None:
        """Stay as it is: the window says which page is shown."""

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colors = self._skin.theme.colors
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        hot = self.underMouse() or self.isDown()
        if self.isChecked() or hot:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colors.bg3 if self.isChecked() else colors.bg2)
            painter.drawRoundedRect(QRectF(self.rect()), 6, 6)
        if self.hasFocus():
            paint_focus(painter, QRectF(self.rect()), colors.accent)
        center = QPointF(self.width() / 2, self.height() / 2)
        color = colors.text if self.isChecked() or hot else colors.text3
        paint_icon(painter, _ICONS[self._page], center, color)
        painter.end()


class Rail(SpokenWidget):
    """Shows which page the side bar is at."""

    ROLE = QAccessible.Role.PageTabList

    chosen = Signal(str)
    """Carries the page to show."""

    def __init__(self, skin: Skin, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Pages of the side bar")
        self.setFixedHeight(HEIGHT)
        self.buttons: dict[Page, RailButton] = {}
        for place, page in enumerate(Page):
            button = RailButton(page, skin, self)
            button.move(_LEFT + place * (_SIZE[0] + _GAP), _TOP)
            button.clicked.connect(lambda _checked=False, page=page: self.chosen.emit(page.value))
            self.buttons[page] = button
        self._keys: dict[Page, str] = {}
        self.show_page(Page.SESSIONS)

    def show_page(self, page: Page) -> None:
        """Mark the page that is shown."""
        for each, button in self.buttons.items():
            button.setChecked(each is page)

    def show_keys(self, keys: Mapping[Page, str]) -> None:
        """Say with each page which key shows it."""
        if keys == self._keys:
            return
        self._keys = dict(keys)
        for page, button in self.buttons.items():
            key = keys.get(page, "")
            explain(button, f"{PAGE_TITLES[page]} ({key})" if key else PAGE_TITLES[page])
