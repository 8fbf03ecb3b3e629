"""The event bus of one process."""

import pytest

from idea.domain.events import Event, Noticed
from idea.infrastructure.event_bus import InMemoryEventBus


def test_listeners_hear_in_order_until_they_end() -> None:
    bus = InMemoryEventBus()
    heard: list[tuple[str, Event]] = []
    end = bus.subscribe(lambda event: heard.append(("a", event)))
    bus.subscribe(lambda event: heard.append(("b", event)))
    one, two = Noticed("one"), Noticed("two")
    bus.publish(one)
    end()
    end()
    bus.publish(two)
    assert heard == [("a", one), ("b", one), ("b", two)]


def test_a_failing_listener_is_logged_and_the_others_hear(
    caplog: pytest.LogCaptureFixture,
) -> None:
    bus = InMemoryEventBus()
    heard: list[Event] = []

    def fail(event: Event) -> None:
        raise ValueError(event)

    bus.subscribe(fail)
    bus.subscribe(heard.append)
    bus.publish(Noticed("one"))
    assert heard == [Noticed("one")]
    assert "A listener failed on Noticed" in caplog.text
