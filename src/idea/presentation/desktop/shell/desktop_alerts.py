"""Tells the desktop what sessions out of sight have to say, and brings the person to them."""

import os
from collections.abc import Callable
from time import monotonic

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QWidget

from idea.domain.attention import Alert
from idea.domain.ports.desktop_notifier import DesktopNotifier
from idea.domain.visible import visible
from idea.presentation.desktop.viewmodels.desk import Desk
from idea.presentation.desktop.viewmodels.desk_state import DeskState
from idea.presentation.desktop.viewmodels.waiting_alerts import AGAIN_AFTER_S, WaitingAlerts


def desktop_may_tell(state: DeskState) -> bool:
    """Whether the person wants notifications of their desktop."""
    return state.setting("notifications.desktop", default=True)


def pause_s(state: DeskState) -> int:
    """Return the least seconds between two notifications of the desktop."""
    return state.setting("notifications.least_seconds", AGAIN_AFTER_S)


class DesktopAlerts(QObject):
    """One notification for all sessions of a window; main thread only."""

    def __init__(
        self,
        desk: Desk,
        notifier: DesktopNotifier,
        window: QWidget,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        super().__init__(window)
        self._desk = desk
        self._notifier = notifier
        self._window = window
        self.go_to: Callable[[str], None] = lambda _: None
        """Shows a session to the person."""
        self.waiting = WaitingAlerts(clock, lambda: pause_s(desk.state))
        self.timer = QTimer(self)
        self.timer.setSingleShot(True)
        self.timer.timeout.connect(self._tell)
        notifier.listen(self._opened)

    def add(self, session: str, alert: Alert) -> None:
        """Let the desktop tell what a session out of sight has to say, now or soon."""
        if desktop_may_tell(self._desk.state):
            self.waiting.add(session, alert)
            self._plan()

    def seen(self, session: str) -> None:
        """Take note that the person looks at a session."""
        # What others said stays as it is shown: nothing of it is new.
        if self.waiting.drop(session) and not self.waiting.sessions:
            self._notifier.withdraw()
        self._plan()

    def follow(self, state: DeskState) -> None:
        """Forget what is gone, or everything when the person wants no notifications."""
        before = self.waiting.sessions
        self.waiting.keep_only(state.sessions if desktop_may_tell(state) else ())
        if before and not self.waiting.sessions:
            self._notifier.withdraw()
        if before:
            self._plan()

    def stop(self) -> None:
        """Tell nothing any more, and take away what is shown: nobody would hear the click."""
        self.timer.stop()
        self._notifier.withdraw()

    def _plan(self) -> None:
        due_s = self.waiting.due_in()
        if due_s is None:
            self.timer.stop()
        else:
            self.timer.start(max(round(due_s * 1000), 0))

    def _tell(self) -> None:
        due_s = self.waiting.due_in()
        if due_s is not None and due_s > 0:
            self._plan()  # Timers may be early by a millisecond.
            return
        notification = self.waiting.tell(self._name_of)
        if notification is not None:
            self._notifier.show(notification)
        self._plan()

    def _name_of(self, session: str) -> str:
        view = self._desk.state.sessions.get(session)
        return visible(view.name) if view is not None else "IdeA"

    def _opened(self, token: str) -> None:
        waiting = self.waiting.sessions
        if token:
            # Wayland lets a window come to the front only by such a permit; Qt looks for it here.
            os.environ["XDG_ACTIVATION_TOKEN"] = token
        if self._window.isMinimized():
            self._window.showNormal()
        self._window.raise_()
        self._window.activateWindow()
        if waiting:
            self.go_to(waiting[0])
