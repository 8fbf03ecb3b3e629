"""The lock that makes a window process the only one of its person."""

from pathlib import Path

import filelock


class WindowLock:
    """Held as long as the window lives; the kernel frees it when the process dies."""

    def __init__(self, path: Path) -> None:
        self._lock = filelock.FileLock(path, timeout=0, thread_local=False)

    def take(self) -> bool:
        """Take the lock; False when another window has it."""
        try:
            self._lock.acquire()
        except filelock.Timeout:
            return False
        return True

    def release(self) -> None:
        """Let another window be the one."""
        self._lock.release()
