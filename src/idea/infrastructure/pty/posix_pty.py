"""The engine's end of a pseudo-terminal: a non-blocking master descriptor on the event loop.

Linux hands out 4 KiB a read, so what a burst costs is reads. Bursts are bounded by the time this
thread worked for them, not by the clock: on a busy machine a burst would otherwise end after a few
reads, and everything behind it would be done for each of them.
"""

import asyncio
import fcntl
import os
import struct
import termios
import time
from collections.abc import Callable
from typing import override

from idea.domain.errors import ProcessError
from idea.domain.ports.pty import Pty
from idea.domain.terminal import Size
from idea.infrastructure.pty.reading_share import ReadingShare

_LARGEST_BURST = 256 * 1024
_READ_BYTES = 8192
_WRITE_BYTES = 65536
_GONE = "The program is gone; nothing can be typed into it."


class PosixPty(Pty):
    """A master descriptor handed over by the keeper; used on the event loop's thread only."""

    def __init__(
        self,
        descriptor: int,
        pid: int,
        size: Size,
        released: Callable[[], None],
        share: ReadingShare | None = None,
    ) -> None:
        """Take ownership of `descriptor`; `released` is called once, after it was closed.

        `share` divides the reading time of the loop among the terminals that have one.
        """
        os.set_blocking(descriptor, False)
        self._descriptor = descriptor
        self._pid = pid
        self._size = size
        self._released = released
        self._share = share or ReadingShare()
        self._loop = asyncio.get_running_loop()
        self._receive: Callable[[bytes], None] | None = None
        self._is_over = False
        self._turn = asyncio.Lock()
        self._writable: asyncio.Future[None] | None = None

    @property
    @override
    def pid(self) -> int:
        return self._pid

    @property
    def descriptor(self) -> int:
        """The master, -1 once closed."""
        return self._descriptor

    @override
    def start_reading(self, receive: Callable[[bytes], None]) -> None:
        self._receive = receive
        if self._descriptor < 0 or self._is_over:
            self._loop.call_soon(self._tell_over)
            return
        self._loop.add_reader(self._descriptor, self._on_readable)

    @override
    def pause_reading(self) -> None:
        self._receive = None
        self._share.rest(self)
        if self._descriptor >= 0:
            self._loop.remove_reader(self._descriptor)

    @override
    async def write(self, data: bytes) -> None:
        async with self._turn:
            rest = memoryview(data)
            while rest:
                if self._descriptor < 0:
                    raise ProcessError(_GONE)
                try:
                    written = os.write(self._descriptor, rest[:_WRITE_BYTES])
                except BlockingIOError:
                    await self._until_writable()
                except OSError as error:
                    raise ProcessError(_GONE) from error
                else:
                    rest = rest[written:]

    @override
    def resize(self, size: Size) -> None:
        if size == self._size or self._descriptor < 0:
            return
        self._size = size
        packed = struct.pack("HHHH", size.rows, size.columns, 0, 0)
        fcntl.ioctl(self._descriptor, termios.TIOCSWINSZ, packed)

    @override
    def drain(self) -> bytes:
        return self._read(float("inf"))

    @override
    def close(self) -> None:
        if self._descriptor < 0:
            return
        self._loop.remove_reader(self._descriptor)
        self._loop.remove_writer(self._descriptor)
        if self._writable is not None and not self._writable.done():
            self._writable.set_result(None)
        os.close(self._descriptor)
        self._descriptor = -1
        self._share.rest(self)
        self._receive = None
        self._released()

    def _on_readable(self) -> None:
        burst = self._read(time.thread_time() + self._share.burst_s(self))
        receive = self._receive
        if burst and receive is not None:
            receive(burst)
        if self._is_over:
            # A hung-up descriptor is readable for ever; watching it would spin.
            if self._descriptor >= 0:
                self._loop.remove_reader(self._descriptor)
            self._tell_over()

    def _tell_over(self) -> None:
        receive, self._receive = self._receive, None
        if receive is not None:
            receive(b"")

    def _read(self, until: float) -> bytes:
        """Return what is there, at most a burst, noticing the end of all output.

        `until` is this thread's processor time.
        """
        chunks: list[bytes] = []
        room = _LARGEST_BURST
        while room > 0 and not self._is_over and self._descriptor >= 0:
            try:
                chunk = os.read(self._descriptor, min(room, _READ_BYTES))
            except BlockingIOError:
                self._share.rest(self)
                break
            except OSError:
                chunk = b""  # EIO: nobody has the other side open.
            self._is_over = not chunk
            chunks.append(chunk)
            room -= len(chunk)
            if time.thread_time() >= until:
                break
        return b"".join(chunks)

    async def _until_writable(self) -> None:
        writable = self._writable = self._loop.create_future()
        self._loop.add_writer(self._descriptor, _release, writable)
        try:
            await writable
        finally:
            self._writable = None
            if self._descriptor >= 0:
                self._loop.remove_writer(self._descriptor)


def _release(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)
