"""Dragging a tab: among its neighbours, into another window, or out into a new one.

The strip keeps the mouse while a button is held, so everything is told by plain mouse events and
no loop nests. Wayland tells no program where its windows are: there a tab can be dragged out into
a new window, and goes into another one by *Move tab to window*.
"""

from collections.abc import Callable, Sequence
from typing import override

from PySide6.QtCore import QObject, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QWidget

from idea.presentation.desktop.theme import metrics
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.widgets.drawing import draw_text, text_width
from idea.presentation.desktop.widgets.escape_watch import EscapeWatch

_BAND = 24
"""How far above or below its strip a dragged tab still belongs to it, in pixels."""
_ASIDE = QPoint(14, 16)


def is_in_strip(strip: QWidget, point: QPoint) -> bool:
    """Whether a point of a strip, or near it, belongs to it."""
    return 0 <= point.x() < strip.width() and -_BAND <= point.y() < strip.height() + _BAND


class TabGhost(QWidget):
    """The name of a dragged tab beside the pointer, and what letting go would do."""

    def __init__(self, skin: Skin, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.ToolTip | Qt.WindowType.WindowTransparentForInput)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self._skin = skin
        self._words = ""

    def show_at(self, point: QPoint, words: str) -> None:
        """Show words beside a global position."""
        if words != self._words:
            self._words = words
            width = round(text_width(words, self._skin.theme.fonts.ui())) + 24
            self.setFixedSize(QSize(width, 26))
            self.update()
        self.move(point + _ASIDE)
        self.show()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._skin.theme
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.colors.bg3)
        painter.setPen(theme.colors.line_strong)
        painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))
        font = theme.fonts.ui(metrics.SECONDARY_TEXT)
        draw_text(
            painter,
            self._words,
            font,
            theme.colors.text,
            left=12,
            middle=self.height() / 2,
            room=self.width() - 16,
        )
        painter.end()


class TabDrag(QObject):
    """What is dragged; nothing is before the mouse has moved enough."""

    moved = Signal(str, int)
    """Carries a project and how many tabs are to be left of its tab."""
    dragged = Signal(object)
    """Carries the global position of a tab that is dragged beyond its strip; None when it ends."""
    dropped = Signal(str, object)
    """Carries a project and the global position its tab was let go at, beyond its strip."""

    def __init__(
        self,
        strip: QWidget,
        skin: Skin,
        target_at: Callable[[QPoint], int],
        show_target: Callable[[int], None],
    ) -> None:
        """Drag tabs of `strip`, which tells and marks before which tab one would go."""
        super().__init__(strip)
        self._strip = strip
        self._skin = skin
        self._target_at = target_at
        self._show_target = show_target
        self._project = ""
        self._title = ""
        self._pressed = QPoint()
        self._escape = EscapeWatch(self)
        self._escape.pressed.connect(self.cancel)
        self.ghost: TabGhost | None = None
        """What is beside the pointer while a tab is dragged."""
        self.beyond: Callable[[QPoint], str] = lambda _: ""
        """Says in words what letting a tab go at a global position would do; empty for nothing."""

    def press(self, project: str, title: str, point: QPoint) -> None:
        """Hold a tab down."""
        self._project, self._title, self._pressed = project, title, point

    def move(self, point: QPoint, buttons: Qt.MouseButton) -> bool:
        """Hear where in the strip the mouse is; returns whether a tab is being dragged."""
        if not (self._project and buttons & Qt.MouseButton.LeftButton):
            return False
        if self.ghost is None:
            if (point - self._pressed).manhattanLength() < QApplication.startDragDistance():
                return False
            self.ghost = TabGhost(self._skin, self._strip)
            self._escape.begin()
        pointer = self._strip.mapToGlobal(point)
        inside = is_in_strip(self._strip, point)
        self._show_target(self._target_at(point))
        self.dragged.emit(None if inside else pointer)
        todo = "" if inside else self.beyond(pointer)
        self.ghost.show_at(pointer, f"{self._title} · {todo}" if todo else self._title)
        return True

    def release(self, point: QPoint, order: Sequence[str]) -> None:
        """Let go; `order` are the projects of the tabs as they are now."""
        project, was_dragged = self._project, self.ghost is not None
        self.cancel()
        if not was_dragged or project not in order:
            return
        if not is_in_strip(self._strip, point):
            self.dropped.emit(project, self._strip.mapToGlobal(point))
            return
        before, at = order.index(project), self._target_at(point)
        # A tab that goes to the right leaves a gap on its left.
        at = at - 1 if at > before else at
        if at != before:
            self.moved.emit(project, at)

    def cancel(self) -> None:
        """Leave everything as it was."""
        self._project = ""
        self._show_target(-1)
        if self.ghost is not None:
            self._escape.end()
            self.ghost.hide()
            self.ghost.deleteLater()
            self.ghost = None
            self.dragged.emit(None)
