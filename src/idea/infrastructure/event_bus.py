"""The event bus of one process."""

import logging
from collections.abc import Callable
from typing import override

from idea.domain.events import Event
from idea.domain.ports.event_bus import EventBus

_log = logging.getLogger(__name__)


class InMemoryEventBus(EventBus):
    """Calls every listener at once, in the order they subscribed, on the publisher's thread."""

    def __init__(self) -> None:
        self._listeners: dict[object, Callable[[Event], None]] = {}

    @override
    def publish(self, event: Event) -> None:
        for listener in tuple(self._listeners.values()):
            try:
                listener(event)
            except Exception:  # noqa: BLE001 # A listener's failure is its own; the rest still hear.
                _log.exception("A listener failed on %s", type(event).__name__)

    @override
    def subscribe(self, listener: Callable[[Event], None]) -> Callable[[], None]:
        key = object()
        self._listeners[key] = listener

        def unsubscribe() -> None:
            self._listeners.pop(key, None)

        return unsubscribe
