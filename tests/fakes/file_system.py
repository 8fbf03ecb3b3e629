"""Files in memory."""

import posixpath
from typing import override

from idea.domain.errors import NotFoundError, StoreError
from idea.domain.ports.file_system import FileEntry, FileKind, FileSystem

_MOST_LINKS = 40


class FakeFileSystem(FileSystem):
    """A tree of files, folders and links by absolute POSIX path."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.folders: set[str] = {"/"}
        self.links: dict[str, str] = {}

    @override
    async def read(self, path: str, *, limit_bytes: int) -> bytes:
        real = self._real(path)
        if real in self.folders:
            raise StoreError(f"{path} could not be read: it is not a file.")
        if real not in self.files:
            raise NotFoundError(f"There is no {path}.")
        if len(self.files[real]) > limit_bytes:
            raise StoreError(f"{path} could not be read: it is larger than {limit_bytes} bytes.")
        return self.files[real]

    @override
    async def write(self, path: str, data: bytes) -> None:
        place = self._place(path)
        if place in self.folders or posixpath.dirname(place) not in self.folders:
            raise StoreError(f"{path} could not be saved.")
        self.links.pop(place, None)
        self.files[place] = data

    @override
    async def kind(self, path: str) -> FileKind | None:
        return self._kind(self._place(path))

    @override
    async def create_folders(self, path: str) -> None:
        real = self._real(path)
        parts = [part for part in real.split("/") if part]
        for count in range(1, len(parts) + 1):
            folder = "/" + "/".join(parts[:count])
            if folder in self.files:
                raise StoreError(f"{path} could not be made: something else is there.")
            self.folders.add(folder)

    @override
    async def list(self, path: str) -> tuple[FileEntry, ...]:
        folder = self._real(path)
        if folder in self.files:
            raise StoreError(f"{path} could not be read.")
        if folder not in self.folders:
            raise NotFoundError(f"There is no {path}.")
        found = []
        for one in [*self.files, *self.folders, *self.links]:
            kind = self._kind(one)
            if one != "/" and posixpath.dirname(one) == folder and kind is not None:
                found.append(FileEntry(posixpath.basename(one), kind))
        return tuple(sorted(found, key=lambda entry: entry.name))

    @override
    async def remove(self, path: str) -> None:
        place = self._place(path)
        if place in self.folders:
            raise StoreError(f"{path} could not be removed.")
        self.links.pop(place, None)
        self.files.pop(place, None)

    @override
    async def real_path(self, path: str) -> str:
        return self._real(path)

    def _kind(self, place: str) -> FileKind | None:
        if place in self.links:
            return FileKind.LINK
        if place in self.files:
            return FileKind.FILE
        return FileKind.FOLDER if place in self.folders else None

    def _place(self, path: str) -> str:
        """Resolve all links but one at the very end."""
        folder, name = posixpath.split(posixpath.normpath(path))
        return posixpath.join(self._real(folder), name) if name else folder

    def _real(self, path: str) -> str:
        for _ in range(_MOST_LINKS):
            resolved = "/"
            for part in posixpath.normpath(path).split("/"):
                resolved = posixpath.normpath(posixpath.join(resolved, part))
                if resolved in self.links:
                    target = posixpath.join(posixpath.dirname(resolved), self.links[resolved])
                    rest = posixpath.normpath(path)[len(resolved) :].lstrip("/")
                    path = posixpath.join(target, rest) if rest else target
                    break
            else:
                return resolved
        raise StoreError(f"{path} has too many links.")
