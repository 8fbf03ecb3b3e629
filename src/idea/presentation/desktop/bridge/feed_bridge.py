"""Carries what the engine tells to the main thread, as one signal of frozen values."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from idea.application.engine_feed import EngineFeed, EngineLost
from idea.application.views import Change, EngineState
from idea.presentation.desktop.bridge.main_thread import Poster


class FeedBridge(QObject):
    """Emits `arrived` on the main thread for everything the feed says."""

    arrived = Signal(object)
    """Carries `EngineState | Change | EngineLost`."""

    def __init__(self, feed: EngineFeed, main: Poster) -> None:
        super().__init__()
        self._feed = feed
        self._main = main
        self._unsubscribe: Callable[[], None] | None = None

    def start(self) -> None:
        """Begin to listen."""
        if self._unsubscribe is None:
            self._unsubscribe = self._feed.subscribe(self._receive)

    def stop(self) -> None:
        """Listen no more; nothing arrives afterwards."""
        if self._unsubscribe is not None:
            self._unsubscribe()
            self._unsubscribe = None

    def start_engine(self) -> None:
        """Start an engine after one was stopped."""
        self._feed.start_engine()

    def _receive(self, item: EngineState | Change | EngineLost) -> None:
        self._main.post(lambda: self._deliver(item))

    def _deliver(self, item: EngineState | Change | EngineLost) -> None:
        if self._unsubscribe is not None:
            self.arrived.emit(item)
