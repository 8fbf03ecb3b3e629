"""What one client still has to be sent, in order and bounded."""

import asyncio
from collections import deque
from typing import Final

MOST_ITEMS: Final = 1_000
MOST_BYTES: Final = 1024 * 1024


class OutgoingQueue[T: (str, bytes)]:
    """Messages waiting for a client; a client that lets too many wait is cut off.

    Lives on the event loop's thread. One message always fits, however long, so that a client with
    a large state can still be answered.
    """

    def __init__(self, *, most_items: int = MOST_ITEMS, most_bytes: int = MOST_BYTES) -> None:
        self._most_items = most_items
        self._most_bytes = most_bytes
        self._waiting: deque[T] = deque()
        self._bytes = 0
        self._wake = asyncio.Event()
        self._ended = False
        self.overflowed = False

    @property
    def waiting_bytes(self) -> int:
        """How much waits, not counting the message being sent."""
        return self._bytes

    def put(self, message: T) -> None:
        """Add a message; dropped when the queue has ended or overflows by it."""
        if self._ended:
            return
        grown = self._bytes + len(message)
        if self._waiting and (len(self._waiting) >= self._most_items or grown > self._most_bytes):
            self.overflowed = True
            self._waiting.clear()
            self._bytes = 0
            self.end()
            return
        self._waiting.append(message)
        self._bytes = grown
        self._wake.set()

    def end(self) -> None:
        """Take no more; what waits is still handed out."""
        self._ended = True
        self._wake.set()

    async def take(self) -> T | None:
        """Wait for the next message; None once the queue has ended and is empty."""
        while not self._waiting:
            if self._ended:
                return None
            self._wake.clear()
            await self._wake.wait()
        message = self._waiting.popleft()
        self._bytes -= len(message)
        return message
