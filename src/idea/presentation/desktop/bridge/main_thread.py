"""The way to the main thread: a list under a lock and one queued wake for all that is in it."""

import threading
from collections import deque
from collections.abc import Callable
from time import monotonic
from typing import Protocol

from PySide6.QtCore import QObject, Qt, Signal, Slot

_SLICE_S = 0.008
"""How long one wake may work before the window gets its turn."""


class Poster(Protocol):
    """Carries work to the thread that owns the window."""

    def post(self, work: Callable[[], None], /) -> None:
        """Run `work` on the main thread, in the order of the calls; from any thread."""
        ...


class MainThread(QObject):
    """Runs posted work on the thread it was made on, in slices."""

    _wake = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.Lock()
        self._work: deque[Callable[[], None]] = deque()
        self._awake = False
        self._closed = False
        self._wake.connect(self._drain, Qt.ConnectionType.QueuedConnection)

    def post(self, work: Callable[[], None]) -> None:
        """Run `work` on the main thread, in the order of the calls; from any thread."""
        with self._lock:
            if self._closed:
                return
            self._work.append(work)
            if self._awake:
                return
            self._awake = True
        self._wake.emit()

    def close(self) -> None:
        """Forget what waits and refuse what comes."""
        with self._lock:
            self._closed = True
            self._work.clear()

    @Slot()
    def _drain(self) -> None:
        end = monotonic() + _SLICE_S
        try:
            while (work := self._next()) is not None:
                work()
                if monotonic() > end:
                    return
        finally:
            # What is left, also after work that failed, gets a wake of its own.
            with self._lock:
                self._awake = again = bool(self._work)
            if again:
                self._wake.emit()

    def _next(self) -> Callable[[], None] | None:
        with self._lock:
            return self._work.popleft() if self._work else None
