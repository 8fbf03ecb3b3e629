"""A folder in a memory file system, where logs put what a flood prints.

It outlives the engine like a folder on disk, but costs the disk nothing. Where there is none, where
it is not ours alone, or where it is full, logs go to the disk; nobody is troubled with that.
Everything here blocks and belongs to the log thread, except finding it, counting and what fails.
"""

import contextlib
import logging
import os
import shutil
import stat
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from idea.domain.errors import InvalidError
from idea.domain.ids import ProjectId, SessionId
from idea.infrastructure.places import Places

_log = logging.getLogger(__name__)

SESSION_BYTES: Final = 24 * 1024 * 1024
"""What stands between two checkpoints of the largest screens, and comes while one is made."""
ALL_BYTES: Final = 128 * 1024 * 1024
FREE_SHARE: Final = 0.5
"""How much of the file system is always left to others."""
RETRY_S: Final = 60.0
_MOUNTS: Final = Path("/proc/self/mountinfo")
_KINDS: Final = frozenset({"tmpfs", "ramfs"})


def is_memory(folder: Path, mounts: Path = _MOUNTS) -> bool:
    """Return whether a memory file system is mounted at exactly this folder."""
    try:
        lines = mounts.read_text("utf-8", "surrogateescape").splitlines()
    except OSError:
        return False
    # ID PARENT DEVICE ROOT MOUNTPOINT OPTIONS … - KIND SOURCE OPTIONS; the last one is on top.
    kinds = [
        line.partition(" - ")[2].split(" ", 1)[0]
        for line in lines
        if line.split(" ")[4:5] == [str(folder)]
    ]
    return bool(kinds) and kinds[-1] in _KINDS


def find_memory_place(places: Places) -> "MemoryPlace | None":
    """Return where floods are logged; None where there is no memory file system."""
    return MemoryPlace(places.memory) if is_memory(places.memory.parent) else None


class MemoryPlace:
    """The logs in memory, `PROJECT/SESSION` below one private folder, and how large they are."""

    def __init__(
        self,
        folder: Path,
        *,
        session_bytes: int = SESSION_BYTES,
        all_bytes: int = ALL_BYTES,
        free_share: float = FREE_SHARE,
    ) -> None:
        self._folder = folder
        self._free_share = free_share
        self._all_bytes = all_bytes
        self.session_bytes = session_bytes
        self._used_bytes = 0
        self._counting = threading.Lock()
        self._left_alone_until = 0.0

    def part_of(self, project: ProjectId, session: SessionId) -> "MemoryPart":
        """Return the part of one session's log."""
        return MemoryPart(self, self._folder / project.value / session.value)

    def sessions(self) -> Sequence[tuple[ProjectId, SessionId]]:
        """Return whose logs have files here."""
        found = []
        for folder in sorted(self._folder.glob("*/*")) if self._is_ours() else ():
            with contextlib.suppress(InvalidError):
                found.append((ProjectId(folder.parent.name), SessionId(folder.name)))
        return found

    def has_room(self, count: int) -> bool:
        """Return whether `count` bytes more stay within what all logs may have here."""
        return self._used_bytes + count <= self._all_bytes

    def is_usable(self) -> bool:
        """Return whether a file may be begun here; makes the folder."""
        if sys.platform == "win32" or time.monotonic() < self._left_alone_until:
            return False
        try:
            with contextlib.suppress(FileExistsError):
                self._folder.mkdir(mode=0o700)
            space = os.statvfs(self._folder)
        except OSError:
            return False
        return self._is_ours() and space.f_bavail >= self._free_share * space.f_blocks

    def _is_ours(self) -> bool:
        """Return whether the folder is there and nobody else can look into it."""
        if sys.platform == "win32":
            return False
        try:
            found = self._folder.lstat()
        except OSError:
            return False
        is_ours = stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid()
        return is_ours and not stat.S_IMODE(found.st_mode) & 0o077

    def take(self, count: int) -> None:
        """Count what was put here, or taken away when it is negative; any thread may."""
        with self._counting:
            self._used_bytes += count

    def failed(self, error: OSError) -> None:
        """Use the disk for a while, and say so in the engine's own log."""
        self._left_alone_until = time.monotonic() + RETRY_S
        _log.warning("Floods are logged on disk for a while: %s", error)


class MemoryPart:
    """Where one session's log is in memory; counts what it has there."""

    def __init__(self, place: MemoryPlace, folder: Path) -> None:
        self._place = place
        self.folder = folder
        self._segment_bytes = 0
        self._checkpoint_bytes = 0

    def has_room(self, count: int) -> bool:
        """Return whether `count` bytes more of the session's records may be put here."""
        fits = self._segment_bytes + count <= self._place.session_bytes
        return fits and self._place.has_room(count)

    def has_checkpoint_room(self, count: int) -> bool:
        """Return whether a checkpoint of `count` bytes may be put here."""
        return self._place.has_room(count) and self._place.is_usable()

    def is_usable(self) -> bool:
        """Return whether a file may be begun here."""
        return self._place.is_usable()

    def take(self, count: int) -> None:
        """Count records that were put here, or taken away when it is negative."""
        self._segment_bytes += count
        self._place.take(count)

    def hold_checkpoints(self, count: int) -> None:
        """Count what all checkpoints here have together."""
        self._place.take(count - self._checkpoint_bytes)
        self._checkpoint_bytes = count

    def failed(self, error: OSError) -> None:
        """Note that something could not be put here."""
        self._place.failed(error)

    def release(self) -> None:
        """Count nothing of this log any more, and remove its folder if it is empty."""
        self.take(-self._segment_bytes)
        self.hold_checkpoints(0)
        with contextlib.suppress(OSError):
            self.folder.rmdir()
            self.folder.parent.rmdir()
            self.folder.parent.parent.rmdir()

    def remove(self) -> None:
        """Remove what is here.

        Raises:
            OSError: The operating system refuses.
        """
        shutil.rmtree(self.folder)
        self.release()
