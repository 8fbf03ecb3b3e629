"""One program that talks to the keeper; never blocks."""

import os
import socket
from array import array
from collections import deque
from collections.abc import Sequence

from idea.infrastructure.pty.keeper_protocol import Lines, Message, encode

_MOST_WAITING = 4 * 1024 * 1024
"""Bytes of answers for an engine that does not read."""


class LinkClosedError(Exception):
    """The other side is gone or does not read."""


class KeeperLink:
    """A connection with its unread and unsent bytes."""

    __slots__ = ("_queue", "_waiting", "greeted", "lines", "since", "socket")

    def __init__(self, connected: socket.socket, since: float) -> None:
        connected.setblocking(False)  # noqa: FBT003 # Its only argument.
        self.socket = connected
        self.since = since
        self.greeted = False
        self.lines = Lines()
        self._queue: deque[tuple[bytes, tuple[int, ...]]] = deque()
        self._waiting = 0

    def receive(self) -> bytes:
        """Return what came, empty for nothing yet; descriptors sent to us are closed unseen.

        Raises:
            LinkClosedError: Nothing will come any more.
        """
        try:
            received = self.socket.recv(65536)
        except BlockingIOError:
            return b""
        except OSError as error:
            raise LinkClosedError from error
        if not received:
            raise LinkClosedError
        return received

    def send(self, message: Message, descriptors: Sequence[int] = ()) -> None:
        """Queue a message with copies of descriptors.

        Raises:
            LinkClosedError: The other side does not read.
        """
        line = encode(message)
        self._waiting += len(line)
        if self._waiting > _MOST_WAITING:
            raise LinkClosedError
        self._queue.append((line, tuple(os.dup(one) for one in descriptors)))
        self.flush()

    def flush(self) -> bool:
        """Send what can be sent; returns whether something still waits.

        Raises:
            LinkClosedError: The other side is gone.
        """
        while self._queue:
            line, descriptors = self._queue[0]
            rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array("i", descriptors))]
            try:
                sent = self.socket.sendmsg([line], rights if descriptors else [])
            except BlockingIOError:
                return True
            except OSError as error:
                raise LinkClosedError from error
            self._waiting -= sent
            self._queue.popleft()
            _close_all(descriptors)
            if sent < len(line):
                self._queue.appendleft((line[sent:], ()))
        return False

    @property
    def has_unsent(self) -> bool:
        """Whether the socket has to become writable."""
        return bool(self._queue)

    def close(self) -> None:
        """End the connection."""
        for _, descriptors in self._queue:
            _close_all(descriptors)
        self._queue.clear()
        self.socket.close()


def _close_all(descriptors: Sequence[int]) -> None:
    for descriptor in descriptors:
        os.close(descriptor)
