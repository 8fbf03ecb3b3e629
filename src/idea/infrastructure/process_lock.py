"""A lock that makes a process the only one of its kind; the kernel frees it with the process."""

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import filelock

from idea.domain.errors import StoreError
from idea.infrastructure.stores.atomic import reason_of

WAIT_FOR_LOCK_S: Final = 15.0
_LOOK_EVERY_S: Final = 0.05


class ProcessLock:
    """Held for as long as the process lives."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = filelock.FileLock(path, timeout=0, thread_local=False)

    def take(self) -> bool:
        """Take the lock; False when another process has it.

        Raises:
            StoreError: The file system gives none, or its folder may not be written.
        """
        try:
            self._lock.acquire()
        except filelock.Timeout:
            return False
        except (OSError, NotImplementedError) as error:
            reason = reason_of(error) if isinstance(error, OSError) else "its disk has no locks"
            raise StoreError(f"{self._path} could not be locked: {reason}.") from error
        return True

    def wait(self, another_serves: Callable[[], bool], wait_s: float = WAIT_FOR_LOCK_S) -> bool:
        """Take the lock; False when another process serves, or holds on to the lock too long.

        A held lock whose process does not serve belongs to one that starts or leaves: wait for it.

        Raises:
            StoreError: As `take` does.
        """
        deadline = time.monotonic() + wait_s
        while not self.take():
            if another_serves() or time.monotonic() > deadline:
                return False
            threading.Event().wait(_LOOK_EVERY_S)
        return True

    def release(self) -> None:
        """Let another process be the one."""
        self._lock.release()
