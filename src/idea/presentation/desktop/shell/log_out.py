"""Keeps everything at once when the system ends the session, and never holds that up.

Nothing is asked: places and what was typed are kept, windows close, and whether sessions go on is
the system's decision. Main thread only.
"""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QGuiApplication, QSessionManager

from idea.domain.ports.kept_texts import KeptTexts
from idea.presentation.desktop.shell.windows import Windows

_CANCELLED_AFTER_MS = 30_000
"""A log-out that has not ended the window by then was cancelled."""


class LogOut(QObject):
    """Lives as long as the windows."""

    def __init__(self, windows: Windows, texts: KeptTexts) -> None:
        super().__init__(windows)
        self._windows = windows
        self._texts = texts
        self._kept: set[tuple[str, str]] = set()
        self._cancelled = QTimer(self)
        self._cancelled.setSingleShot(True)
        self._cancelled.setInterval(_CANCELLED_AFTER_MS)
        self._cancelled.timeout.connect(lambda: self._expect(ends=False))

    def listen(self, application: QGuiApplication) -> None:
        """Hear what the desktop's session manager says, where there is one."""
        application.commitDataRequest.connect(self.commit)
        application.saveStateRequest.connect(self.commit)

    def commit(self, session: QSessionManager | None = None) -> None:
        """Keep everything now; a window that is closed soon asks nothing."""
        if session is not None:
            # The next window shows everything again by itself, whenever the person wants one.
            session.setRestartHint(QSessionManager.RestartHint.RestartNever)
        self._expect(ends=True)
        self._cancelled.start()
        self._keep(lambda: None)

    def end(self) -> None:
        """Keep everything and end, within a second."""
        self._expect(ends=True)
        for window in self._windows.shown:
            window.hide()
        self._keep(self._windows.left.emit)

    def _expect(self, *, ends: bool) -> None:
        for window in self._windows.shown:
            window.life.is_session_over = ends

    def _keep(self, then: Callable[[], object]) -> None:
        for window in self._windows.shown:
            for one in window.team.unsaved(""):
                kept = (one.name, one.editor.text())
                if kept not in self._kept:
                    self._kept.add(kept)
                    self._texts.keep(*kept)
        self._windows.save_places(then)
