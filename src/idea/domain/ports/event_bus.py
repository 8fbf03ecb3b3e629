"""Announces what happened to whoever listens."""

from collections.abc import Callable
from typing import Protocol

from idea.domain.events import Event


class EventBus(Protocol):
    """Delivers events in the order they were published, on the publisher's thread."""

    def publish(self, event: Event) -> None:
        """Tell every listener; a listener's failure is logged and the others still hear."""
        ...

    def subscribe(self, listener: Callable[[Event], None]) -> Callable[[], None]:
        """Hear events from now on; the returned function ends that."""
        ...
