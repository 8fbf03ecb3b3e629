"""Tells where a thread stands when it has not come round for too long."""

import faulthandler
from typing import TextIO


class StallWatch:
    """Writes every thread's stack to `file` unless `beat` is called often enough.

    The watch runs outside the interpreter, so it also sees a thread stuck in native code. There is
    one per process: a second one replaces the first.
    """

    def __init__(self, file: TextIO, timeout_s: float) -> None:
        self._file = file
        self._timeout_s = timeout_s

    def beat(self) -> None:
        """Say that the watched thread is alive; call at most a few times a second."""
        faulthandler.dump_traceback_later(self._timeout_s, repeat=False, file=self._file)

    def stop(self) -> None:
        """Watch no longer."""
        faulthandler.cancel_dump_traceback_later()
