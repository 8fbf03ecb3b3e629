"""What every opening and writing of a private file needs, whatever the system offers."""

import errno
import os
import stat
from pathlib import Path
from typing import Final

NO_FOLLOW: Final = getattr(os, "O_NOFOLLOW", 0)
CLOSE_ON_EXEC: Final = getattr(os, "O_CLOEXEC", 0)
BINARY: Final = getattr(os, "O_BINARY", 0)
NO_WAITING: Final = getattr(os, "O_NONBLOCK", 0)
"""Opening a pipe in a file's place must not wait for whoever writes into it."""


def write_all(descriptor: int, content: bytes | bytearray) -> None:
    """Write all of `content`.

    Raises:
        OSError: Part of it may have been written.
    """
    view = memoryview(content)
    while view:
        view = view[os.write(descriptor, view) :]


def read_own_file(path: Path, most: int = 64 * 1024) -> bytes:
    """Return the first `most` bytes of a small file of ours.

    Raises:
        OSError: It cannot be read, or a pipe, a link or a folder stands in its place.
    """
    descriptor = os.open(path, os.O_RDONLY | NO_FOLLOW | NO_WAITING | CLOSE_ON_EXEC | BINARY)
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, "it is not a file", str(path))
        return os.read(descriptor, most)
    finally:
        os.close(descriptor)
