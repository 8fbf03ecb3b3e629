"""The worker's side of the two pipes: one thread that never blocks on either while it has work."""

import os
import select
from collections.abc import Callable
from typing import Protocol

from idea.domain.stream.worker_wire import (
    FromWorker,
    ToWorker,
    encode_from_worker,
    frames_to_worker,
)

_READ_BYTES = 1024 * 1024
_MOST_UNSENT_BYTES = 8 * 1024 * 1024
"""With more answers than this waiting for the engine, no screen is worked on."""


class Work(Protocol):
    """What the loop drives."""

    @property
    def busy(self) -> bool:
        """Whether a turn would do something."""
        ...

    def rest_s(self) -> float | None:
        """Return when a turn would do something though nothing arrives; None for never."""
        ...

    def receive(self, number: int, message: ToWorker, /) -> None:
        """Take a message of the engine."""
        ...

    def turn(self) -> None:
        """Do a little."""
        ...


class PipeLoop:
    """Moves frames between two pipes and the work until the engine's end closes."""

    def __init__(self, incoming: int, outgoing: int) -> None:
        """Take over two descriptors of pipes."""
        self._incoming = incoming
        self._outgoing = outgoing
        self._frames = frames_to_worker()
        self._unsent = bytearray()
        os.set_blocking(incoming, False)
        os.set_blocking(outgoing, False)

    def send(self, number: int, message: FromWorker) -> None:
        """Queue a message for the engine."""
        self._unsent += encode_from_worker(number, message)

    def run(self, work: Work) -> None:
        """Work until the engine is gone.

        Raises:
            InvalidError: The engine's pipe carries nonsense.
        """
        while True:
            may_work = work.busy and len(self._unsent) < _MOST_UNSENT_BYTES
            writing = [self._outgoing] if self._unsent else []
            wait_s = 0 if may_work else work.rest_s()
            ready = select.select([self._incoming], writing, [], wait_s)
            if ready[0] and not self._read(work.receive):
                return
            if may_work or not any(ready):
                work.turn()
            if self._unsent and not self._flush():
                return

    def _read(self, receive: Callable[[int, ToWorker], None]) -> bool:
        """Take what came; returns whether the engine is still there."""
        try:
            data = os.read(self._incoming, _READ_BYTES)
        except BlockingIOError:
            return True
        for number, message in self._frames.feed(data):
            receive(number, message)
        return bool(data)

    def _flush(self) -> bool:
        """Send what the pipe takes; returns whether the engine is still there."""
        try:
            sent = os.write(self._outgoing, self._unsent)
        except BlockingIOError:
            return True
        except BrokenPipeError:
            return False
        del self._unsent[:sent]
        return True
