"""What a client hears from the engine: the whole state once, then every change in order."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from idea.application.views import Change, EngineState


@dataclass(frozen=True, slots=True)
class EngineLost:
    """The engine stopped answering; a new `EngineState` follows when one is there again."""

    sentence: str
    is_stopped: bool = False
    """Whether somebody stopped it, so that another one is started only on request."""


class EngineFeed(Protocol):
    """State and changes, with revisions, over a connection that restores itself."""

    def subscribe(
        self, receive: Callable[[EngineState | Change | EngineLost], None]
    ) -> Callable[[], None]:
        """Hear the state, then changes; the returned function ends that.

        `receive` is called on the connection's own thread, in order, and must not block.
        """
        ...

    def start_engine(self) -> None:
        """Start an engine after one was stopped; may be called from any thread, never waits."""
        ...
