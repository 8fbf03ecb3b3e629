"""The strip at the top: tabs, the box that opens the palette, and the menu button."""

from collections.abc import Sequence
from functools import partial
from typing import override

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from idea.presentation.desktop.panels.tab_drag import TabDrag, is_in_strip
from idea.presentation.desktop.theme import metrics
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.viewmodels.panels import TabStripView
from idea.presentation.desktop.widgets.buttons import IconButton, PressedByEnter
from idea.presentation.desktop.widgets.drawing import draw_edge, draw_text, paint_focus, text_width
from idea.presentation.desktop.widgets.icons import Icon, paint_icon
from idea.presentation.desktop.widgets.spoken import SpokenPart, SpokenWidget

_LEFT = 12
_PADDING = 14
_CLOSE_ROOM = 18
_TAB_MOST = 220
_BOX_WIDTH = 300
_BOX_HEIGHT = 24


class FindBox(PressedByEnter):
    """Looks like a search box and opens the palette."""

    def __init__(self, words: str, key: str, skin: Skin, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._key = key
        self._skin = skin
        self.setText(words)
        self.setAccessibleName(words)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFixedSize(_BOX_WIDTH, _BOX_HEIGHT)
        skin.changed.connect(self.update)

    def show_key(self, key: str) -> None:
        """Tell the key that does the same."""
        self._key = key
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._skin.theme
        colors = theme.colors
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        hot = self.underMouse() or self.hasFocus()
        painter.setPen(colors.line_strong if hot else colors.line)
        painter.setBrush(colors.bg1)
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(box, metrics.CONTROL_RADIUS, metrics.CONTROL_RADIUS)
        if self.hasFocus():
            paint_focus(painter, QRectF(self.rect()), colors.accent)
        middle = self.height() / 2
        font = theme.fonts.ui(metrics.SECONDARY_TEXT)
        key_width = text_width(self._key, font)
        right = self.width() - 10 - key_width
        color = colors.text if hot else colors.text2
        draw_text(painter, self.text(), font, color, left=10, middle=middle, room=right - 20)
        draw_text(
            painter, self._key, font, colors.text2, left=right, middle=middle, room=key_width + 1
        )
        painter.end()


class TabStrip(SpokenWidget):
    """Shows one tab per open project."""

    ROLE = QAccessible.Role.PageTabList

    chosen = Signal(str)
    """Carries the project to show."""
    closed = Signal(str)
    """Carries the project whose tab is to be closed."""
    tab_menu_asked = Signal(str, object)
    """Carries a project and the global position of the menu of its tab."""
    add_asked = Signal()
    find_asked = Signal()
    left = Signal()
    """The person wants the keyboard back in the terminal."""
    menu_asked = Signal(object)
    """Carries the global position under the menu button."""

    def __init__(self, find_key: str, skin: Skin, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._skin = skin
        self._view = TabStripView()
        self._hot = -1
        self._at_key = 0
        """The tab the keyboard is at, while it is here."""
        self._target = -1
        """Before which tab a dragged one would go; negative for nowhere."""
        self.drag = TabDrag(self, skin, self.target_at, self.show_target)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setFixedHeight(metrics.TAB_STRIP)
        self.setAccessibleName("Projects")
        self.setMouseTracking(True)
        self._add = IconButton(Icon.ADD, "Open project", skin, self)
        self._menu = IconButton(Icon.MENU, "Menu", skin, self)
        self._find = FindBox("Find anything, do anything", find_key, skin, self)
        self._buttons = (self._add, self._find, self._menu)
        for button in self._buttons:
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._add.clicked.connect(self.add_asked)
        self._find.clicked.connect(self.find_asked)
        self._menu.clicked.connect(self._ask_menu)
        skin.changed.connect(self.update)

    @property
    def view(self) -> TabStripView:
        """What is shown."""
        return self._view

    def show_find_key(self, key: str) -> None:
        """Tell the key that opens the palette."""
        self._find.show_key(key)

    def show_view(self, view: TabStripView) -> None:
        """Show other tabs, or nothing new."""
        if view != self._view:
            self._view = view
            self._at_key = min(self._at_key, max(len(view.tabs) - 1, 0))
            self._place()
            self.update()

    @override
    def spoken_parts(self) -> Sequence[SpokenPart]:
        return [
            SpokenPart(
                name=f"{tab.title}, rang" if tab.rang else tab.title,
                box=box.toRect(),
                press=partial(self.chosen.emit, tab.project),
                role=QAccessible.Role.PageTab,
                is_current=self._is_current(number),
            )
            for number, (tab, box) in enumerate(zip(self._view.tabs, self._boxes(), strict=True))
        ]

    def take_keyboard(self) -> None:
        """Let the person choose a tab or press a button; Escape leaves."""
        projects = [tab.project for tab in self._view.tabs]
        chosen = self._view.selected
        self._go_to(projects.index(chosen) if chosen in projects else 0)

    @override
    def focusNextPrevChild(self, next: bool) -> bool:
        """Stay in the strip: beyond it Tab belongs to programs."""
        pressed = [button for button in self._buttons if not button.isHidden()]
        here = [number for number, button in enumerate(pressed) if button.hasFocus()]
        at = len(self._view.tabs) + here[0] if here else self._at_key
        self._go_to((at + (1 if next else -1)) % (len(self._view.tabs) + len(pressed)))
        return True

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Left | Qt.Key.Key_Right:
                self.focusNextPrevChild(event.key() == Qt.Key.Key_Right)
            case Qt.Key.Key_Return | Qt.Key.Key_Enter | Qt.Key.Key_Space if self.hasFocus():
                self.chosen.emit(self._view.tabs[self._at_key].project)
                self.left.emit()
            case Qt.Key.Key_Delete if self.hasFocus():
                self.closed.emit(self._view.tabs[self._at_key].project)
            case Qt.Key.Key_Escape:
                self.left.emit()
            case _:
                super().keyPressEvent(event)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def _go_to(self, stop: int) -> None:
        """Give the keyboard to a tab, or to a button beyond the tabs."""
        tabs = len(self._view.tabs)
        if stop < tabs:
            self._at_key = stop
            self.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self.tell_current()
            self.update()
        else:
            shown = [button for button in self._buttons if not button.isHidden()]
            shown[stop - tabs].setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _is_current(self, number: int) -> bool:
        if self.hasFocus():
            return number == self._at_key
        return self._view.tabs[number].project == self._view.selected

    def project_at(self, point: QPoint) -> str:
        """Return the project of the tab at a point; empty for none."""
        index = self._at(point)
        return self._view.tabs[index].project if index >= 0 else ""

    def target_at(self, point: QPoint) -> int:
        """Return before which tab one would go that is let go at a point; negative for nowhere."""
        if not is_in_strip(self, point):
            return -1
        return sum(box.center().x() < point.x() for box in self._boxes())

    def show_target(self, at: int) -> None:
        """Mark before which tab a dragged one would go; negative for nowhere."""
        if at != self._target:
            self._target = at
            self.update()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colors = self._skin.theme.colors
        painter = QPainter(self)
        painter.fillRect(self.rect(), colors.bg0)
        draw_edge(painter, QRectF(self.rect()), Qt.Edge.BottomEdge, colors.line)
        for index, box in enumerate(self._boxes()):
            self._paint_tab(painter, index, box)
        if self._target >= 0:
            lefts = [box.left() for box in self._boxes()]
            end = self._boxes()[-1].right() + 1 if lefts else float(_LEFT)
            mark = [*lefts, end][self._target]
            painter.fillRect(QRectF(mark - 1, 4, 2, self.height() - 9), colors.accent)
        painter.end()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self._at(event.position().toPoint())
        if index < 0:
            return
        project = self._view.tabs[index].project
        if event.button() is Qt.MouseButton.MiddleButton:
            self.closed.emit(project)
        elif event.button() is Qt.MouseButton.LeftButton:
            over_close = self._close_box(self._boxes()[index]).contains(event.position())
            if not over_close:
                tab = self._view.tabs[index]
                self.drag.press(project, tab.title, event.position().toPoint())
            (self.closed if over_close else self.chosen).emit(project)
        elif event.button() is Qt.MouseButton.RightButton:
            self.chosen.emit(project)
            self.tab_menu_asked.emit(project, event.globalPosition().toPoint())

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            order = [tab.project for tab in self._view.tabs]
            self.drag.release(event.position().toPoint(), order)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.drag.move(event.position().toPoint(), event.buttons()):
            return
        self._set_hot(self._at(event.position().toPoint()))
        if self._hot >= 0:
            root = self._view.tabs[self._hot].root
            QToolTip.showText(event.globalPosition().toPoint() + QPoint(0, 16), root, self)

    @override
    def leaveEvent(self, event: QEvent) -> None:
        self._set_hot(-1)

    def _ask_menu(self) -> None:
        self.menu_asked.emit(self._menu.mapToGlobal(QPoint(0, self._menu.height() + 4)))

    def _paint_tab(self, painter: QPainter, index: int, box: QRectF) -> None:
        theme, tab = self._skin.theme, self._view.tabs[index]
        colors = theme.colors
        front = tab.project == self._view.selected
        if front:
            painter.fillRect(box, colors.bg1)
            painter.fillRect(QRectF(box.left(), 0, box.width(), 2), colors.accent)
        right = QRectF(box.right(), 0, box.width(), self.height() - 1)
        draw_edge(painter, right, Qt.Edge.LeftEdge, colors.line)
        middle = self.height() / 2
        room = box.width() - 2 * _PADDING
        hot = index == self._hot
        if hot:
            close = self._close_box(box)
            paint_icon(painter, Icon.CLOSE, close.center(), colors.text2)
            room = min(room, close.left() - box.left() - _PADDING)
        if self.hasFocus() and index == self._at_key:
            paint_focus(painter, box, colors.accent)
        color = colors.text if front or hot else colors.text2
        font = theme.fonts.ui()
        end = draw_text(
            painter, tab.title, font, color, left=box.left() + _PADDING, middle=middle, room=room
        )
        if tab.rang and not hot:
            paint_icon(painter, Icon.BELL, QPointF(end + 12, middle), colors.need)

    def _boxes(self) -> list[QRectF]:
        font = self._skin.theme.fonts.ui()
        widths = [
            min(_TAB_MOST, round(text_width(tab.title, font)) + 2 * _PADDING + _CLOSE_ROOM)
            for tab in self._view.tabs
        ]
        room = max(60, self._find.x() - _LEFT - 44)
        if widths and sum(widths) > room:
            widths = [max(40, room // len(widths)) for _ in widths]
        left, boxes = float(_LEFT), []
        for width in widths:
            boxes.append(QRectF(left, 0, width, self.height() - 1))
            left += width + 1
        return boxes

    def _close_box(self, tab: QRectF) -> QRectF:
        return QRectF(tab.right() - _CLOSE_ROOM, tab.center().y() - 8, 16, 16)

    def _at(self, point: QPoint) -> int:
        for index, box in enumerate(self._boxes()):
            if box.contains(QPointF(point)):
                return index
        return -1

    def _set_hot(self, index: int) -> None:
        if index != self._hot:
            self._hot = index
            self.update()

    def _place(self) -> None:
        middle = (self.height() - 1) // 2
        self._menu.move(self.width() - 34, middle - self._menu.height() // 2)
        find_left = self._menu.x() - 10 - self._find.width()
        self._find.setVisible(find_left > 320)
        self._find.move(find_left, middle - self._find.height() // 2)
        boxes = self._boxes()
        right = boxes[-1].right() if boxes else _LEFT - 8
        self._add.move(round(right) + 10, middle - self._add.height() // 2)
