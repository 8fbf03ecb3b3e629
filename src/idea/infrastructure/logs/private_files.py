"""Files only their owner may read, whatever the umask says and wherever links point."""

import contextlib
import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from idea.infrastructure.descriptors import BINARY, CLOSE_ON_EXEC, NO_FOLLOW, NO_WAITING, write_all

_PRIVATE_FILE: Final = 0o600
_PRIVATE_FOLDER: Final = 0o700
_BEYOND: Final = 1 << 62
"""No stream has so many bytes; what is named so is not ours, and the wire has no room for it."""


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


def numbered_files(folder: Path, name: re.Pattern[str]) -> Iterator[tuple[re.Match[str], Path]]:
    """Yield the files called so, whose first group is a number of a stream.

    Only files: opening a pipe would hold up the logs of all sessions, and a link or a folder in a
    file's place is nothing that we wrote.

    Raises:
        OSError: The folder cannot be read.
    """
    for path in folder.iterdir() if folder.is_dir() else ():
        match = name.fullmatch(path.name)
        if match is not None and int(match[1]) < _BEYOND and _is_file(path):
            yield match, path


def _is_file(path: Path) -> bool:
    with contextlib.suppress(FileNotFoundError):  # Memory was emptied.
        return stat.S_ISREG(path.lstat().st_mode)
    return False


def open_append(path: Path) -> int:
    """Return a descriptor that appends to a file, made if it is not there.

    Raises:
        OSError: The operating system refuses.
    """
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | NO_FOLLOW | CLOSE_ON_EXEC | BINARY
    return os.open(path, flags | NO_WAITING, _PRIVATE_FILE)


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
