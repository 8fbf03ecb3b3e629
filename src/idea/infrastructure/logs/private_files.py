"""Files only their owner may read, whatever the umask says and wherever links point."""

import os
from pathlib import Path
from typing import Final

from idea.infrastructure.descriptors import BINARY, CLOSE_ON_EXEC, NO_FOLLOW, write_all

_PRIVATE_FILE: Final = 0o600
_PRIVATE_FOLDER: Final = 0o700


def make_folder(folder: Path) -> None:
    """Make a folder and those above it, all private; an existing one is left as it is.

    Raises:
        OSError: The operating system refuses.
    """
    missing = [folder]
    while not missing[-1].parent.exists():
        missing.append(missing[-1].parent)
    for one in reversed(missing):
        one.mkdir(mode=_PRIVATE_FOLDER, exist_ok=True)


def open_append(path: Path) -> int:
    """Return a descriptor that appends to a file, made if it is not there.

    Raises:
        OSError: The operating system refuses.
    """
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | NO_FOLLOW | CLOSE_ON_EXEC | BINARY
    return os.open(path, flags, _PRIVATE_FILE)


def replace_file(path: Path, content: bytes, temporary: Path) -> None:
    """Give a file new content that readers see whole or not at all.

    Nothing is synchronised to the disk: whoever reads it checks it.

    Raises:
        OSError: The old content is still there.
    """
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | NO_FOLLOW | CLOSE_ON_EXEC | BINARY
    try:
        descriptor = os.open(temporary, flags, _PRIVATE_FILE)
        try:
            write_all(descriptor, content)
        finally:
            os.close(descriptor)
        temporary.replace(path)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise
