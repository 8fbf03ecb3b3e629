"""Hears the signals that end a process, although Qt's loop never returns to Python for a handler.

The interpreter writes a byte for each signal into a socket, which the loop thread reads. So the
main thread hears of it between two events; when it hangs, the process ends all the same.
"""

import asyncio
import os
import signal
import socket
import sys
from collections.abc import Callable
from typing import Final

END_WITHIN_S: Final = 3.0
_NAMES: Final = ("SIGHUP", "SIGINT", "SIGTERM")


class EndSignals:
    """Made and closed on the main thread; a signal that is ignored stays so."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        heard: Callable[[int], None],
        *,
        end_within_s: float = END_WITHIN_S,
        leave: Callable[[int], object] = os._exit,
    ) -> None:
        """`heard` is told the first signal, on the loop's thread; `leave` ends what hangs."""
        self._loop = loop
        self._heard = heard
        self._end_within_s = end_within_s
        self._leave = leave
        self._before: dict[int, object] = {}
        self._forced: asyncio.TimerHandle | None = None
        if sys.platform == "win32":
            return
        self._near, self._far = socket.socketpair()
        for one in (self._near, self._far):
            one.setblocking(False)  # noqa: FBT003 # Its only argument.
        self._wakeup = signal.set_wakeup_fd(self._far.fileno(), warn_on_full_buffer=False)
        for name in _NAMES:
            number = getattr(signal, name)
            if signal.getsignal(number) is not signal.SIG_IGN:
                self._before[number] = signal.signal(number, _hear_nothing)
        loop.call_soon_threadsafe(loop.add_reader, self._near, self._read)

    def close(self) -> None:
        """Let signals do again what they did before."""
        if sys.platform == "win32":
            return
        signal.set_wakeup_fd(self._wakeup)
        for number, before in self._before.items():
            signal.signal(number, before)  # type: ignore[arg-type] # It was one before.
        self._before.clear()
        if self._loop.is_closed():
            self._end()
        else:
            self._loop.call_soon_threadsafe(self._end)

    def _end(self) -> None:
        if not self._loop.is_closed():
            self._loop.remove_reader(self._near)
        if self._forced is not None:
            self._forced.cancel()
        self._near.close()
        self._far.close()

    def _read(self) -> None:
        for number in self._near.recv(64):
            if number in self._before and self._forced is None:
                code = 128 + number
                self._forced = self._loop.call_later(self._end_within_s, self._leave, code)
                self._heard(number)


def _hear_nothing(number: int, frame: object) -> None:
    """Stand where the default would end the process; the byte in the socket tells."""
    del number, frame
