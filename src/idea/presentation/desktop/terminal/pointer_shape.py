"""How the mouse looks over a terminal: as the link or the program wants it."""

from collections.abc import Mapping
from types import MappingProxyType

from PySide6.QtCore import Qt

from idea.domain.ports.terminal_core import Modes, MouseTracking

_SHAPES: Mapping[str, Qt.CursorShape] = MappingProxyType(
    {
        "default": Qt.CursorShape.ArrowCursor,
        "context-menu": Qt.CursorShape.ArrowCursor,
        "help": Qt.CursorShape.WhatsThisCursor,
        "pointer": Qt.CursorShape.PointingHandCursor,
        "progress": Qt.CursorShape.BusyCursor,
        "wait": Qt.CursorShape.WaitCursor,
        "cell": Qt.CursorShape.CrossCursor,
        "crosshair": Qt.CursorShape.CrossCursor,
        "vertical-text": Qt.CursorShape.IBeamCursor,
        "alias": Qt.CursorShape.DragLinkCursor,
        "copy": Qt.CursorShape.DragCopyCursor,
        "move": Qt.CursorShape.SizeAllCursor,
        "no-drop": Qt.CursorShape.ForbiddenCursor,
        "not-allowed": Qt.CursorShape.ForbiddenCursor,
        "grab": Qt.CursorShape.OpenHandCursor,
        "grabbing": Qt.CursorShape.ClosedHandCursor,
        "all-scroll": Qt.CursorShape.SizeAllCursor,
        "col-resize": Qt.CursorShape.SplitHCursor,
        "row-resize": Qt.CursorShape.SplitVCursor,
        **dict.fromkeys(("n-resize", "s-resize", "ns-resize"), Qt.CursorShape.SizeVerCursor),
        **dict.fromkeys(("e-resize", "w-resize", "ew-resize"), Qt.CursorShape.SizeHorCursor),
        **dict.fromkeys(("ne-resize", "sw-resize", "nesw-resize"), Qt.CursorShape.SizeBDiagCursor),
        **dict.fromkeys(("nw-resize", "se-resize", "nwse-resize"), Qt.CursorShape.SizeFDiagCursor),
        "zoom-in": Qt.CursorShape.CrossCursor,
        "zoom-out": Qt.CursorShape.CrossCursor,
    }
)


def pointer_shape(modes: Modes, *, over_link: bool) -> Qt.CursorShape:
    """Return a hand over a link, else what the program asked for, else what a click would do."""
    if over_link:
        return Qt.CursorShape.PointingHandCursor
    tracked = modes.mouse_tracking is not MouseTracking.NONE
    usual = Qt.CursorShape.ArrowCursor if tracked else Qt.CursorShape.IBeamCursor
    return _SHAPES.get(modes.pointer, usual)
