"""The icon of the window, for desktops on which no icon of that name is installed."""

from importlib.resources import files

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

SIDES = (16, 24, 32, 48, 64, 128, 256)
"""Pixels of a side, as window managers and switchers ask for them."""


def icon() -> QIcon:
    """Return the icon that comes with IdeA, drawn for each size; needs a QGuiApplication."""
    source = files("idea.presentation.desktop.theme").joinpath("icon.svg")
    renderer = QSvgRenderer(QByteArray(source.read_bytes()))
    drawn = QIcon()
    for side in SIDES:
        pixmap = QPixmap(side, side)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        renderer.render(painter)
        painter.end()
        drawn.addPixmap(pixmap)
    return drawn
