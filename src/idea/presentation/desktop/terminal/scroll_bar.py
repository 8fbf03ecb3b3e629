"""A thin bar at the right edge: there while scrolling or under the mouse, quiet otherwise."""

from typing import override

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QColor, QEnterEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from idea.domain.ports.terminal_core import Scrollback
from idea.presentation.desktop.terminal.look import Rgb
from idea.presentation.desktop.widgets.spoken import SpokenWidget

WIDTH_PX = 12
_THUMB_PX = 4
_THUMB_WIDE_PX = 6
_SHORTEST_PX = 24
_LINGER_MS = 900
_QUIET = 120
_LOUD = 190


class ScrollBar(SpokenWidget):
    """Shows where the viewport stands; dragging it moves the viewport."""

    ROLE = QAccessible.Role.ScrollBar

    moved = Signal(object)
    """Carries the absolute line to show at the top."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName("Scrollback")
        self._scrollback = Scrollback(total=1, top=0)
        self._rows = 1
        self._color: Rgb = 0
        self._hovered = False
        self._grip: float | None = None
        self._linger = QTimer(self)
        self._linger.setSingleShot(True)
        self._linger.setInterval(_LINGER_MS)
        self._linger.timeout.connect(self._refresh)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.ArrowCursor)

    def set_color(self, color: Rgb) -> None:
        """Draw the thumb in this colour."""
        self._color = color
        self.update()

    def set_position(self, scrollback: Scrollback, rows: int) -> None:
        """Show where the viewport stands."""
        before = (self._scrollback, self._rows)
        if before == (scrollback, rows):
            return
        scrolled = (
            scrollback.top - self._scrollback.top != scrollback.total - self._scrollback.total
        )
        self._scrollback, self._rows = scrollback, rows
        if scrolled:
            self._linger.start()
        if self.thumb_shown:
            self.update()

    @property
    def thumb_shown(self) -> bool:
        """Whether anything of the bar can be seen."""
        if self._scrollback.total <= self._rows:
            return False
        return self._hovered or self._grip is not None or self._linger.isActive()

    def thumb(self) -> QRectF:
        """Return where the thumb is, in logical pixels."""
        height = self.height()
        total = max(self._scrollback.total, 1)
        length = min(max(height * self._rows / total, _SHORTEST_PX), height)
        steps = max(total - self._rows, 1)
        top = (height - length) * min(self._scrollback.top / steps, 1)
        width = _THUMB_WIDE_PX if self._hovered or self._grip is not None else _THUMB_PX
        return QRectF(self.width() - width - 2, top + 2, width, max(length - 4, 4))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.thumb_shown:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        color = QColor(self._color)
        color.setAlpha(_LOUD if self._hovered or self._grip is not None else _QUIET)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        thumb = self.thumb()
        painter.drawRoundedRect(thumb, thumb.width() / 2, thumb.width() / 2)
        painter.end()

    @override
    def enterEvent(self, event: QEnterEvent) -> None:
        self._hovered = True
        self.update()

    @override
    def leaveEvent(self, event: QEvent) -> None:
        self._hovered = False
        self.update()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or not self.thumb_shown:
            event.ignore()
            return
        thumb = self.thumb()
        y = event.position().y()
        inside = thumb.top() <= y <= thumb.bottom()
        self._grip = y - thumb.top() if inside else thumb.height() / 2
        self._drag_to(event.position())

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._grip is not None:
            self._drag_to(event.position())

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._grip = None
        self.update()

    def _drag_to(self, point: QPointF) -> None:
        if self._grip is None:
            return
        room = self.height() - self.thumb().height()
        share = (point.y() - self._grip) / room if room > 0 else 0.0
        steps = max(self._scrollback.total - self._rows, 0)
        self.moved.emit(round(min(max(share, 0.0), 1.0) * steps))

    def _refresh(self) -> None:
        self.update()
