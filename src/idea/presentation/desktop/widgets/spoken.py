"""What assistive technology finds in widgets that we draw: their role, and the parts drawn in them.

Qt knows buttons and boxes by itself. A tab or a row that is only painted is found here as a child
with a name, a place, and something to do. Nothing is made before somebody asks. Main thread only.
"""

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, override

from PySide6.QtCore import QObject, QPoint, QRect
from PySide6.QtGui import (
    QAccessible,
    QAccessibleActionInterface,
    QAccessibleAnnouncementEvent,
    QAccessibleEvent,
    QAccessibleInterface,
    QWindow,
)
from PySide6.QtWidgets import QAccessibleWidget, QWidget
from shiboken6 import VoidPtr, isValid

NULL = VoidPtr(0)
"""What crosses to Qt as no interface; None would not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpokenPart:
    """Something drawn in a widget that a person can point at."""

    name: str
    box: QRect
    """Where it is in the widget."""
    press: Callable[[], None]
    role: QAccessible.Role = QAccessible.Role.ListItem
    is_current: bool = False
    """Whether it is the one in front, or the one the keyboard is at."""
    enabled: bool = True


class SpokenWidget(QWidget):
    """A widget that says what it is, and what is drawn in it."""

    ROLE: ClassVar[QAccessible.Role] = QAccessible.Role.Grouping

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        install()

    def spoken_parts(self) -> Sequence[SpokenPart]:
        """Return what is drawn here, in reading order."""
        return ()

    def tell_current(self) -> None:
        """Tell that the keyboard is at another part."""
        if not QAccessible.isActive():
            return
        for number, part in enumerate(self.spoken_parts()):
            if part.is_current:
                event = QAccessibleEvent(self, QAccessible.Event.Focus)
                event.setChild(number)
                QAccessible.updateAccessibility(event)


def announce(widget: QWidget, sentence: str, *, at_once: bool = False) -> None:
    """Let a sentence that appeared be read out: after what is being read, or over it."""
    if sentence and QAccessible.isActive():
        event = QAccessibleAnnouncementEvent(widget, sentence)
        kinds = QAccessible.AnnouncementPoliteness
        event.setPoliteness(kinds.Assertive if at_once else kinds.Polite)
        QAccessible.updateAccessibility(event)


def call_it(widget: QWidget, name: str) -> None:
    """Give a widget a name for those who do not see it, and tell of it only when it is new."""
    if widget.accessibleName() != name:
        widget.setAccessibleName(name)


class _WidgetObject(QAccessibleWidget):
    """A `SpokenWidget` as assistive technology finds it: first its parts, then its widgets."""

    def __init__(self, widget: SpokenWidget) -> None:
        super().__init__(widget, widget.ROLE)
        self._drawn: list[_PartObject] = []

    @property
    def parts(self) -> Sequence[SpokenPart]:
        """What is drawn now."""
        widget = self.object()
        return widget.spoken_parts() if isinstance(widget, SpokenWidget) else ()

    @override
    def childCount(self) -> int:
        return len(self.parts) + super().childCount()

    @override
    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        drawn = len(self.parts)
        if index >= drawn:
            return super().child(index - drawn)
        while len(self._drawn) < drawn:
            self._drawn.append(_PartObject(self, len(self._drawn)))
        return self._drawn[index] if index >= 0 else None

    @override
    def indexOfChild(self, child: QAccessibleInterface) -> int:
        if isinstance(child, _PartObject):
            return child.number
        inside = super().indexOfChild(child)
        return inside + len(self.parts) if inside >= 0 else inside

    @override
    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]
        widget = self.widget()
        here = widget.mapFromGlobal(QPoint(x, y))
        for number, part in enumerate(self.parts):
            if part.box.contains(here) and widget.childAt(here) is None:
                return self.child(number)
        return super().childAt(x, y)


class _PartObject(QAccessibleInterface):
    """The part with a number, whatever is drawn there now."""

    def __init__(self, whole: _WidgetObject, number: int) -> None:
        super().__init__()
        self._whole = whole
        self._action = _Press(self)
        self.number = number

    @property
    def part(self) -> SpokenPart | None:
        """What it is; None when less is drawn by now, or nothing any more."""
        parts = self._whole.parts if isValid(self._whole) else ()
        return parts[self.number] if self.number < len(parts) else None

    @override
    def isValid(self) -> bool:
        return self.part is not None

    @override
    def object(self) -> QObject | None:  # type: ignore[override]
        return None

    @override
    def window(self) -> QWindow | None:  # type: ignore[override]
        return self._whole.window() if isValid(self._whole) else None

    @override
    def parent(self) -> QAccessibleInterface | None:  # type: ignore[override]
        return self._whole if isValid(self._whole) else None

    @override
    def childCount(self) -> int:
        return 0

    @override
    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        return None

    @override
    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]
        return None

    @override
    def indexOfChild(self, arg__1: QAccessibleInterface) -> int:
        return -1

    @override
    def role(self) -> QAccessible.Role:
        part = self.part
        return QAccessible.Role.NoRole if part is None else part.role

    @override
    def rect(self) -> QRect:
        part = self.part
        if part is None:
            return QRect()
        return QRect(self._whole.widget().mapToGlobal(part.box.topLeft()), part.box.size())

    @override
    def text(self, t: QAccessible.Text) -> str:
        part = self.part
        return part.name if part is not None and t is QAccessible.Text.Name else ""

    @override
    def setText(self, t: QAccessible.Text, text: str) -> None:
        """Stay as it is."""

    @override
    def state(self) -> QAccessible.State:
        state, part = QAccessible.State(), self.part
        state.invalid = part is None
        if part is not None:
            widget = self._whole.widget()
            state.invisible = not widget.isVisible()
            state.disabled = not part.enabled
            state.selectable = state.focusable = True
            state.selected = part.is_current
            state.focused = part.is_current and widget.hasFocus()
        return state

    @override
    def interface_cast(self, arg__1: QAccessible.InterfaceType) -> int:
        acts = arg__1 is QAccessible.InterfaceType.ActionInterface
        # The stubs say int; a wrapper crosses as the pointer it holds.
        return self._action if acts else NULL  # type: ignore[return-value]

    def press(self) -> None:
        """Do what a click does."""
        part = self.part
        if part is not None and part.enabled:
            part.press()


class _Press(QAccessibleActionInterface):
    """Lets a part be pressed."""

    def __init__(self, part: _PartObject) -> None:
        super().__init__()
        self._part = part

    @override
    def actionNames(self) -> list[str]:
        return [self.pressAction()]

    @override
    def doAction(self, actionName: str) -> None:
        if actionName == self.pressAction():
            self._part.press()

    @override
    def keyBindingsForAction(self, actionName: str) -> list[str]:
        return []


def _object_for(_name: str, made_for: QObject) -> QAccessibleInterface | None:
    return _WidgetObject(made_for) if isinstance(made_for, SpokenWidget) else None


@functools.cache
def install() -> None:
    """Let Qt ask here first, once in a process."""
    QAccessible.installFactory(_object_for)
