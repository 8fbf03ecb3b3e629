"""Folders of a file manager, dropped onto the window: each becomes a project with a tab.

A terminal takes what is dropped onto it for itself; what reaches the window fell beside them.
"""

from collections.abc import Callable
from typing import override

from PySide6.QtCore import QEvent, QMimeData, QObject, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QWidget

_MOST = 20
"""More at once are a slip of the hand."""


class FolderDrops(QObject):
    """Calls `open_folder` with the path of each; what is no folder is for the engine to say."""

    def __init__(self, window: QWidget, open_folder: Callable[[str], None]) -> None:
        super().__init__(window)
        self._open_folder = open_folder
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # A drop is also a drag that enters, for Qt.
        if isinstance(event, QDropEvent) and event.type() == QEvent.Type.Drop:
            for path in local_paths(event.mimeData()):
                self._open_folder(path)
        elif not (isinstance(event, QDragEnterEvent) and local_paths(event.mimeData())):
            return False
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        return True


def local_paths(content: QMimeData) -> tuple[str, ...]:
    """Return the paths of what a file manager handed over; empty for anything else, or too much."""
    urls = content.urls()
    if not urls or len(urls) > _MOST or not all(url.isLocalFile() for url in urls):
        return ()
    return tuple(url.toLocalFile() for url in urls)
