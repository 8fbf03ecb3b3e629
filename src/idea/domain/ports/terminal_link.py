"""The way from a view to its session in the engine."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from idea.domain.ids import SessionId
from idea.domain.stream.messages import ClientMessage, EngineMessage, Seq
from idea.domain.terminal import Size


@dataclass(frozen=True, slots=True)
class LinkLost:
    """The link ended without being asked to; `sentence` is for the person."""

    sentence: str


class TerminalLink(Protocol):
    """One attached terminal's channel; every method may be called from any thread, none blocks."""

    def send(self, message: ClientMessage) -> None:
        """Queue a message; messages arrive in the order of the calls. Ignored after the end."""
        ...

    def close(self) -> None:
        """Detach; nothing is received afterwards."""
        ...


class TerminalLinks(Protocol):
    """Attaches views to sessions."""

    def attach(
        self,
        session: SessionId,
        *,
        have: Seq | None,
        size: Size | None,
        shown: bool,
        core: str,
        receive: Callable[[EngineMessage | LinkLost], None],
    ) -> TerminalLink:
        """Attach at once and let messages arrive.

        `have` is the seq up to which the view's core is fed, None for an empty core; `size` the
        room the view has, None for an observer, which never holds the session; `core` the name of
        the view's core, empty when it can restore portable checkpoints only. `receive` is called
        on the connection's own thread, in order, and must not block; a failed attach arrives as
        `LinkLost`.
        """
        ...
