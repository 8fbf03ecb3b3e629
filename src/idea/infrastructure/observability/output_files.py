"""Where processes print what they did not mean to: one file each, for whoever looks for a fault."""

import contextlib
import os
from pathlib import Path
from typing import Final

from idea.infrastructure.descriptors import BINARY, CLOSE_ON_EXEC, NO_FOLLOW

LARGEST_OUTPUT_BYTES: Final = 1024 * 1024
_APPEND: Final = os.O_WRONLY | os.O_CREAT | os.O_APPEND | NO_FOLLOW | CLOSE_ON_EXEC | BINARY
_PRIVATE: Final = 0o600


def open_output(path: Path) -> int:
    """Return a descriptor that appends to a file, anew when former processes printed much.

    A file that cannot be opened leaves the process without it, never without life: then the
    descriptor leads nowhere.
    """
    try:
        descriptor = os.open(path, _APPEND, _PRIVATE)
    except OSError:
        return os.open(os.devnull, os.O_WRONLY | CLOSE_ON_EXEC)
    with contextlib.suppress(OSError):
        if os.fstat(descriptor).st_size > LARGEST_OUTPUT_BYTES:
            os.ftruncate(descriptor, 0)
    return descriptor
