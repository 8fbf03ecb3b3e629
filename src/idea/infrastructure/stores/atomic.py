"""Replace a file so that every reader, and every crash, sees the old content or the new.

A temporary file in the same folder is written, synchronised and renamed over the target, then the
folder is synchronised; without the last step a power cut may undo the rename. The old content
stays as `<name>.bak`, a hard link where the file system has them. Every step is announced to a
hook before it is taken, which is how tests stop the process or the disk in the middle.
"""

import contextlib
import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Final

from idea.domain.errors import NotSavedError
from idea.infrastructure.descriptors import BINARY, CLOSE_ON_EXEC, NO_FOLLOW, write_all

type StepHook = Callable[[str], None]
"""Called with the name of each step before it is taken."""

STEPS: Final = (
    "create",
    "set mode",
    "write",
    "write the rest",
    "sync",
    "close",
    "link backup",
    "rename backup",
    "rename",
    "sync folder",
)
"""The steps of a write that keeps a backup, in order."""

_CREATE: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | NO_FOLLOW | CLOSE_ON_EXEC | BINARY
_PRIVATE: Final = 0o600


def no_step(name: str) -> None:
    """Do nothing at any step."""
    del name


def temporary_name(name: str) -> str:
    """Return a fresh name, in the same folder, for what will become `name`."""
    return f".{name}.{os.getpid()}.{os.urandom(4).hex()}.tmp"


def backup_of(path: Path) -> Path:
    """Return where the previous content of a file is kept."""
    return path.with_name(path.name + ".bak")


def reason_of(error: OSError) -> str:
    """Return why the operating system refused, in words."""
    match error.errno:
        case errno.ENOSPC | errno.EDQUOT:
            return "the disk is full"
        case errno.EROFS:
            return "the disk may only be read"
        case errno.EACCES | errno.EPERM:
            return "it is not allowed"
        case _:
            return error.strerror or str(error)


def atomic_write(
    path: Path,
    data: bytes,
    *,
    keep_backup: bool = False,
    default_mode: int = _PRIVATE,
    step: StepHook = no_step,
) -> None:
    """Give `path` the content `data`; blocks for as long as the disk needs.

    The mode of an existing file is kept. A link at `path` is replaced, not followed.

    Raises:
        NotSavedError: Nothing changed, except that the backup may be the present content.
    """
    temporary = path.with_name(temporary_name(path.name))
    try:
        _write_temporary(temporary, data, _mode_for(path, default_mode), step)
        if keep_backup:
            _keep_backup(path, step)
        step("rename")
        temporary.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise NotSavedError(str(path), reason_of(error)) from error
    # The new content is in place; a folder that cannot be synchronised is no failure.
    step("sync folder")
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make the folder's names survive a power cut, where the system can do that."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY | CLOSE_ON_EXEC)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _mode_for(path: Path, default: int) -> int:
    try:
        found = path.lstat()
    except OSError:
        return default
    return stat.S_IMODE(found.st_mode) if stat.S_ISREG(found.st_mode) else default


def _write_temporary(temporary: Path, data: bytes, mode: int, step: StepHook) -> None:
    step("create")
    descriptor = os.open(temporary, _CREATE, _PRIVATE)
    try:
        step("set mode")
        if mode != _PRIVATE and hasattr(os, "fchmod"):
            os.fchmod(descriptor, mode)
        half = len(data) // 2
        step("write")
        write_all(descriptor, data[:half])
        step("write the rest")
        write_all(descriptor, data[half:])
        step("sync")
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    step("close")


def _keep_backup(path: Path, step: StepHook) -> None:
    """Make `.bak` the present content; nothing to keep is no failure."""
    step("link backup")
    linked = path.with_name(temporary_name(path.name))
    try:
        os.link(path, linked, follow_symlinks=False)
    except FileNotFoundError:
        return
    except (OSError, NotImplementedError):
        _copy(path, linked)  # The file system has no hard links.
    try:
        step("rename backup")
        linked.replace(backup_of(path))
    finally:
        # Renaming between two names of one file does nothing and leaves both.
        with contextlib.suppress(OSError):
            linked.unlink()


def _copy(source: Path, target: Path) -> None:
    descriptor = os.open(target, _CREATE, _PRIVATE)
    try:
        write_all(descriptor, source.read_bytes())
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
