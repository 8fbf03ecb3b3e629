"""The window's own parent: it starts the window, and another one when that crashes.

`idea` forks before it has imported anything. So the parent is a bare interpreter without Qt, core
or thread, which has nothing to crash of, and a fork of it is a fresh window at the price of the
window's own imports. It knows one byte of the memory it shares with the window: whether there is
one. It passes on signals and the exit code, and is not there on Windows.
"""

import mmap
import os
import signal
import sys
import time
from collections.abc import Callable

PAGE_BYTES = 8 * 1024
MOST_CRASHES = 3
WITHIN_S = 60.0
"""So many crashes in so short a time are one too many."""
_PAUSE_S = 0.5
"""Before the second and later windows; the first one is back at once."""
START_AGAIN = 75
"""The exit code of a window that wants another one: to look otherwise, or after all."""
_PASSED_ON = ("SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM")
_DEADLY = (
    *("SIGABRT", "SIGSEGV", "SIGBUS", "SIGILL", "SIGFPE", "SIGTRAP", "SIGSYS"),
    "SIGKILL",  # A system short of memory sends it, too; whoever meant it closes the next one.
)
_GIVEN_UP = (
    "IdeA's window crashed three times within a minute, so it is not started again; "
    "your sessions run on, and 'idea' shows them.\n"
)


class WindowLife:
    """What a window is given by its parent, and leaves to the next one."""

    def __init__(
        self,
        page: mmap.mmap | None = None,
        *,
        died_of: int = 0,
        traces: bytes = b"",
        is_given_up: bool = False,
        is_back: bool = False,
    ) -> None:
        self.page = page
        """Shared with the parent; None without a parent."""
        self.died_of = died_of
        """The signal that ended the window before this one; 0 when there was none."""
        self.traces = traces
        """What that one left in its page."""
        self.is_given_up = is_given_up
        """Whether windows crash so often that this one only says so."""
        self.is_back = is_back
        """Whether the window before this one ended because it wanted this one."""


def guard(run: Callable[[WindowLife], int]) -> int:
    """Run in a child, again and again while windows crash; return the last one's exit code.

    Returns in the child as well, with what `run` returned.
    """
    if sys.platform == "win32":
        return run(WindowLife())
    children = _Children()
    crashes: list[float] = []
    died_of, traces, is_back = 0, b"", False
    while True:
        is_given_up = len(crashes) >= MOST_CRASHES
        page = mmap.mmap(-1, PAGE_BYTES)
        if not children.fork():
            return run(
                WindowLife(
                    page,
                    died_of=died_of,
                    traces=traces,
                    is_given_up=is_given_up,
                    is_back=is_back,
                )
            )
        code = children.wait()
        traces = page[:]
        page.close()
        is_back = code == START_AGAIN and not is_given_up
        if code == START_AGAIN:
            crashes.clear()
            died_of = 0
        elif traces[0] and -code in _numbers(_DEADLY):
            died_of = -code
            _note(crashes)
        else:
            if is_given_up:
                _say(_GIVEN_UP)
            return _end_alike(code)
        if children.were_told_to_end:
            return _end_alike(code)


class _Children:
    """Forks of this process, one at a time, which get the signals that reach their parent."""

    def __init__(self) -> None:
        self._told = 0
        """The signal that told them to end; 0 for none."""
        self._pid = 0
        self._before: dict[int, object] = {}

    @property
    def were_told_to_end(self) -> bool:
        """Whether a signal reached the parent that was meant for them."""
        return self._told != 0

    def fork(self) -> bool:
        """Start one; returns whether this is still the parent."""
        passed_on = _numbers(_PASSED_ON)
        signal.pthread_sigmask(signal.SIG_BLOCK, passed_on)
        self._pid = os.fork()
        if self._pid:
            for number in passed_on - self._before.keys():
                if signal.getsignal(number) is not signal.SIG_IGN:
                    self._before[number] = signal.signal(number, self._pass_on)
        else:
            for number, handler in self._before.items():
                signal.signal(number, handler)  # type: ignore[arg-type] # It was one before.
        signal.pthread_sigmask(signal.SIG_UNBLOCK, passed_on)
        if self._pid and self._told:
            os.kill(self._pid, self._told)  # It came when there was nobody to pass it on to.
        return bool(self._pid)

    def wait(self) -> int:
        """Return how it ended: its exit code, or minus the signal it died of."""
        _, status = os.waitpid(self._pid, 0)
        self._pid = 0
        return os.waitstatus_to_exitcode(status)

    def _pass_on(self, number: int, _frame: object) -> None:
        self._told = number
        if self._pid:
            try:  # noqa: SIM105 # The parent imports little.
                os.kill(self._pid, number)
            except ProcessLookupError:
                pass  # It ended just now, and is not followed by another.


def _note(crashes: list[float]) -> None:
    """Count a crash, and wait a little before another window unless it is the first."""
    now = time.monotonic()
    crashes[:] = [*(at for at in crashes if now - at < WITHIN_S), now]
    if 1 < len(crashes) < MOST_CRASHES:
        time.sleep(_PAUSE_S)


def _say(sentence: str) -> None:
    try:  # noqa: SIM105 # The parent imports little.
        os.write(2, sentence.encode())
    except OSError:
        pass  # Nobody reads what a menu entry prints.


def _end_alike(code: int) -> int:
    """Return an exit code, or die of what the window was ended with, so that a shell knows."""
    if -code in _numbers(_PASSED_ON):
        signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    return code if code >= 0 else 128 - code


def _numbers(names: tuple[str, ...]) -> set[int]:
    return {getattr(signal, name) for name in names if hasattr(signal, name)}
