"""Files and folders of one location."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol


class FileKind(StrEnum):
    """What is at a path, links not followed."""

    FILE = "file"
    FOLDER = "folder"
    LINK = "link"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class FileEntry:
    """One name in a folder."""

    name: str
    kind: FileKind


class FileSystem(Protocol):
    """Whole files and folders by absolute path; every call may take as long as the disk does.

    Cancelling stops the wait, not the work. Any call raises StoreError when the operating system
    refuses, in a sentence with the path.
    """

    async def read(self, path: str, *, limit_bytes: int) -> bytes:
        """Return a file's content.

        Raises:
            NotFoundError: There is no such file.
            StoreError: It is larger than the limit, no regular file, or may not be read.
        """
        ...

    async def write(self, path: str, data: bytes) -> None:
        """Replace or create a file at once: readers see the old content or the new.

        Raises:
            StoreError: It could not be written; the old content is still there.
        """
        ...

    async def kind(self, path: str) -> FileKind | None:
        """Return what is there; None for nothing."""
        ...

    async def create_folders(self, path: str) -> None:
        """Make a folder and those above it that are missing.

        Raises:
            StoreError: A file is in the way, or the folder may not be made.
        """
        ...

    async def list(self, path: str) -> tuple[FileEntry, ...]:
        """Return what a folder holds, by name.

        Raises:
            NotFoundError: There is no such folder.
            StoreError: It may not be read.
        """
        ...

    async def remove(self, path: str) -> None:
        """Take a file or a link away, its target untouched; nothing there is no failure.

        Raises:
            StoreError: It is a folder, or may not be removed.
        """
        ...

    async def real_path(self, path: str) -> str:
        """Return the path without links and in the disk's own spelling; missing parts stay."""
        ...
