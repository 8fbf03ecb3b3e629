"""What in a widget assistive technology would find without a name or a role."""

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QWidget

Role = QAccessible.Role
Name = QAccessible.Text.Name
_MOUSE = ("mousePressEvent", "mouseReleaseEvent", "mouseMoveEvent")
_SILENT = {"RangeOverlay", "QWidget", "QScrollArea", "QStackedWidget"}
"""Nothing can be done with these themselves."""


def everything(found: QAccessibleInterface) -> Iterator[QAccessibleInterface]:
    """Return a part and all within it."""
    yield found
    for number in range(found.childCount()):
        child = found.child(number)
        if child is not None:
            yield from everything(child)


def nameless(root: QWidget) -> list[str]:
    """Return what can be reached or clicked and has no name, or no role but that of a widget."""
    poor = []
    for found in everything(QAccessible.queryAccessibleInterface(root)):
        widget = found.object()
        if not isinstance(widget, QWidget):
            if not found.text(Name) or found.actionInterface() is None:
                poor.append(f"a part of {found.parent().object()}")
            continue
        kind = type(widget).__name__
        acts = any(name in vars(type(widget)) for name in _MOUSE)
        reached = widget.focusPolicy() is not Qt.FocusPolicy.NoFocus
        if kind in _SILENT or not (acts or reached):
            continue
        if not found.text(Name) and widget.isVisible():
            poor.append(f"{kind} has no name")
        if found.role() is Role.Client:
            poor.append(f"{kind} has no role")
    return poor
