"""The way from a session to one of its attached clients."""

from typing import Protocol

from idea.domain.stream.messages import EngineMessage


class ClientChannel(Protocol):
    """One attached client's channel; used on the event loop's thread, never waits."""

    def send(self, message: EngineMessage) -> None:
        """Queue a message; ignored after the end."""
        ...

    def close(self, sentence: str) -> None:
        """Send what waits, then end the channel, telling the person why."""
        ...
