"""The list of a page of the side bar: agents and sessions, or something of the library."""

from collections.abc import Sequence
from functools import partial
from typing import override

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QContextMenuEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QWidget

from idea.presentation.desktop.panels.list_lines import (
    BEGIN,
    ListLine,
    line_hint,
    list_lines,
)
from idea.presentation.desktop.panels.list_notice import ListNotice
from idea.presentation.desktop.theme import metrics
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.viewmodels.panels import NoticeView, SideBarView
from idea.presentation.desktop.viewmodels.session_look import SessionLook
from idea.presentation.desktop.widgets.drawing import draw_text, text_width
from idea.presentation.desktop.widgets.icons import ICON_SIZE, Icon, paint_icon
from idea.presentation.desktop.widgets.marks import paint_marks
from idea.presentation.desktop.widgets.plain_text import explain
from idea.presentation.desktop.widgets.shapes import SHAPE_SIZE, paint_shape
from idea.presentation.desktop.widgets.spoken import SpokenPart, SpokenWidget

_DRAG = 12
"""How far the mouse moves before a press becomes a drag."""
_LEFT = 14
_BUTTON = 22
_NAME = _LEFT + SHAPE_SIZE + 10


class SessionList(SpokenWidget):
    """Draws the sections; rows light up and show their buttons under the pointer."""

    ROLE = QAccessible.Role.List

    chosen = Signal(str)
    """Carries the session to go to, or to show in the focused cell when no cell shows it."""
    stop_asked = Signal(str)
    """Carries the session to stop, or to forget when it ended."""
    dragged = Signal(str, object)
    """Carries the session and the global position of a row that is dragged with the mouse."""
    dropped = Signal(str, object)
    """Carries the session and the global position at which its row was let go."""
    menu_asked = Signal(str, object)
    """Carries the session and the global position at which its menu is wanted."""
    left = Signal()
    """The person wants the keyboard back in the terminal."""
    page_stepped = Signal(int)
    """Carries 1 for the next page of the side bar, -1 for the one before."""
    begun = Signal()
    """The button was pressed that stands where there is nothing else."""
    reveal = Signal(int, int)
    """Carries top and height of a row that should be in view."""

    def __init__(self, skin: Skin, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._skin = skin
        self._view = SideBarView()
        self._lines: tuple[ListLine, ...] = ()
        self._hot: ListLine | None = None
        self._pointer = QPointF(-1, -1)
        self._at_key = ""
        """The session the keyboard is at; empty while it is elsewhere."""
        self._press: QPointF | None = None
        self._pressed = ""
        self._moving = False
        self._notice: ListNotice | None = None
        """Made while there is one, so that nobody finds an empty one."""
        self.setAccessibleName("Sessions")
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        skin.changed.connect(self._arrange)

    @property
    def view(self) -> SideBarView:
        """What is shown."""
        return self._view

    def show_view(self, view: SideBarView) -> None:
        """Show other sessions, or nothing new."""
        if view == self._view:
            return
        self._view = view
        self._arrange()
        if self.hasFocus() and self._at_key not in self._stops:
            self._at_key = next(iter(self._stops), "")
        self._show_keyboard()

    @override
    def spoken_parts(self) -> Sequence[SpokenPart]:
        at = self._at_key if self.hasFocus() else self._view.focused
        return [
            SpokenPart(
                name=line_hint(line),
                box=QRect(0, line.top, self.width(), line.height),
                press=partial(self._choose, line.id),
                is_current=line.id == at,
            )
            for line in self._lines
            if line.id
        ]

    @override
    def sizeHint(self) -> QSize:
        return QSize(metrics.SIDE_BAR, self.minimumHeight())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._skin.theme
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.colors.bg1)
        for line in self._lines:
            if line.row is not None:
                self._paint_row(painter, line, line.row)
            elif line.notice is None:
                self._paint_caption(painter, line)
        painter.end()

    def take_keyboard(self) -> None:
        """Let the person choose a session with the arrow keys."""
        stops = self._stops
        if stops:
            self._at_key = self._view.focused if self._view.focused in stops else stops[0]
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._show_key_row()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._show_keyboard()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._arrange()

    @override
    def focusNextPrevChild(self, next: bool) -> bool:
        self._step(1 if next else -1)
        return True

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Down:
                self._step(1)
            case Qt.Key.Key_Up:
                self._step(-1)
            case Qt.Key.Key_Return | Qt.Key.Key_Enter if self._at_key:
                self._choose(self._at_key)
            case Qt.Key.Key_Delete | Qt.Key.Key_Backspace if self._at_key:
                if any(not row.rests for row in self._rows if row.id == self._at_key):
                    self.stop_asked.emit(self._at_key)
            case Qt.Key.Key_Left | Qt.Key.Key_Right:
                self.page_stepped.emit(1 if event.key() == Qt.Key.Key_Right else -1)
            case Qt.Key.Key_Escape:
                self.left.emit()
            case _:
                super().keyPressEvent(event)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._pointer = event.position()
        if self._press is not None:
            moved = (self._pointer - self._press).manhattanLength()
            self._moving = self._moving or moved > _DRAG
            if self._moving:
                self.dragged.emit(self._pressed, event.globalPosition().toPoint())
            return
        self._hot = self._at(self._pointer)
        explain(self, line_hint(self._hot) if self._hot else "")
        self.update()

    @override
    def leaveEvent(self, event: QEvent) -> None:
        self._pointer = QPointF(-1, -1)
        self._hot = None
        self.update()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        line = self._at(event.position())
        if line is None or line.row is None or event.button() is not Qt.MouseButton.LeftButton:
            return
        if self._stop_box(line).contains(event.position()) and not line.row.rests:
            self.stop_asked.emit(line.row.id)
        else:
            self._press, self._pressed = event.position(), line.row.id

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Do nothing: by the second click another session's row may stand there."""

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        session, moving, pressed = self._pressed, self._moving, self._press is not None
        self._press, self._pressed, self._moving = None, "", False
        if moving:
            self.dropped.emit(session, event.globalPosition().toPoint())
        elif pressed:
            self.chosen.emit(session)

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        event.accept()
        if event.reason() is QContextMenuEvent.Reason.Keyboard:
            if any(row.id == self._at_key for row in self._rows):
                self.menu_asked.emit(self._at_key, self.mapToGlobal(self.row_point(self._at_key)))
            return
        line = self._at(event.pos().toPointF())
        if line is not None and line.row is not None:
            self.menu_asked.emit(line.row.id, event.globalPos())

    def row_point(self, session: str) -> QPoint:
        """Return the middle of a session's row; negative when it is not listed."""
        for line in self._lines:
            if line.row is not None and line.row.id == session:
                return QPoint(self.width() // 3, line.top + line.height // 2)
        return QPoint(-1, -1)

    def _arrange(self) -> None:
        """Find where everything is."""
        self._lines = list_lines(self._view, self._height_of)
        noticed = next((line for line in self._lines if line.notice is not None), None)
        if self._notice is not None and noticed is not None:
            self._notice.setGeometry(0, noticed.top, self.width(), noticed.height)
            self._notice.show()
        elif self._notice is not None:
            self._notice.hide()
            self._notice.deleteLater()
            self._notice = None
        self._hot = self._at(self._pointer)
        bottom = self._lines[-1].top + self._lines[-1].height if self._lines else 68
        self.setMinimumHeight(bottom + 12)
        self.updateGeometry()
        self.update()

    def _height_of(self, notice: NoticeView) -> int:
        if self._notice is None:
            self._notice = ListNotice(self._skin, self)
            self._notice.pressed.connect(self.begun)
        self._notice.show_notice(notice)
        return self._notice.height_at(self.width())

    def _choose(self, at: str) -> None:
        if at == BEGIN:
            self.begun.emit()
        else:
            self.chosen.emit(at)

    def _paint_caption(self, painter: QPainter, line: ListLine) -> None:
        theme = self._skin.theme
        font = theme.fonts.semibold(metrics.CAPTION_TEXT)
        middle = line.top + line.height - 14.0
        color = theme.colors.text2
        count = str(len(line.section.rows))
        right = self.width() - _LEFT - text_width(count, font)
        draw_text(painter, line.section.title, font, color, left=_LEFT, middle=middle, room=right)
        draw_text(painter, count, font, color, left=right, middle=middle, room=40)

    def _paint_row(self, painter: QPainter, line: ListLine, row: SessionLook) -> None:
        theme = self._skin.theme
        colors = theme.colors
        hot = self._hot is line
        box = QRectF(0, line.top, self.width(), line.height)
        if row.id == self._view.focused:
            painter.fillRect(box, colors.bg3)
        elif hot:
            painter.fillRect(box, colors.bg2)
        if self.hasFocus() and row.id == self._at_key:
            painter.setPen(QPen(colors.accent, metrics.RING))
            painter.drawRect(box.adjusted(1, 1, -2, -1))
        middle = box.center().y()
        paint_shape(painter, row.shape, _LEFT, middle, colors)
        small = theme.fonts.ui(metrics.SECONDARY_TEXT)
        right = self._paint_right(painter, line, row, hot=hot)
        left = draw_text(
            painter,
            row.name,
            theme.fonts.ui(),
            colors.text,
            left=_NAME,
            middle=middle,
            room=right - _NAME - 8,
        )
        draw_text(
            painter,
            row.detail,
            small,
            colors.text3,
            left=left + 6,
            middle=middle,
            room=right - left - 14,
        )

    def _paint_right(
        self, painter: QPainter, line: ListLine, row: SessionLook, *, hot: bool
    ) -> float:
        """Draw the address or age, or the buttons; return where the room for names ends."""
        theme = self._skin.theme
        if hot and not row.about:
            box = self._stop_box(line)
            if row.rests:
                paint_icon(painter, Icon.ATTACH, box.center(), theme.colors.text2)
                return box.left()
            over = box.contains(self._pointer)
            color = theme.colors.error if over else theme.colors.text2
            paint_icon(painter, Icon.STOP if row.is_live else Icon.CLOSE, box.center(), color)
            if not row.address:
                attach = box.translated(-_BUTTON, 0)
                paint_icon(painter, Icon.ATTACH, attach.center(), theme.colors.text2)
                return attach.left()
            return box.left()
        told = row.progress.words if row.progress else ""
        text = " ".join(part for part in (told, row.address or row.age or row.state) if part)
        font = theme.fonts.ui(metrics.CAPTION_TEXT)
        right = self.width() - _LEFT - text_width(text, font)
        middle = line.top + line.height / 2
        draw_text(painter, text, font, theme.colors.text3, left=right, middle=middle, room=200)
        right = paint_marks(painter, row.marks, theme.colors, right=right, middle=middle)
        if row.rang:
            right -= ICON_SIZE + 4
            center = QPointF(right + ICON_SIZE / 2, middle)
            paint_icon(painter, Icon.BELL, center, theme.colors.need)
        return right

    def _stop_box(self, line: ListLine) -> QRectF:
        top = line.top + (line.height - _BUTTON) / 2
        return QRectF(self.width() - _BUTTON - 8, top, _BUTTON, _BUTTON)

    @property
    def _rows(self) -> list[SessionLook]:
        return [line.row for line in self._lines if line.row is not None]

    @property
    def _stops(self) -> list[str]:
        """Where the keyboard can be."""
        return [line.id for line in self._lines if line.id]

    def _step(self, step: int) -> None:
        stops = self._stops
        if stops:
            here = stops.index(self._at_key) if self._at_key in stops else -1
            self._at_key = stops[(here + step) % len(stops)]
        self._show_key_row()

    def _show_key_row(self) -> None:
        for line in self._lines:
            if line.id and line.id == self._at_key:
                self.reveal.emit(line.top, line.height)
                self.tell_current()
        self._show_keyboard()

    def _show_keyboard(self) -> None:
        if self._notice is not None:
            self._notice.show_keyboard(here=self.hasFocus() and self._at_key == BEGIN)
        self.update()

    def _at(self, point: QPointF) -> ListLine | None:
        for line in self._lines:
            if line.row is not None and line.top <= point.y() < line.top + line.height:
                return line
        return None
