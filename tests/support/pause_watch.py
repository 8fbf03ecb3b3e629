"""The pauses of a window's main thread: how long each was, what was done, and where it stood.

A pause is a time in which the thread took up nothing new: neither an event nor a timer. On a
machine that others use too, a thread that is ready to run may wait for a processor, which is no
fault of the window. Linux counts that time for each thread; a pause is told with and without it,
and only what is left without it is a stall.

What the test itself does meanwhile, such as waiting for an answer of the engine, is no pause of
the window, and is left out (`aside`). The watch is set up as the window's process is: what was made
before is never collected again, and no thread keeps the interpreter for long.
"""

import gc
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from PySide6.QtCore import Qt, QTimer

from idea.presentation.desktop.viewmodels.action_registry import ActionRegistry

_TICK_MS = 5
_LONGER_S = 0.02
_LOOK_S = 0.02
_DEEP = 6
_SWITCH_INTERVAL_S = 0.0005
"""As the window's process has it."""


@dataclass(frozen=True)
class Pause:
    """One pause, in seconds."""

    in_all: float
    with_processor: float
    """Without the time in which the thread was ready to run and others ran."""
    doing: str
    where: str = ""
    """The innermost functions of ours that were seen to run."""


class PauseWatch:
    """Watches the thread that made it, from `start` to `stop`."""

    def __init__(self) -> None:
        self.pauses: list[Pause] = []
        self.doing = "the start"
        """What was begun last."""
        self._timer = QTimer()
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self.beat)
        self._thread = threading.get_ident()
        self._before, self._queued = 0.0, 0.0
        self._seen: list[str] = []
        self._collecting = 0.0
        self._over = threading.Event()
        self._looker = threading.Thread(target=self._look, name="pause-watch")

    def start(self) -> None:
        """Begin; the event loop has to run from now on."""
        self._invoke, self._interval = ActionRegistry.invoke, sys.getswitchinterval()
        ActionRegistry.invoke = self._named(self._invoke)  # type: ignore[method-assign]
        sys.setswitchinterval(_SWITCH_INTERVAL_S)
        gc.collect()
        gc.freeze()
        gc.callbacks.append(self._collected)
        self._before, self._queued = time.monotonic(), queued_s()
        self._looker.start()
        self._timer.start(_TICK_MS)

    def stop(self) -> None:
        """Watch no longer."""
        self.beat()
        self._timer.stop()
        self._over.set()
        self._looker.join()
        gc.callbacks.remove(self._collected)
        gc.unfreeze()
        sys.setswitchinterval(self._interval)
        ActionRegistry.invoke = self._invoke  # type: ignore[method-assign]

    @property
    def worst(self) -> Pause:
        """The longest stall."""
        none = Pause(0.0, 0.0, "nothing")
        return max(self.pauses, key=lambda pause: pause.with_processor, default=none)

    @property
    def longest(self) -> Pause:
        """The longest pause, whatever it was made of."""
        return max(self.pauses, key=lambda pause: pause.in_all, default=Pause(0.0, 0.0, "nothing"))

    def beat(self) -> None:
        """Say that the thread has taken up something new."""
        now, queued = time.monotonic(), queued_s()
        took, waited = now - self._before, queued - self._queued
        seen, self._seen = self._seen, []
        collecting, self._collecting = self._collecting, 0.0
        if took > _LONGER_S:
            if collecting > _LONGER_S:
                seen.append(f"collecting garbage {collecting * 1000:.0f} ms")
            where = "; ".join(dict.fromkeys(seen))
            self.pauses.append(Pause(took, max(0.0, took - waited), self.doing, where))
        self._before, self._queued = now, queued

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Leave out what the test does until the block ends."""
        self.beat()
        try:
            yield
        finally:
            self._before, self._queued, self._seen = time.monotonic(), queued_s(), []

    def _named(
        self, invoke: Callable[[ActionRegistry, str, str], None]
    ) -> Callable[[ActionRegistry, str, str], None]:
        def watched(registry: ActionRegistry, action: str, argument: str = "") -> None:
            self.beat()
            self.doing = action
            invoke(registry, action, argument)

        return watched

    def _look(self) -> None:
        """Note where the thread stands whenever it has taken up nothing new for a while."""
        while not self._over.wait(_LOOK_S):
            if time.monotonic() - self._before > 2 * _LOOK_S:
                self._seen.append(_ours(sys._current_frames().get(self._thread)))

    def _collected(self, phase: str, _: dict[str, int]) -> None:
        if threading.get_ident() == self._thread:
            self._collecting += time.monotonic() * (-1 if phase == "start" else 1)


def _ours(frame: FrameType | None) -> str:
    """Return the innermost functions of ours in a stack, without a look at any file."""
    found: list[str] = []
    while frame is not None and len(found) < _DEEP:
        path = Path(frame.f_code.co_filename)
        if "idea" in path.parts:
            found.append(f"{path.stem}.{frame.f_code.co_name}:{frame.f_lineno}")
        frame = frame.f_back
    return " > ".join(reversed(found))


def queued_s() -> float:
    """Return how long this thread was ready to run and others ran; 0 where nobody tells."""
    try:
        told = Path(f"/proc/self/task/{threading.get_native_id()}/schedstat").read_text()
    except OSError:
        return 0.0
    return int(told.split()[1]) / 1e9
