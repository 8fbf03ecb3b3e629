"""Files of this machine."""

import asyncio
import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Final, override

from idea.domain.errors import NotFoundError, StoreError
from idea.domain.ports.file_system import FileEntry, FileKind, FileSystem
from idea.infrastructure.descriptors import BINARY, CLOSE_ON_EXEC, NO_WAITING
from idea.infrastructure.stores.atomic import atomic_write, reason_of

_READ: Final = os.O_RDONLY | NO_WAITING | CLOSE_ON_EXEC | BINARY
_ORDINARY: Final = 0o644


class LocalFiles(FileSystem):
    """Whole files, read and written in threads."""

    @override
    async def read(self, path: str, *, limit_bytes: int) -> bytes:
        return await _in_thread(path, "read", lambda: _read(path, limit_bytes))

    @override
    async def write(self, path: str, data: bytes) -> None:
        await asyncio.to_thread(atomic_write, Path(path), data, default_mode=_ORDINARY)

    @override
    async def kind(self, path: str) -> FileKind | None:
        return await _in_thread(path, "looked at", lambda: _kind(path))

    @override
    async def create_folders(self, path: str) -> None:
        await _in_thread(path, "made", lambda: Path(path).mkdir(parents=True, exist_ok=True))

    @override
    async def list(self, path: str) -> tuple[FileEntry, ...]:
        return await _in_thread(path, "read", lambda: _list(path))

    @override
    async def remove(self, path: str) -> None:
        await _in_thread(path, "removed", lambda: Path(path).unlink(missing_ok=True))

    @override
    async def real_path(self, path: str) -> str:
        return await _in_thread(path, "looked at", lambda: os.path.realpath(path))


async def _in_thread[R](path: str, verb: str, work: Callable[[], R]) -> R:
    """Do blocking work, translating what the operating system says.

    Raises:
        NotFoundError: There is no such thing to read.
        StoreError: It refuses.
    """
    try:
        return await asyncio.to_thread(work)
    except FileNotFoundError as error:
        if verb == "read":
            raise NotFoundError(f"There is no {path}.") from error
        raise StoreError(f"{path} could not be {verb}: {reason_of(error)}.") from error
    except FileExistsError as error:
        raise StoreError(f"{path} could not be made: something else is there.") from error
    except OSError as error:
        raise StoreError(f"{path} could not be {verb}: {reason_of(error)}.") from error


def _read(path: str, limit_bytes: int) -> bytes:
    descriptor = os.open(path, _READ)
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise StoreError(f"{path} could not be read: it is not a file.")
        with os.fdopen(descriptor, "rb", closefd=False) as file:
            content = file.read(limit_bytes + 1)
    finally:
        os.close(descriptor)
    if len(content) > limit_bytes:
        raise StoreError(f"{path} could not be read: it is larger than {limit_bytes} bytes.")
    return content


def _kind(path: str) -> FileKind | None:
    try:
        return _kind_of(os.lstat(path).st_mode)
    except OSError as error:
        if error.errno in {errno.ENOENT, errno.ENOTDIR}:
            return None
        raise


def _kind_of(mode: int) -> FileKind:
    if stat.S_ISREG(mode):
        return FileKind.FILE
    if stat.S_ISDIR(mode):
        return FileKind.FOLDER
    return FileKind.LINK if stat.S_ISLNK(mode) else FileKind.OTHER


def _list(path: str) -> tuple[FileEntry, ...]:
    with os.scandir(path) as entries:
        found = [FileEntry(entry.name, _kind_of_entry(entry)) for entry in entries]
    return tuple(sorted(found, key=lambda entry: entry.name))


def _kind_of_entry(entry: os.DirEntry[str]) -> FileKind:
    if entry.is_symlink():
        return FileKind.LINK
    if entry.is_file(follow_symlinks=False):
        return FileKind.FILE
    return FileKind.FOLDER if entry.is_dir(follow_symlinks=False) else FileKind.OTHER
