"""Wakes a thread that waits for descriptors, from a signal or another thread."""

import os
from types import TracebackType
from typing import Self


class Doorbell:
    """A pipe that is readable once `ring` was called, until `answer`."""

    def __init__(self) -> None:
        self.descriptor, self._button = os.pipe()
        os.set_blocking(self.descriptor, False)
        os.set_blocking(self._button, False)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        os.close(self._button)
        os.close(self.descriptor)

    def ring(self) -> None:
        """Wake the waiting thread; safe in signal handlers and from any thread."""
        try:
            os.write(self._button, b"!")
        except BlockingIOError:
            return  # A full pipe is readable already.

    def answer(self) -> None:
        """Be silent until the next ring."""
        try:
            while os.read(self.descriptor, 4096):
                pass
        except BlockingIOError:
            return
