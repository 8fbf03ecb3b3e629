"""A desktop that only writes down what it shows."""

from typing import override

from idea.domain.ports.desktop_notifier import DesktopNotification, DesktopNotifier, Opened


class FakeDesktopNotifier(DesktopNotifier):
    """Shows into `shown`; `click` does what the person would."""

    def __init__(self) -> None:
        self.shown: DesktopNotification | None = None
        self.told: list[DesktopNotification] = []
        """Everything that was ever shown."""
        self._opened: Opened | None = None

    @override
    def listen(self, opened: Opened) -> None:
        self._opened = opened

    @override
    def show(self, notification: DesktopNotification) -> None:
        self.shown = notification
        self.told.append(notification)

    @override
    def withdraw(self) -> None:
        self.shown = None

    def click(self, token: str = "") -> None:
        """Open what is shown, as a click does."""
        assert self.shown is not None
        assert self._opened is not None
        self._opened(token)
