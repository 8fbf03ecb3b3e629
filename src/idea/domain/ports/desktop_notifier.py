"""Where a person is told of terminals they cannot see: the notifications of their desktop."""

from collections.abc import Callable
from typing import NamedTuple, Protocol

from idea.domain.attention import Urgency


class DesktopNotification(NamedTuple):
    """One notification in plain text; lines of `text` end with a line feed."""

    title: str
    text: str
    urgency: Urgency = Urgency.NORMAL


type Opened = Callable[[str], None]
"""Hears that the person clicked what is shown, with the desktop's permit to raise a window."""


class DesktopNotifier(Protocol):
    """Shows one notification at a time. Main thread only; nothing waits, nothing fails.

    A desktop that shows no notifications is no fault: then nothing happens.
    """

    def listen(self, opened: Opened) -> None:
        """Call `opened` for each click from now on, on the main thread; permits may be empty."""
        ...

    def show(self, notification: DesktopNotification) -> None:
        """Show this in the place of what is shown."""
        ...

    def withdraw(self) -> None:
        """Show nothing any more."""
        ...
