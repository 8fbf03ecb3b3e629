"""Shows a session in the terminal this command runs in, until the detach key or its end.

The session's bytes go to the outer terminal as they are, so that one answers its queries; what
the person types goes to the session as it is. A core of ours is fed beside it only to draw the
screen once at attach, and again after a cut.
"""

import os
import selectors
import shutil
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from idea.domain.errors import InvalidError
from idea.domain.paste import encode_paste
from idea.domain.stream.client import (
    Ended,
    Feed,
    GoLive,
    Reset,
    Restore,
    Step,
    TextWanted,
)
from idea.domain.stream.messages import InputKind, ResizeAsked
from idea.domain.terminal import Exited, Lost, Size
from idea.presentation.cli.doorbell import Doorbell
from idea.presentation.cli.follower import Follower

DETACH_KEY = b"\x1d"
"""Ctrl+]."""

_DETACH_KEYS = frozenset({DETACH_KEY, b"\x1b[93;5u", b"\x1b[27;5;93~"})
_INTERRUPT = b"\x03"

LEAVE_CLEAN = (
    b"\x1b[?1049l"  # The main screen.
    b"\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1005l\x1b[?1006l\x1b[?1015l\x1b[?1016l"  # No mouse.
    b"\x1b[?2004l\x1b[?1004l\x1b[?2026l\x1b[?2048l"  # No framed paste, focus or size reports.
    b"\x1b[=0u\x1b[>4;0m\x1b[?1l\x1b>"  # Plain keys.
    b"\x1b[r\x1b[?6l\x1b[?7h\x1b[4l\x1b(B\x0f"  # Whole screen, wrap, replace, ASCII.
    b"\x1b[0m\x1b[0 q\x1b[?25h"  # Plain text and a visible cursor of the usual shape.
)

BELOW = b"\x1b[999;1H\r\n"
"""Goes on below what the session showed: cleaning up puts the cursor at the top."""


def outer_size() -> Size:
    """Return the size of the terminal this command runs in."""
    columns, rows = shutil.get_terminal_size()
    return Size(columns, rows)


class RawAttach:
    """One attached session in the outer terminal; runs on the main thread."""

    def __init__(self, follower: Follower, arrivals: Doorbell, keyboard: int, screen: int) -> None:
        self._follower = follower
        self._arrivals = arrivals
        self._keyboard = keyboard
        self._screen = screen
        self._is_live = False
        self._detached = False
        self._ended: Exited | Lost | None = None

    def run(self) -> Exited | Lost | None:
        """Return how the session ended, None when the person detached.

        Raises:
            ProcessError: The link is lost.
            InvalidError: This is no terminal, or the system has none we know.
        """
        with (
            _raw(self._keyboard),
            Doorbell() as resizes,
            _rung_by_resizes(resizes),
            selectors.DefaultSelector() as waiting,
        ):
            waiting.register(self._keyboard, selectors.EVENT_READ, self._type)
            waiting.register(resizes.descriptor, selectors.EVENT_READ, lambda: self._fit(resizes))
            waiting.register(self._arrivals.descriptor, selectors.EVENT_READ, self._hear)
            try:
                return self._exchange(waiting)
            finally:
                os.write(self._screen, LEAVE_CLEAN + BELOW)

    def _exchange(self, waiting: selectors.BaseSelector) -> Exited | Lost | None:
        while not self._detached and self._ended is None:
            for key, _ in waiting.select():
                key.data()
        return self._ended

    def _fit(self, resizes: Doorbell) -> None:
        resizes.answer()
        self._follower.link.send(ResizeAsked(outer_size()))

    def _hear(self) -> None:
        self._arrivals.answer()
        for step in self._follower.steps():
            self._show(step)

    def _type(self) -> None:
        typed = os.read(self._keyboard, 64 * 1024)
        if not typed or typed in _DETACH_KEYS:
            self._detached = True
            return
        kind = InputKind.INTERRUPT if typed == _INTERRUPT else InputKind.KEY
        self._follower.type(kind, typed)

    def _show(self, step: Step) -> None:
        match step:
            case Reset() | Restore():
                self._is_live = False
            case GoLive():
                self._is_live = True
                self._write(LEAVE_CLEAN + b"\x1b[2J\x1b[H")
                self._write(self._follower.screen.portable_snapshot(0))
            case Feed(data, _) if self._is_live:
                self._write(data)
            case Ended(status):
                self._ended = status
            case TextWanted(text, enter):
                framed = self._follower.screen.take_frame().modes.bracketed_paste
                typed = encode_paste(text, bracketed=framed)
                self._follower.type(InputKind.TEXT, typed + (b"\r" if enter else b""))
            case _:
                pass

    def _write(self, data: bytes) -> None:
        view = memoryview(data)
        while view:
            view = view[os.write(self._screen, view) :]


@contextmanager
def _raw(keyboard: int) -> Iterator[None]:
    """Take every key as it is typed, for the length of a `with`.

    Raises:
        InvalidError: This is no terminal, or the system has none we know.
    """
    if sys.platform == "win32":
        raise InvalidError("'idea session attach' does not work on Windows yet.")
    if not os.isatty(keyboard):
        raise InvalidError(
            "'idea session attach' needs a terminal to type in; "
            "'idea session screen' prints what a session shows."
        )
    import termios  # noqa: PLC0415 - POSIX only.
    import tty  # noqa: PLC0415

    before = termios.tcgetattr(keyboard)
    tty.setraw(keyboard)
    try:
        yield
    finally:
        termios.tcsetattr(keyboard, termios.TCSAFLUSH, before)


@contextmanager
def _rung_by_resizes(bell: Doorbell) -> Iterator[None]:
    """Ring when the outer terminal changes its size, for the length of a `with`."""
    before = signal.signal(signal.SIGWINCH, lambda _signal, _frame: bell.ring())
    try:
        yield
    finally:
        signal.signal(signal.SIGWINCH, before)
