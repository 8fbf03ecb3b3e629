"""The list at the left: the sessions of the project, in cells and in the background."""

from dataclasses import dataclass
from typing import override

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QScrollArea, QWidget

from idea.presentation.desktop.theme import metrics
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.viewmodels.panels import SectionView, SideBarView
from idea.presentation.desktop.viewmodels.session_look import SessionLook
from idea.presentation.desktop.widgets.drawing import draw_text, text_width
from idea.presentation.desktop.widgets.icons import Icon, paint_icon
from idea.presentation.desktop.widgets.shapes import SHAPE_SIZE, paint_shape

_LEFT = 14
_CAPTION = 34
_BUTTON = 22
_GRIP = 5
_NAME = _LEFT + SHAPE_SIZE + 10


@dataclass(frozen=True, slots=True)
class _Line:
    """A caption or a row, and where it is."""

    top: int
    height: int
    section: SectionView
    row: SessionLook | None


class SessionList(QWidget):
    """Draws the sections; rows light up and show their buttons under the pointer."""

    chosen = Signal(str)
    """Carries the session to go to, or to show in the focused cell when no cell shows it."""
    stop_asked = Signal(str)

    def __init__(self, skin: Skin, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._skin = skin
        self._view = SideBarView()
        self._lines: tuple[_Line, ...] = ()
        self._hot: _Line | None = None
        self._pointer = QPointF(-1, -1)
        self.setMouseTracking(True)
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
        self.setMinimumHeight(self._lines[-1].top + metrics.ROW + 12 if self._lines else 80)
        self.updateGeometry()
        self.update()

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

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._pointer = event.position()
        self._hot = self._at(self._pointer)
        row = self._hot.row if self._hot else None
        self.setToolTip(_hint(row) if row else "")
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
        over_stop = line.row.is_live and self._stop_box(line).contains(event.position())
        (self.stop_asked if over_stop else self.chosen).emit(line.row.id)

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        event.accept()

    def row_point(self, session: str) -> QPoint:
        """Return the middle of a session's row, for tests; negative when it is not listed."""
        for line in self._lines:
            if line.row is not None and line.row.id == session:
                return QPoint(self.width() // 3, line.top + line.height // 2)
        return QPoint(-1, -1)

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
        if hot and row.is_live:
            box = self._stop_box(line)
            over = box.contains(self._pointer)
            color = theme.colors.error if over else theme.colors.text2
            paint_icon(painter, Icon.STOP, box.center(), color)
            if not row.address:
                attach = box.translated(-_BUTTON, 0)
                paint_icon(painter, Icon.ATTACH, attach.center(), theme.colors.text2)
                return attach.left()
            return box.left()
        text = row.address or row.age or row.state
        font = theme.fonts.ui(metrics.CAPTION_TEXT)
        right = self.width() - _LEFT - text_width(text, font)
        middle = line.top + line.height / 2
        draw_text(painter, text, font, theme.colors.text3, left=right, middle=middle, room=200)
        return right

    def _stop_box(self, line: _Line) -> QRectF:
        top = line.top + (line.height - _BUTTON) / 2
        return QRectF(self.width() - _BUTTON - 8, top, _BUTTON, _BUTTON)

    def _at(self, point: QPointF) -> _Line | None:
        for line in self._lines:
            if line.row is not None and line.top <= point.y() < line.top + line.height:
                return line
        return None


class _Edge(QWidget):
    """The right edge of the side bar, which can be dragged."""

    dragged = Signal(int)
    """Carries the wanted width."""
    released = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setCursor(Qt.CursorShape.SplitHCursor)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.dragged.emit(self.mapToParent(event.position().toPoint()).x() + 1)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.released.emit()


class SideBar(QWidget):
    """The list in a scroll area, with an edge that can be dragged."""

    resized = Signal(int)
    """Carries the width the person chose."""

    def __init__(self, skin: Skin, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._skin = skin
        self.list = SessionList(skin)
        self._area = QScrollArea(self)
        self._area.setWidget(self.list)
        self._area.setWidgetResizable(True)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._edge = _Edge(self)
        self._edge.dragged.connect(self.set_width)
        self._edge.released.connect(self._tell_width)
        self.set_width(metrics.SIDE_BAR)
        skin.changed.connect(self.update)

    def set_width(self, width: int) -> None:
        """Take a width, within the limits."""
        self.setFixedWidth(min(max(width, metrics.SIDE_BAR_LEAST), metrics.SIDE_BAR_MOST))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._area.setGeometry(0, 0, self.width() - 1, self.height())
        self._edge.setGeometry(self.width() - _GRIP, 0, _GRIP, self.height())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colors = self._skin.theme.colors
        painter = QPainter(self)
        painter.fillRect(self.rect(), colors.bg1)
        painter.fillRect(self.width() - 1, 0, 1, self.height(), colors.line)
        painter.end()

    def _tell_width(self) -> None:
        self.resized.emit(self.width())


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
    where = f"in {row.address}" if row.address else "in the background; a click shows it"
    return " ".join(part for part in (row.name, row.detail, row.state, row.age, where) if part)
