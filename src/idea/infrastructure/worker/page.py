"""The page that engine and worker share; which session's core is being called stands in it."""

import mmap
import os
import tempfile
from pathlib import Path

from idea.domain.stream.messages import Seq
from idea.infrastructure.feed_page import SLOT_BYTES, FeedSlot


class FeedPage:
    """The page, mapped into this process; its one slot is the worker's one thread's."""

    def __init__(self, descriptor: int) -> None:
        """Map the page behind an open descriptor, which may be closed afterwards."""
        self._map = mmap.mmap(descriptor, SLOT_BYTES)
        self._slot = FeedSlot(self._map)

    def mark(self, number: int, seq: Seq) -> None:
        """Say that the core of `number`, which stands at `seq`, is called; 0 for none."""
        self._slot.mark(number, seq)

    def marked(self) -> tuple[int, Seq]:
        """Return what was marked last."""
        return self._slot.marked()

    def close(self) -> None:
        """Unmap it."""
        self._map.close()


def make_page(folder: Path) -> int:
    """Return the descriptor of a new page, all zero, that no name leads to.

    Raises:
        OSError: The folder takes no file.
    """
    descriptor, path = tempfile.mkstemp(prefix="worker-page-", dir=folder)
    os.unlink(path)  # noqa: PTH108 # mkstemp gives a string.
    os.ftruncate(descriptor, SLOT_BYTES)
    return descriptor
