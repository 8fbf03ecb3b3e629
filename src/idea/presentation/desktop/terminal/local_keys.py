"""The few keys a terminal keeps for itself: copy, paste and scrolling.

Everything else belongs to the program, except the shortcuts of the window.
"""

import sys
from enum import Enum

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

_SHIFT = Qt.KeyboardModifier.ShiftModifier
_CONTROL = Qt.KeyboardModifier.ControlModifier
_PAGES = {
    Qt.Key.Key_PageUp: "PAGE_UP",
    Qt.Key.Key_PageDown: "PAGE_DOWN",
    Qt.Key.Key_Home: "TO_TOP",
    Qt.Key.Key_End: "TO_BOTTOM",
}


class LocalAction(Enum):
    """What a key does to the view instead of the program."""

    COPY = "copy"
    PASTE = "paste"
    PASTE_PRIMARY = "paste primary"
    PAGE_UP = "page up"
    PAGE_DOWN = "page down"
    TO_TOP = "to top"
    TO_BOTTOM = "to bottom"


def local_action(
    event: QKeyEvent, *, alternate_screen: bool, platform: str = sys.platform
) -> LocalAction | None:
    """Return what a key press does here; None when it is the program's.

    On the alternate screen there is nothing to scroll, so Shift and a page key go to the program.
    """
    held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    key = Qt.Key(event.key()) if event.key() in _KNOWN else None
    # Qt calls the Command key of macOS Control.
    copying = _CONTROL if platform == "darwin" else _CONTROL | _SHIFT
    if held == copying and key in {Qt.Key.Key_C, Qt.Key.Key_V}:
        return LocalAction.COPY if key == Qt.Key.Key_C else LocalAction.PASTE
    if key == Qt.Key.Key_Insert and held in {_SHIFT, _CONTROL}:
        return LocalAction.PASTE_PRIMARY if held == _SHIFT else LocalAction.COPY
    if held == _SHIFT and key in _PAGES and not alternate_screen:
        return LocalAction[_PAGES[key]]
    return None


_KNOWN = {key.value for key in (*_PAGES, Qt.Key.Key_C, Qt.Key.Key_V, Qt.Key.Key_Insert)}
