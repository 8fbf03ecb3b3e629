"""The engine's end of a pseudo-terminal: a non-blocking master descriptor on the event loop.

Linux hands out 4 KiB a read, so what a burst costs is reads. Bursts are bounded by the time this
thread worked for them: on a busy machine, bounded by the clock alone, they would end after a few
reads, and everything behind would be done for each of them. But a read also waits for the kernel's
worker that brings the output, which others keep from running; so the clock bounds bursts as well.
For the same reason the small burst of a flood that is read at once waits a moment for its rest.
"""

import asyncio
import fcntl
import math
import os
import struct
import termios
import time
from collections.abc import Callable
from typing import override

from idea.domain.errors import ProcessError
from idea.domain.ports.pty import Pty
from idea.domain.terminal import Size
from idea.infrastructure.pty.reading_turns import FloodMeter, ReadingTurns, TurnTaker

_LARGEST_BURST = 256 * 1024
_READ_BYTES = 8192
_WRITE_BYTES = 65536
_SMALL_BURST = 64 * 1024
"""As much as the kernel holds of what nobody reads."""
_MOMENT_S = 0.000_2
"""So long a flooding program takes to print that much, if it is not kept from running."""
_MOST_WAITING = 3
"""A read may wait for the kernel's worker, though nothing is read; this often the burst's time."""
_LARGEST = 65_535
"""What the kernel takes for a size."""
_GONE = "The program is gone; nothing can be typed into it."


class PosixPty(Pty, TurnTaker):
    """A master descriptor handed over by the keeper; used on the event loop's thread only."""

    def __init__(
        self,
        descriptor: int,
        pid: int,
        size: Size,
        released: Callable[[], None],
        *,
        turns: ReadingTurns | None = None,
        cell_pixels: Callable[[], tuple[int, int]] = lambda: (0, 0),
    ) -> None:
        """Take ownership of `descriptor`; `released` is called once, after it was closed.

        `turns` are those of all terminals of the loop; `cell_pixels` tells width and height of a
        cell, zeros while nobody knows them.
        """
        os.set_blocking(descriptor, False)
        self._descriptor = descriptor
        self._pid = pid
        self._size = size
        self._released = released
        self._turns = turns or ReadingTurns()
        self._cell_pixels = cell_pixels
        self._meter = FloodMeter()
        self._loop = asyncio.get_running_loop()
        self._receive: Callable[[bytes], None] | None = None
        self._is_over = False
        self._is_watched = False
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
        self._read_on()

    @override
    def pause_reading(self) -> None:
        self._receive = None
        self._read_no_more()

    @override
    async def write(self, data: bytes) -> None:
        self._turns.typed(self)
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
        self.tell_size()

    def tell_first_pixels(self) -> None:
        """Tell the program its size in pixels if it was never told any."""
        if self._descriptor >= 0:
            asked = fcntl.ioctl(self._descriptor, termios.TIOCGWINSZ, bytes(8))
            if struct.unpack("HHHH", asked)[2] == 0:
                self.tell_size()

    def tell_size(self) -> None:
        """Tell the program its size in cells and in pixels, by which it scales what it draws."""
        width, height = self._cell_pixels()
        size = self._size
        pixels = (min(size.columns * width, _LARGEST), min(size.rows * height, _LARGEST))
        packed = struct.pack("HHHH", size.rows, size.columns, *pixels)
        fcntl.ioctl(self._descriptor, termios.TIOCSWINSZ, packed)

    @override
    def drain(self) -> bytes:
        return self._read(math.inf)

    @override
    def close(self) -> None:
        if self._descriptor < 0:
            return
        self._read_no_more()
        self._turns.gone(self)
        self._loop.remove_writer(self._descriptor)
        if self._writable is not None and not self._writable.done():
            self._writable.set_result(None)
        os.close(self._descriptor)
        self._descriptor = -1
        self._receive = None
        self._released()

    # Reading: either the loop tells when there is something, or the turns do, never both.

    def _read_on(self) -> None:
        if self._turns.must_wait(self):
            self._turns.join(self)
            self._watch(watched=False)
        else:
            self._turns.leave(self)
            self._watch(watched=True)

    def _read_no_more(self) -> None:
        self._turns.leave(self)
        self._watch(watched=False)

    def _watch(self, *, watched: bool) -> None:
        if watched == self._is_watched or self._descriptor < 0:
            return
        self._is_watched = watched
        if watched:
            self._loop.add_reader(self._descriptor, self._on_readable)
        else:
            self._loop.remove_reader(self._descriptor)

    def _on_readable(self) -> None:
        self.take_turn(self._turns.burst_s())

    @override
    def take_turn(self, burst_s: float) -> None:
        burst = self._read(burst_s)
        self._turns.note(self, floods=self._meter.add(len(burst)))
        receive = self._receive
        if burst and receive is not None:
            receive(burst)
        if self._is_over:
            # A hung-up descriptor is readable for ever; watching it would spin.
            self._read_no_more()
            self._turns.gone(self)
            self._tell_over()
        elif self._receive is not None:
            self._read_on()

    def _tell_over(self) -> None:
        receive, self._receive = self._receive, None
        if receive is not None:
            receive(b"")

    def _read(self, burst_s: float) -> bytes:
        """Return what is there, at most a burst, noticing the end of all output."""
        chunks: list[bytes] = []
        room = _LARGEST_BURST
        may_wait = self._meter.is_flooding and not self._turns.must_wait(self)
        worked_until = time.thread_time() + burst_s
        until = time.monotonic() + _MOST_WAITING * burst_s
        while room > 0 and not self._is_over and self._descriptor >= 0:
            try:
                chunk = os.read(self._descriptor, min(room, _READ_BYTES))
            except BlockingIOError:
                if may_wait and room > _LARGEST_BURST - _SMALL_BURST:
                    may_wait = False
                    time.sleep(_MOMENT_S)
                    continue
                break
            except OSError:
                chunk = b""  # EIO: nobody has the other side open.
            self._is_over = not chunk
            chunks.append(chunk)
            room -= len(chunk)
            if time.thread_time() >= worked_until or time.monotonic() >= until:
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
