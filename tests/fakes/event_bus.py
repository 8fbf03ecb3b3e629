"""An event bus that remembers."""

from collections.abc import Callable
from typing import override

from idea.domain.events import Event
from idea.domain.ports.event_bus import EventBus


class FakeEventBus(EventBus):
    """Delivers at once and keeps what was published."""

    def __init__(self) -> None:
        self.published: list[Event] = []
        self._listeners: list[Callable[[Event], None]] = []

    @override
    def publish(self, event: Event) -> None:
        self.published.append(event)
        for listener in tuple(self._listeners):
            listener(event)

    @override
    def subscribe(self, listener: Callable[[Event], None]) -> Callable[[], None]:
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def of[E](self, kind: type[E]) -> list[E]:
        """Return the published events of one kind."""
        return [event for event in self.published if isinstance(event, kind)]
