"""Icons of quiet buttons: one set of drawings of ours, coloured by the theme as they are painted.

Each is a file of `theme/icons`, drawn with lines of 1.4 pixels in a square of 16 around its middle.
"""

import functools
from collections.abc import Callable
from enum import StrEnum
from importlib.resources import files

from PySide6.QtCore import QByteArray, QPointF, QRectF
from PySide6.QtGui import QColor, QPainter


class Icon(StrEnum):
    """What a quiet button shows; the value is the name of its file."""

    SPLIT = "split"
    ZOOM = "zoom"
    UNZOOM = "unzoom"
    CLOSE = "close"
    MORE = "more"
    ADD = "add"
    MENU = "menu"
    STOP = "stop"
    ATTACH = "attach"
    BELL = "bell"
    UP = "up"
    DOWN = "down"
    SESSIONS = "sessions"
    TEMPLATES = "templates"
    SKILLS = "skills"
    RECIPES = "recipes"
    ENGINES = "engines"
    RELAUNCH = "relaunch"
    BEHIND = "behind"
    BRING_BACK = "bring_back"


ICON_SIZE = 14
"""Side of the square that an icon's lines fill at most."""
_SIDE = 16.0


def paint_icon(painter: QPainter, icon: Icon, center: QPointF, color: QColor) -> None:
    """Draw an icon around a point."""
    half = _SIDE / 2
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    box = QRectF(center.x() - half, center.y() - half, _SIDE, _SIDE)
    _drawing(icon, color.name())(painter, box)
    painter.restore()


@functools.cache
def _drawing(icon: Icon, color: str) -> Callable[[QPainter, QRectF], None]:
    # Loaded by the first icon that is painted, not while the window's modules are imported.
    from PySide6.QtSvg import QSvgRenderer  # noqa: PLC0415

    text = files("idea.presentation.desktop.theme").joinpath("icons", f"{icon}.svg").read_text()
    return QSvgRenderer(QByteArray(text.replace("currentColor", color).encode())).render
