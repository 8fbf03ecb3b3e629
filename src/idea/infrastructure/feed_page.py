"""Shared memory that says whose core is called right now, for whoever sees the caller die.

A page is a row of slots of 64 bytes, one per thread that calls cores. A thread marks its slot
before calls that hostile bytes could make fatal, and unmarks it afterwards. Nothing is locked: a
page is read only when there is no writer any more.
"""

import contextlib
import mmap
import re
import signal
import struct
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from idea.domain.ids import SessionId
from idea.domain.stream.messages import Seq

SLOT_BYTES: Final = 64
CRASHES: Final = frozenset(
    getattr(signal, name)
    for name in ("SIGABRT", "SIGSEGV", "SIGBUS", "SIGILL", "SIGFPE", "SIGTRAP", "SIGSYS")
    if hasattr(signal, name)
)
"""How a core ends its process; everything else was done to the process by somebody."""
_MARK = struct.Struct(">IQ")
_OWNER_AT = 16
_OWNER = struct.Struct(">Q40s")
_HEAD = struct.Struct(">B7xQ")
_PROJECT, _CELL = 0, 1
"""The slots that say where the keyboard is; the first one's mark is the head of the page."""
_REPORT = b"Fatal Python error"
_GUILTY_THREAD = re.compile(rb"Current thread 0x([0-9a-f]+)")


class FeedSlot:
    """One thread's slot of a mapped page."""

    def __init__(self, page: mmap.mmap | bytes, index: int = 0) -> None:
        self._page = page
        self._start = index * SLOT_BYTES

    def own(self, session: str, thread: int) -> None:
        """Say whose core this thread calls from now on."""
        name = session.encode("ascii", "replace")
        _OWNER.pack_into(self._writable, self._start + _OWNER_AT, thread, name)

    def mark(self, number: int, seq: Seq) -> None:
        """Say that the core of `number`, which stands at `seq`, is called; 0 for none."""
        _MARK.pack_into(self._writable, self._start, number, seq)

    def marked(self) -> tuple[int, Seq]:
        """Return what was marked last."""
        number, seq = _MARK.unpack_from(self._page, self._start)
        return number, seq

    def owner(self) -> tuple[str, int]:
        """Return the session and the thread that called its core."""
        thread, name = _OWNER.unpack_from(self._page, self._start + _OWNER_AT)
        return name.rstrip(b"\0").decode("ascii"), thread

    @property
    def _writable(self) -> mmap.mmap:
        assert isinstance(self._page, mmap.mmap)  # noqa: S101 # Only copies are bytes.
        return self._page


class WindowPage:
    """The page of a window: that there is one, where its keyboard is, a slot per feed thread."""

    def __init__(self, page: mmap.mmap | None) -> None:
        """Use a page that somebody else keeps; without one nothing is marked."""
        self._page = page
        self._free = [] if page is None else [*reversed(_feed_slots(page))]
        self._lock = threading.Lock()

    def begin(self, report_start: int) -> None:
        """Say that there is a window, and where in their file its crash report would begin."""
        if self._page is not None:
            _HEAD.pack_into(self._page, 0, 1, report_start)

    def point_at(self, project: str, cell: str) -> None:
        """Say where the person's keys go."""
        if self._page is not None:
            FeedSlot(self._page, _PROJECT).own(project, 0)
            FeedSlot(self._page, _CELL).own(cell, 0)

    @contextlib.contextmanager
    def marking(self, session: SessionId) -> Iterator[Callable[[Seq | None], None]]:
        """Give the calling thread what marks a session's core while it is called.

        It takes the seq at which the core stands, and None once the call is over.
        """
        with self._lock:
            index = self._free.pop() if self._free else 0
        if self._page is None or not index:
            yield lambda _: None
            return
        slot = FeedSlot(self._page, index)
        slot.own(session.value, threading.get_ident())

        def mark(seq: Seq | None) -> None:
            slot.mark(seq is not None, seq or 0)

        try:
            yield mark
        finally:
            mark(None)
            with self._lock:
                self._free.append(index)


def _feed_slots(page: mmap.mmap | bytes) -> range:
    return range(_CELL + 1, len(page) // SLOT_BYTES)


@dataclass(frozen=True, slots=True)
class Suspect:
    """A session whose core was being called when its window died, and where it stood."""

    session: str
    seq: Seq


def report_start(traces: bytes) -> int:
    """Return where the crash report of this page's window begins in the file of reports."""
    _, end = _HEAD.unpack_from(traces)
    return int(end)


def pointed_at(traces: bytes) -> tuple[str, str]:
    """Return project and cell that had the keyboard; empty when none had."""
    return FeedSlot(traces, _PROJECT).owner()[0], FeedSlot(traces, _CELL).owner()[0]


def suspects(traces: bytes, report: bytes) -> tuple[Suspect, ...]:
    """Return whose cores may have ended a window, from a copy of its page and its crash report.

    The report names the thread that crashed, also when it is none that calls cores. Without a
    report everybody whose core was being called is suspected.
    """
    found = _GUILTY_THREAD.search(report)
    guilty = int(found[1], 16) if found is not None else 0
    slots = [FeedSlot(traces, index) for index in _feed_slots(traces)]
    return tuple(
        Suspect(slot.owner()[0], slot.marked()[1])
        for slot in slots
        if slot.marked()[0] and (_REPORT not in report or slot.owner()[1] == guilty)
    )
