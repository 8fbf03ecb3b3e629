"""The lock that makes an engine the only one of its user-data folder."""

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import filelock

WAIT_FOR_LOCK_S: Final = 15.0
_LOOK_EVERY_S: Final = 0.05


class EngineLock:
    """Held for as long as the engine lives; the kernel frees it when the engine dies."""

    def __init__(self, path: Path) -> None:
        self._lock = filelock.FileLock(path, timeout=0, thread_local=False)

    def take(self, another_answers: Callable[[], bool], wait_s: float = WAIT_FOR_LOCK_S) -> bool:
        """Take the lock; False when another engine serves, or holds on to the lock too long.

        A held lock without a socket belongs to an engine that starts or leaves: wait for it.
        """
        deadline = time.monotonic() + wait_s
        while True:
            try:
                self._lock.acquire()
            except filelock.Timeout:
                if another_answers() or time.monotonic() > deadline:
                    return False
                threading.Event().wait(_LOOK_EVERY_S)
            else:
                return True

    def release(self) -> None:
        """Let another engine run."""
        self._lock.release()
