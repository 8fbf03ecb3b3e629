"""A terminal around a command: what it shows, typed keys, and its size."""

import fcntl
import os
import pty
import select
import struct
import subprocess
import termios
import time
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Self

_PATIENCE_S = 60.0


class OuterTerminal:
    """A command in a pseudo-terminal of the test's own."""

    def __init__(
        self, command: Sequence[str], environment: Mapping[str, str], columns: int, rows: int
    ) -> None:
        self._master, slave = pty.openpty()
        self.seen = b""
        self.resize(columns, rows)
        self.process = subprocess.Popen(
            command,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=dict(environment),
            start_new_session=True,
            # The terminal must be the command's controlling one, or it hears of no resize.
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # noqa: PLW1509
        )
        os.close(slave)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self._master)

    def resize(self, columns: int, rows: int) -> None:
        """Give the terminal another size; the command hears of it."""
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def type(self, keys: bytes) -> None:
        """Press keys."""
        os.write(self._master, keys)

    def wait_for(self, expected: bytes) -> bytes:
        """Return everything seen since the last call, up to and with `expected`."""
        deadline = time.monotonic() + _PATIENCE_S
        while expected not in self.seen:
            if not self._read(deadline):
                raise AssertionError(f"{expected!r} never came; there was {self.seen[-2000:]!r}")
        end = self.seen.index(expected) + len(expected)
        found, self.seen = self.seen[:end], self.seen[end:]
        return found

    def wait_end(self) -> int:
        """Read until the command ends; return its exit code."""
        deadline = time.monotonic() + _PATIENCE_S
        while self._read(deadline):
            pass
        return self.process.wait(_PATIENCE_S)

    def read_some(self, deadline: float) -> bytes:
        """Return what the command writes next; empty when it ended or the time is over."""
        ready, _, _ = select.select([self._master], [], [], max(0.0, deadline - time.monotonic()))
        if not ready:
            return b""
        try:
            return os.read(self._master, 1 << 16)
        except OSError:
            return b""

    def _read(self, deadline: float) -> bool:
        """Take what there is; whether more may come."""
        piece = self.read_some(deadline)
        self.seen += piece
        return bool(piece)
