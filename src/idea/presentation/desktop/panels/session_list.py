"""The list of a page of the side bar: agents and sessions, or something of the library."""

from collections.abc import Sequence
from dataclasses import dataclass
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
)
from PySide6.QtWidgets import QWidget

from idea.presentation.desktop.theme import metrics
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.viewmodels.panels import SectionView, SideBarView
from idea.presentation.desktop.viewmodels.session_look import SessionLook
from idea.presentation.desktop.widgets.buttons import ButtonKind, WordButton
from idea.presentation.desktop.widgets.drawing import draw_text, text_width
from idea.presentation.desktop.widgets.icons import ICON_SIZE, Icon, paint_icon
from idea.presentation.desktop.widgets.marks import marks_words, paint_marks
from idea.presentation.desktop.widgets.plain_text import explain
from idea.presentation.desktop.widgets.shapes import SHAPE_SIZE, paint_shape
from idea.presentation.desktop.widgets.spoken import SpokenPart, SpokenWidget

_DRAG = 12
"""How far the mouse moves before a press becomes a drag."""
_LEFT = 14
_CAPTION = 34
_BUTTON_TOP = 62
_BUTTON = 22
_NAME = _LEFT + SHAPE_SIZE + 10


@dataclass(frozen=True, slots=True)
class _Line:
    """A caption or a row, and where it is."""

    top: int
    height: int
    section: SectionView
    row: SessionLook | None


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
        self._lines: tuple[_Line, ...] = ()
        self._hot: _Line | None = None
        self._pointer = QPointF(-1, -1)
        self._at_key = ""
        """The session the keyboard is at; empty while it is elsewhere."""
        self._press: QPointF | None = None
        self._pressed = ""
        self._moving = False
        self._button: WordButton | None = None
        self.setAccessibleName("Sessions")
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        skin.changed.connect(self.update)

    @property
    def view(self) -> SideBarView:
        """What is shown."""
        return self._view

    def show_view(self, view: SideBarView) -> None:
        """Show other sessions, or nothing new."""
        if view == self._view:
            return
        self._view = view
        self._lines = _lines(view)
        self._hot = self._at(self._pointer)
        if self.hasFocus() and self._at_key not in [row.id for row in self._rows]:
            self._at_key = self._rows[0].id if self._rows else ""
        self.setMinimumHeight(self._lines[-1].top + metrics.ROW + 12 if self._lines else 80)
        self._show_button()
        self.updateGeometry()
        self.update()

    @override
    def spoken_parts(self) -> Sequence[SpokenPart]:
        at = self._at_key if self.hasFocus() else self._view.focused
        return [
            SpokenPart(
                name=_hint(line.row),
                box=QRect(0, line.top, self.width(), line.height),
                press=partial(self.chosen.emit, line.row.id),
                is_current=line.row.id == at,
            )
            for line in self._lines
            if line.row is not None
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
            if line.row is None:
                self._paint_caption(painter, line)
            else:
                self._paint_row(painter, line, line.row)
        if self._view.empty:
            font = theme.fonts.ui(metrics.SECONDARY_TEXT)
            painter.setFont(font)
            painter.setPen(theme.colors.text2)
            room = QRectF(_LEFT, 16, self.width() - 2 * _LEFT, 60)
            painter.drawText(room, Qt.TextFlag.TextWordWrap, self._view.empty)
        painter.end()

    def take_keyboard(self) -> None:
        """Let the person choose a session with the arrow keys."""
        if self._rows:
            known = [row.id for row in self._rows]
            self._at_key = self._view.focused if self._view.focused in known else known[0]
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._show_key_row()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

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
                self.chosen.emit(self._at_key)
            case Qt.Key.Key_Delete | Qt.Key.Key_Backspace if self._at_key:
                if not any(row.rests for row in self._rows if row.id == self._at_key):
                    self.stop_asked.emit(self._at_key)
            case Qt.Key.Key_Left | Qt.Key.Key_Right:
                self.page_stepped.emit(1 if event.key() == Qt.Key.Key_Right else -1)
            case Qt.Key.Key_Return | Qt.Key.Key_Enter if self._view.button:
                self.begun.emit()
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
        row = self._hot.row if self._hot else None
        explain(self, _hint(row) if row else "")
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
            if self._at_key:
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

    def _show_button(self) -> None:
        """Offer what can be done where there is nothing else."""
        if self._button is not None:
            self._button.hide()
            self._button.deleteLater()
            self._button = None
        if self._view.button:
            self._button = WordButton(self._view.button, ButtonKind.SECONDARY, self._skin, self)
            self._button.clicked.connect(self.begun)
            self._button.resize(self._button.sizeHint())
            self._button.move(_LEFT, _BUTTON_TOP)
            self._button.show()

    def _paint_caption(self, painter: QPainter, line: _Line) -> None:
        theme = self._skin.theme
        font = theme.fonts.semibold(metrics.CAPTION_TEXT)
        middle = line.top + line.height - 14.0
        color = theme.colors.text2
        count = str(len(line.section.rows))
        right = self.width() - _LEFT - text_width(count, font)
        draw_text(painter, line.section.title, font, color, left=_LEFT, middle=middle, room=right)
        draw_text(painter, count, font, color, left=right, middle=middle, room=40)

    def _paint_row(self, painter: QPainter, line: _Line, row: SessionLook) -> None:
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

    def _paint_right(self, painter: QPainter, line: _Line, row: SessionLook, *, hot: bool) -> float:
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

    def _stop_box(self, line: _Line) -> QRectF:
        top = line.top + (line.height - _BUTTON) / 2
        return QRectF(self.width() - _BUTTON - 8, top, _BUTTON, _BUTTON)

    @property
    def _rows(self) -> list[SessionLook]:
        return [line.row for line in self._lines if line.row is not None]

    def _step(self, step: int) -> None:
        known = [row.id for row in self._rows]
        if known:
            here = known.index(self._at_key) if self._at_key in known else -1
            self._at_key = known[(here + step) % len(known)]
        self._show_key_row()

    def _show_key_row(self) -> None:
        for line in self._lines:
            if line.row is not None and line.row.id == self._at_key:
                self.reveal.emit(line.top, line.height)
                self.tell_current()
        self.update()

    def _at(self, point: QPointF) -> _Line | None:
        for line in self._lines:
            if line.row is not None and line.top <= point.y() < line.top + line.height:
                return line
        return None


def _lines(view: SideBarView) -> tuple[_Line, ...]:
    lines: list[_Line] = []
    top = 4
    for section in view.sections:
        lines.append(_Line(top, _CAPTION, section, None))
        top += _CAPTION
        for row in section.rows:
            lines.append(_Line(top, metrics.ROW, section, row))
            top += metrics.ROW
    return tuple(lines)


def _hint(row: SessionLook) -> str:
    if row.about:
        return (
            f"{row.name}, {row.detail}; {row.about}" if row.detail else f"{row.name}; {row.about}"
        )
    if row.rests:
        reason = row.reason or "a click launches it"
        told = f", {marks_words(row.marks)}" if row.marks else ""
        return f"{row.name} {row.detail}, does not run{told}; {reason}"
    where = f"in {row.address}" if row.address else "in the background; a click shows it"
    if not row.address and not row.is_live:
        where = "ended; a click shows what it left"
    if row.marks:
        where += f", {marks_words(row.marks)}"
    return " ".join(part for part in (row.name, row.detail, row.state, row.age, where) if part)
