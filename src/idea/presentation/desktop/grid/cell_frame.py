"""A cell: its header with quiet buttons, its ring, and what stands there without a terminal.

The terminal itself is a sibling that the grid lays over `body_room`, so that it never changes its
parent.
"""

from typing import override

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QEnterEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QWidget

from idea.domain.layout.cards import has_room
from idea.domain.layout.geometry import Extent
from idea.presentation.desktop.grid.cell_card import paint_card
from idea.presentation.desktop.grid.cell_header import paint_header
from idea.presentation.desktop.grid.cell_note import next_button
from idea.presentation.desktop.theme import metrics
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.viewmodels.cells import Body, CellView
from idea.presentation.desktop.widgets.buttons import ButtonKind, IconButton, WordButton
from idea.presentation.desktop.widgets.drawing import (
    draw_edge,
    draw_text,
    longest_fitting,
)
from idea.presentation.desktop.widgets.icons import Icon
from idea.presentation.desktop.widgets.plain_text import explain
from idea.presentation.desktop.widgets.shapes import SHAPE_SIZE, paint_shape
from idea.presentation.desktop.widgets.spoken import SpokenWidget, call_it

_BAR = 40
"""Height of the bar of an ended session."""
_INSET = 2
"""Room for the ring around a terminal."""
_OFFERS = {
    Body.EMPTY: "terminal.open_shell",
    Body.CARD: "cell.toggle_room",
    Body.AWAY: "cell.bring_back",
}
"""What Enter does in a cell without a terminal."""
_SENTENCES = {
    Body.EMPTY: "Nothing runs in this cell.",
    Body.AWAY: "Shown in its own window.",
}


class CellFrame(SpokenWidget):
    """Everything of a cell but its terminal."""

    pressed = Signal(str, object)
    """Carries the cell and the modifiers held, when the header or an empty place is pressed."""
    action_asked = Signal(str, str)
    """Carries the cell and the id of an action to carry out there."""
    menu_asked = Signal(str, object)
    """Carries the cell and a global position."""
    dragged = Signal(str, object)
    """Carries the cell and the global position of a header that is dragged with the mouse."""
    reached = Signal(str, object)
    """Carries the cell and the global position of a mouse that drags a range from here."""
    dropped = Signal(str, object)
    """Carries the cell and the global position at which its header was let go."""

    def __init__(self, view: CellView, skin: Skin, parent: QWidget) -> None:
        super().__init__(parent)
        self._view = view
        self._skin = skin
        self._body = Body.EMPTY
        self._line = ""
        self._hovered = False
        self._leaving = QTimer(self, singleShot=True, interval=0)
        self._leaving.timeout.connect(self._hide_buttons)
        self._press: QPoint | None = None
        self._moving = False
        self._was_card = False
        """Whether the mouse was pressed on a card: a click opens it, a drag moves it."""
        in_grid = (
            (Icon.SPLIT, "Split right", "cell.split_right"),
            (Icon.ZOOM, "Zoom", "cell.toggle_zoom"),
            (Icon.CLOSE, "Close; the session goes on", "cell.close"),
        )
        alone = ((Icon.BRING_BACK, "Bring back into the grid", "cell.bring_back"),)
        offered = alone if view.in_own_window else in_grid
        self._quiet = tuple(self._button(*each) for each in (*offered, (Icon.MORE, "More", "")))
        self._bring_back = self._word("Bring it back", ButtonKind.SOFT, "cell.bring_back")
        self._start = self._word("Start a shell", ButtonKind.SOFT, "terminal.open_shell")
        self._restart = self._word("Restart", ButtonKind.SOFT, "session.restart")
        self._close = self._word("Close cell", ButtonKind.SECONDARY, "cell.close")
        self.setAccessibleName(_spoken(view))
        skin.changed.connect(self.update)
        self._arrange()

    @property
    def view(self) -> CellView:
        """What is shown."""
        return self._view

    @property
    def body(self) -> Body:
        """What the room below the header is for."""
        return self._body

    def show_view(self, view: CellView) -> None:
        """Show something else, or nothing new."""
        if view != self._view:
            self._view = view
            call_it(self, _spoken(view))
            self._arrange()
            self.update()

    def show_line(self, line: str) -> None:
        """Show the last line of its session's screen, where the cell is a card."""
        if line != self._line:
            self._line = line
            if self._body is Body.CARD:
                self.update()

    def set_hovered(self, *, hovered: bool) -> None:
        """Show the quiet buttons, or hide them unless the mouse is back at once.

        Qt reports a leave before the enter that belongs to it, and reports anew when a widget
        under the mouse appears or goes. Hiding at once would answer itself without an end.
        """
        if hovered:
            self._leaving.stop()
            self._show_buttons(hovered=True)
        else:
            self._leaving.start()

    def _hide_buttons(self) -> None:
        self._show_buttons(hovered=False)

    def _show_buttons(self, *, hovered: bool) -> None:
        if hovered != self._hovered:
            self._hovered = hovered
            self._arrange()
            self.update()

    def take_keyboard(self) -> None:
        """Give the keyboard to the first button that stands in the cell, or to the cell."""
        buttons = self._word_buttons
        target = buttons[0] if buttons else self
        target.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @property
    def _word_buttons(self) -> list[WordButton]:
        buttons = (self._start, self._bring_back, self._restart, self._close)
        return [button for button in buttons if not button.isHidden()]

    def body_room(self) -> QRect:
        """Return where a terminal goes, in the parent's coordinates."""
        top = metrics.CELL_HEADER + _INSET
        bottom = _INSET + (_BAR if self._body is Body.ENDED else 0)
        room = self.rect().adjusted(_INSET, top, -_INSET, -bottom)
        return room.translated(self.pos())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    @override
    def enterEvent(self, event: QEnterEvent) -> None:
        self.set_hovered(hovered=True)

    @override
    def leaveEvent(self, event: QEvent) -> None:
        self.set_hovered(hovered=False)

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menu_asked.emit(self._view.id, event.globalPos())

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter does what the cell offers; a terminal has its own keyboard."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self._body in _OFFERS:
            self.action_asked.emit(self._view.id, _OFFERS[self._body])
        else:
            super().keyPressEvent(event)

    @override
    def focusNextPrevChild(self, next: bool) -> bool:
        """Stay among the cell's buttons: cells are left by keys of their own."""
        target = next_button(self._word_buttons, self.focusWidget(), 1 if next else -1)
        if target is not None:
            target.setFocus(Qt.FocusReason.TabFocusReason)
        return target is not None

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            self._press = event.globalPosition().toPoint()
            if not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
                # Qt's own focus on a click would end the range that Shift extends.
                self.setFocus(Qt.FocusReason.MouseFocusReason)
            self._was_card = self._body is Body.CARD and not event.modifiers()
            self.pressed.emit(self._view.id, event.modifiers())

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        here = event.globalPosition().toPoint()
        held = event.modifiers()
        if self._press is None or held & Qt.KeyboardModifier.ShiftModifier:
            if self._press is not None and held & Qt.KeyboardModifier.ControlModifier:
                self.reached.emit(self._view.id, here)
            return
        self._moving = self._moving or (here - self._press).manhattanLength() > 12
        if self._moving:
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            self.dragged.emit(self._view.id, here)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        moving, self._moving, self._press = self._moving, False, None
        if moving:
            self.unsetCursor()
            self.dropped.emit(self._view.id, event.globalPosition().toPoint())
        elif self._was_card:
            self._was_card = False
            self.action_asked.emit(self._view.id, "cell.toggle_room")

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.position().y() < metrics.CELL_HEADER and self._body is not Body.CARD:
            goes_back = self._view.in_own_window or self._body is Body.AWAY
            action = "cell.bring_back" if goes_back else "cell.toggle_zoom"
            self.action_asked.emit(self._view.id, action)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._skin.theme
        colors = theme.colors
        painter = QPainter(self)
        if self._body is Body.CARD:
            box = QRectF(self.rect())
            line = self._line
            paint_card(painter, box, self._view, theme, hovered=self._hovered, line=line)
        else:
            shows_terminal = self._body is Body.TERMINAL
            ground = QColor(theme.terminal.background) if shows_terminal else colors.term
            painter.fillRect(self.rect(), ground)
            header = QRectF(0, 0, self.width(), metrics.CELL_HEADER)
            taken = sum(button.width() for button in self._quiet if button.isVisible())
            paint_header(painter, header, self._view, theme, buttons=taken + 4 if taken else 0)
            if self._body in _SENTENCES:
                self._paint_sentence(painter, _SENTENCES[self._body])
            elif self._body is Body.ENDED:
                self._paint_end(painter)
        if self._view.focused or self._view.broadcast:
            self._paint_ring(painter)
        painter.end()

    def _paint_ring(self, painter: QPainter) -> None:
        top = 0 if self._body is Body.CARD else metrics.CELL_HEADER - 1
        half = metrics.RING / 2
        ring = QRectF(self.rect()).adjusted(half, top + half, -half, -half)
        pen = QPen(self._skin.theme.colors.accent, metrics.RING)
        if not self._view.focused:
            pen.setStyle(
                Qt.PenStyle.DashLine
            )  # Typed into along with the one that has a whole ring.
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.drawRect(ring)

    def _paint_sentence(self, painter: QPainter, sentence: str) -> None:
        theme = self._skin.theme
        painter.setFont(theme.fonts.ui())
        painter.setPen(theme.colors.text2)
        middle = _middle(self.height())
        where = QRectF(8, middle - 34, self.width() - 16, 24)
        painter.drawText(where, Qt.AlignmentFlag.AlignCenter, sentence)

    def _paint_end(self, painter: QPainter) -> None:
        theme, look = self._skin.theme, self._view.look
        if look is None:
            return
        colors = theme.colors
        bar = QRectF(0, self.height() - _BAR, self.width(), _BAR)
        painter.fillRect(bar, colors.bg1)
        draw_edge(painter, bar, Qt.Edge.TopEdge, colors.line)
        middle = bar.center().y()
        paint_shape(painter, look.shape, 12, middle, colors)
        left = 12 + SHAPE_SIZE + 8
        room = self._restart.x() - left - 8
        font = theme.fonts.ui(metrics.SECONDARY_TEXT)
        words = longest_fitting((look.reason or "It ended.", look.state), font, room)
        draw_text(painter, words, font, colors.text2, left=left, middle=middle, room=room)

    def _arrange(self) -> None:
        view = self._view
        room = Extent(self.width(), self.height())
        self._body = view.body(fits=has_room(room, view.card))
        explain(self, _spoken(view) if self._body is Body.CARD else "")
        right = self.width() - 6
        show = self._hovered and self._body is not Body.CARD
        if not view.in_own_window:
            self._quiet[1].show_icon(Icon.UNZOOM if view.zoomed else Icon.ZOOM)
        for button in reversed(self._quiet):
            right -= button.width()
            button.move(right, (metrics.CELL_HEADER - button.height()) // 2)
            button.setVisible(show)
        for word, body in ((self._start, Body.EMPTY), (self._bring_back, Body.AWAY)):
            word.setVisible(self._body is body)
            hint, top = word.sizeHint(), _middle(self.height())
            left = (self.width() - hint.width()) // 2
            word.setGeometry(left, top, hint.width(), hint.height())
        right = self.width() - 8
        for word in (self._close, self._restart):
            word.setVisible(self._body is Body.ENDED)
            hint = word.sizeHint()
            right -= hint.width()
            top = self.height() - _BAR + (_BAR - hint.height()) // 2
            word.setGeometry(right, top, hint.width(), hint.height())
            right -= 6

    def _button(self, icon: Icon, says: str, action: str) -> IconButton:
        button = IconButton(icon, says, self._skin, self)
        if action:
            button.clicked.connect(lambda: self.action_asked.emit(self._view.id, action))
        else:
            button.clicked.connect(lambda: self._ask_menu(button))
        return button

    def _ask_menu(self, button: IconButton) -> None:
        below = button.mapToGlobal(QPoint(0, button.height() + 2))
        self.menu_asked.emit(self._view.id, below)

    def _word(self, text: str, kind: ButtonKind, action: str) -> WordButton:
        button = WordButton(text, kind, self._skin, self)
        button.clicked.connect(lambda: self.action_asked.emit(self._view.id, action))
        return button


def _spoken(view: CellView) -> str:
    """Return a cell in words, for screen readers and for cards too small for them."""
    look = view.look
    parts = (view.address, "empty") if look is None else (view.address, look.name, look.state)
    more = (("broadcast", view.broadcast), ("in its own window", view.popped_out))
    return ", ".join((*parts, *(word for word, holds in more if holds)))


def _middle(height: int) -> int:
    return (height + metrics.CELL_HEADER) // 2
