"""An event loop in a thread of its own, for programs whose main thread belongs to a window."""

import asyncio
import threading
from collections.abc import Coroutine
from concurrent.futures import Future
from typing import Any, Final

STOP_WITHIN_S: Final = 5.0


class LoopThread:
    """Runs coroutines; the thread that starts it never waits for one of them."""

    def __init__(self, name: str = "engine-client") -> None:
        self._name = name
        self._ready = threading.Event()
        self._thread: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop: asyncio.Event | None = None

    @property
    def loop(self) -> asyncio.AbstractEventLoop:
        """The running loop.

        Raises:
            RuntimeError: It was not started.
        """
        if self._loop is None:
            raise RuntimeError("The loop thread was not started.")
        return self._loop

    def start(self) -> None:
        """Start the thread and wait (about a millisecond) until its loop runs."""
        self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
        self._thread.start()
        self._ready.wait()

    def submit[T](self, work: Coroutine[Any, Any, T]) -> Future[T]:
        """Run a coroutine on the loop; cancelling the future cancels it."""
        return asyncio.run_coroutine_threadsafe(work, self.loop)

    def stop(self, timeout_s: float = STOP_WITHIN_S) -> bool:
        """Cancel what runs, end the loop, join the thread; whether it ended in time."""
        thread, loop, stop = self._thread, self._loop, self._stop
        if thread is None or loop is None or stop is None:
            return True
        if not loop.is_closed():
            loop.call_soon_threadsafe(stop.set)
        thread.join(timeout_s)
        return not thread.is_alive()

    def _run(self) -> None:
        asyncio.run(self._live())

    async def _live(self) -> None:
        self._stop = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._ready.set()
        await self._stop.wait()
