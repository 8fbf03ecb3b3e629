"""64 bytes that engine and worker share: which session's core is being called right now.

The worker writes before each call that hostile bytes could make fatal; whoever sees it die reads
the culprit here. Nothing is locked: the engine reads only when there is no writer any more.
"""

import mmap
import os
import struct
import tempfile
from pathlib import Path

from idea.domain.stream.messages import Seq

PAGE_BYTES = 64
_FIELDS = struct.Struct(">IQ")


class FeedPage:
    """The page, mapped into this process."""

    def __init__(self, descriptor: int) -> None:
        """Map the page behind an open descriptor, which may be closed afterwards."""
        self._map = mmap.mmap(descriptor, PAGE_BYTES)

    def mark(self, number: int, seq: Seq) -> None:
        """Say that the core of `number`, which stands at `seq`, is called; 0 for none."""
        _FIELDS.pack_into(self._map, 0, number, seq)

    def marked(self) -> tuple[int, Seq]:
        """Return what was marked last."""
        number, seq = _FIELDS.unpack_from(self._map, 0)
        return number, seq

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
    os.ftruncate(descriptor, PAGE_BYTES)
    return descriptor
