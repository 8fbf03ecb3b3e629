"""A feed that says what a test tells it."""

from collections.abc import Callable
from typing import override

from idea.application.engine_feed import EngineFeed, EngineLost
from idea.application.views import Change, EngineState


class FakeEngineFeed(EngineFeed):
    """`say` reaches everyone who subscribed; the last state is said to newcomers."""

    def __init__(self) -> None:
        self.listeners: list[Callable[[EngineState | Change | EngineLost], None]] = []
        self.state: EngineState | None = None
        self.starts = 0
        """How often an engine was wanted after one was stopped."""

    @override
    def subscribe(
        self, receive: Callable[[EngineState | Change | EngineLost], None]
    ) -> Callable[[], None]:
        self.listeners.append(receive)
        if self.state is not None:
            receive(self.state)
        return lambda: self.listeners.remove(receive)

    @override
    def start_engine(self) -> None:
        self.starts += 1

    def say(self, item: EngineState | Change | EngineLost) -> None:
        """Tell every listener."""
        if isinstance(item, EngineState):
            self.state = item
        for receive in list(self.listeners):
            receive(item)
