"""The private modes by which programs ask for the mouse, strongest first; for both cores."""

from collections.abc import Callable

from idea.domain.ports.terminal_core import MouseFormat, MouseTracking

_TRACKING = (
    (1003, MouseTracking.ANY),
    (1002, MouseTracking.BUTTON),
    (1000, MouseTracking.NORMAL),
    (9, MouseTracking.X10),
)
_FORMATS = (
    (1016, MouseFormat.SGR_PIXELS),
    (1006, MouseFormat.SGR),
    (1015, MouseFormat.URXVT),
    (1005, MouseFormat.UTF8),
)
POINTERS = frozenset({
    "default", "context-menu", "help", "pointer", "progress", "wait", "cell", "crosshair",
    "vertical-text", "alias", "copy", "move", "no-drop", "not-allowed", "grab", "grabbing",
    "all-scroll", "col-resize", "row-resize", "n-resize", "e-resize", "s-resize", "w-resize",
    "ne-resize", "nw-resize", "se-resize", "sw-resize", "ew-resize", "ns-resize", "nesw-resize",
    "nwse-resize", "zoom-in", "zoom-out",
})  # fmt: skip
"""Pointers that programs may ask for (OSC 22), by their CSS names; `text` is the usual one."""
MOUSE_MODES = tuple(mode for mode, _ in (*_TRACKING, *_FORMATS))


def mouse_tracking(is_set: Callable[[int], bool]) -> MouseTracking:
    """Return which events the modes that are set ask for."""
    return next((kind for mode, kind in _TRACKING if is_set(mode)), MouseTracking.NONE)


def mouse_format(is_set: Callable[[int], bool]) -> MouseFormat:
    """Return how the modes that are set want them written."""
    return next((kind for mode, kind in _FORMATS if is_set(mode)), MouseFormat.X10)
