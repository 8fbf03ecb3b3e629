"""Lets files, texts and pictures be dropped onto a terminal."""

from typing import override

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QWidget

from idea.presentation.desktop.terminal.dropped import takes
from idea.presentation.desktop.terminal.live_terminal import LiveTerminal


class DropTaker(QObject):
    """Pastes what is dropped onto one widget."""

    def __init__(self, widget: QWidget, terminal: LiveTerminal) -> None:
        super().__init__(widget)
        self._widget = widget
        self._terminal = terminal
        widget.setAcceptDrops(True)
        widget.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # A drop is also a drag that enters, for Qt.
        if isinstance(event, QDropEvent) and event.type() == QEvent.Type.Drop:
            self._widget.setFocus(Qt.FocusReason.OtherFocusReason)
            self._terminal.paste_content(event.mimeData())
        elif not (isinstance(event, QDragEnterEvent) and self._wants(event)):
            return False
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        return True

    def _wants(self, event: QDragEnterEvent) -> bool:
        return takes(event.mimeData()) and not self._terminal.has_ended
