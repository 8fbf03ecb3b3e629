"""Keeps the banner over the top of what is below it: a sentence must resize no terminal."""

from typing import override

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QWidget

from idea.presentation.desktop.panels.banner import Banner


class BannerPlace(QObject):
    """Lives as long as the banner; main thread only."""

    def __init__(self, banner: Banner, below: QWidget) -> None:
        super().__init__(banner)
        self._banner = banner
        self._below = below
        below.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in {QEvent.Type.Resize, QEvent.Type.Move}:
            room = self._below.geometry()
            self._banner.setGeometry(room.x(), room.y(), room.width(), self._banner.height())
        return False
