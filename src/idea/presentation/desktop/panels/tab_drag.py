"""Dragging a tab: among its neighbours, into another window, or out into a new one.

The strip keeps the mouse while a button is held, so everything is told by plain mouse events and
no loop nests. Wayland tells no program where its windows are: there a tab can be dragged out into
a new window, and goes into another one by *Move tab to window*.
"""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtWidgets import QApplication, QWidget

from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.widgets.drag_label import DragLabel
from idea.presentation.desktop.widgets.escape_watch import EscapeWatch

_BAND = 24
"""How far above or below its strip a dragged tab still belongs to it, in pixels."""


def is_in_strip(strip: QWidget, point: QPoint) -> bool:
    """Whether a point of a strip, or near it, belongs to it."""
    return 0 <= point.x() < strip.width() and -_BAND <= point.y() < strip.height() + _BAND


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
        self.ghost: DragLabel | None = None
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
            self.ghost = DragLabel(self._skin, self._strip)
            self._escape.begin()
        pointer = self._strip.mapToGlobal(point)
        inside = is_in_strip(self._strip, point)
        self._show_target(self._target_at(point))
        self.dragged.emit(None if inside else pointer)
        todo = "" if inside else self.beyond(pointer)
        self.ghost.show_at(pointer, self._title, todo)
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
