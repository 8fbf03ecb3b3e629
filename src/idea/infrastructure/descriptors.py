"""What every opening and writing of a private file needs, whatever the system offers."""

import os
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
